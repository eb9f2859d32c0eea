import { existsSync } from 'node:fs'
import { startFirefox } from './support/firefox'
import { adminEmail } from './support/sample-people'
import { expect, test } from './support/test'

const firefox = process.env.FIREFOX ?? '/usr/bin/firefox-esr'
const button = (text: string) =>
  `[...document.querySelectorAll('button')].find((each) => each.innerText.includes('${text}'))`

test.describe('in Firefox', () => {
  test.skip(!existsSync(firefox), `there is no ${firefox}`)

  test('signing in through the popup opens the dashboard, and a closed popup cancels it', async ({ baseURL }) => {
    const { pages, open, evaluate, click, stop } = await startFirefox(firefox)
    try {
      const page = (await pages())[0]!.context
      const popup = async () => (await pages()).find(({ context }) => context !== page)
      const shown = (context: string, text: string) =>
        expect.poll(() => evaluate(context, 'document.body.innerText')).toContain(text)
      await open(page, `${baseURL}/login?returnUrl=%2Fadmin%3Ftable%3Dusers`)
      await shown(page, 'Continue with Google')

      await click(page, button('Continue with Google'))
      await expect.poll(async () => (await popup())?.url).toContain('/sign-in/')
      await evaluate((await popup())!.context, 'window.close()')
      await shown(page, 'User cancelled the login process.')

      await click(page, button('Continue with Google'))
      await expect.poll(async () => (await popup())?.url).toContain('/sign-in/')
      const provider = (await popup())!.context
      await shown(provider, `Continue as ${adminEmail}`)
      await click(provider, button(`Continue as ${adminEmail}`))
      await shown(page, 'Admin Dashboard')
      expect(await evaluate(page, 'location.pathname + location.search')).toBe('/admin?table=users')
      await expect.poll(popup).toBeUndefined()
      expect(await evaluate(page, 'document.cookie')).toBe('')
    } finally {
      await stop()
    }
  })
})
