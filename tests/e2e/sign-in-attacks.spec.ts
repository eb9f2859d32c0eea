import type { Page } from '@playwright/test'
import { byNight } from './support/devices'
import { openGoogle, signInWithGoogle } from './support/google'
import { hostilePage } from './support/hostile-page'
import { serve } from './support/other-site'
import { adminEmail } from './support/sample-people'
import { expect, test } from './support/test'

const blank = '<!doctype html><title>Elsewhere</title><body>'
const others = ['/api/verify-otp', '/api/send-otp', '/api/admin/access-request']
/** By day those that a session ends or begins by. */
const paths = ['/api/logout', '/api/sessions', ...(process.env.NIGHT ? others : [])]

/** The signed-in user and session count, which no attack may change. */
async function standing(page: Page) {
  const me = await page.request.get('/api/users/me')
  const sessions = await page.request.get('/api/sessions')
  const own = (await page.context().cookies(page.url())).find(({ name }) => name === 'session')
  return {
    status: me.status(),
    email: (await me.json()).email,
    sessions: (await sessions.json()).length,
    own: own?.value,
  }
}

for (const [host, details] of [
  // Its requests carry no cookie of ours.
  ['another site', byNight],
  ['another port of the same site', {}],
] as const)
  test(
    `forms, images, fetches and beacons from ${host} change nothing and read nothing`,
    details,
    async ({ page, baseURL, faults }) => {
      faults.expect(/./)
      const elsewhere = await serve(() => ({ body: hostilePage }))
      await signInWithGoogle(page, adminEmail)
      const before = await standing(page)
      expect(before).toMatchObject({ status: 200, email: adminEmail })

      const sent: string[] = []
      const statuses: number[] = []
      const hostile = await page.context().newPage()
      hostile.on('request', (request) => sent.push(new URL(request.url()).pathname))
      hostile.on('response', (response) => {
        if (response.url().startsWith(`${baseURL}/api/`)) statuses.push(response.status())
      })
      await hostile.goto(host === 'another site' ? elsewhere.url : elsewhere.sameSiteUrl)
      expect(await hostile.evaluate(`attack('${baseURL}', ${JSON.stringify(paths)})`)).toEqual([])
      for (const path of paths) expect(sent.filter((each) => each === path).length).toBeGreaterThan(15)
      expect(statuses.filter((status) => status < 400)).toEqual([])
      expect(await standing(page)).toEqual(before)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
      await elsewhere.stop()
    },
  )

test('a top-level navigation from another site does not log out', byNight, async ({ page, baseURL, faults }) => {
  faults.expect(/403|favicon/)
  const elsewhere = await serve(() => ({ body: `${blank}<a href="${baseURL}/api/logout">Win</a>` }))
  await signInWithGoogle(page, adminEmail)
  const before = await standing(page)
  const hostile = await page.context().newPage()
  for (const origin of [elsewhere.url, elsewhere.sameSiteUrl]) {
    await hostile.goto(origin)
    const answer = hostile.waitForResponse('**/api/logout')
    await hostile.getByRole('link').click()
    expect((await answer).status()).toBe(403)
  }
  expect(await standing(page)).toEqual(before)
  await elsewhere.stop()
})

test('another site that opens the callback receives no message', async ({ page, baseURL, faults }) => {
  faults.expect(/target origin provided|Failed to execute 'postMessage'/)
  const elsewhere = await serve(() => ({ body: blank }))
  await page.goto(elsewhere.url)
  await page.evaluate("window.received = []; addEventListener('message', ({ data }) => window.received.push(data))")
  for (const query of ['code=stolen&state=s', 'error=x&error_description=stolen']) {
    const opened = page.waitForEvent('popup')
    await page.evaluate(`void window.open('${baseURL}/auth/callback?${query}')`)
    const callback = await opened
    await expect(callback.getByRole('alert')).toBeVisible()
    // The callback has this page as its opener; only the target origin kept the message from it.
    expect(await callback.evaluate('window.opener !== null')).toBe(true)
    expect(callback.url()).toBe(`${baseURL}/auth/callback`)
    await callback.close()
  }
  expect(await page.evaluate('window.received')).toEqual([])
  await elsewhere.stop()
})

test('the login page has no foreign opener and trusts messages of its own popup only', async ({ page, baseURL }) => {
  const elsewhere = await serve(() => ({ body: blank }))
  await page.goto(elsewhere.url)
  const opened = page.waitForEvent('popup')
  await page.evaluate(`window.opened = window.open('${baseURL}/login'); undefined`)
  const login = await opened
  await login.getByRole('button', { name: 'Continue with Google' }).waitFor()
  expect(await login.evaluate('window.opener')).toBeNull()
  expect(await page.evaluate('window.opened.closed')).toBe(true)

  const calls: string[] = []
  login.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const popup = await openGoogle(login)
  const forged = JSON.stringify({ type: 'oauth_callback', code: 'forged', state: 'guessed' })
  // From the provider's page in the popup itself, from the hostile opener, and from the login page's own window.
  const forge = (to: string) => `for (const message of [${forged}, 'and after it']) ${to}.postMessage(message, '*')`
  await login.evaluate(
    "window.after = 0; addEventListener('message', ({ data }) => { if (data === 'and after it') after++ })",
  )
  await popup.evaluate(forge('window.opener'))
  await page.evaluate(forge('window.opened'))
  await login.evaluate(forge('window'))
  // Messages of one window arrive in order, and so do the requests that follow. Those of the opener, which was cut off, never arrive.
  await expect.poll(() => login.evaluate('after')).toBe(2)
  await login.evaluate("fetch('/api/site').then(({ status }) => status)")
  await expect.poll(() => calls).toContain('/api/site')
  expect(calls).not.toContain('/api/sessions')
  await expect(login.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  await expect(login.getByRole('alert')).toHaveCount(0)
  await elsewhere.stop()
})

test('pages refuse framing', async ({ page, baseURL, faults }) => {
  faults.expect(/frame|X-Frame-Options/i)
  const frames = ['/login', '/auth/callback?code=x', '/admin'].map(
    (path) => `<iframe src="${baseURL}${path}"></iframe>`,
  )
  const elsewhere = await serve(() => ({ body: blank + frames.join('') }))
  await page.goto(elsewhere.url)
  const shown = () =>
    page
      .frames()
      .slice(1)
      .map((frame) => frame.url())
  await expect.poll(shown).toEqual(frames.map(() => 'chrome-error://chromewebdata/'))
  await elsewhere.stop()
})

// Each address is refused in return-url.test.ts: by day one shows that the page asks it.
for (const [at, wanted] of [
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/.//evil.example',
].entries())
  test(`after signing in, returnUrl=${wanted} leads to the dashboard`, at > 0 ? byNight : {}, async ({ page }) => {
    await page.goto(`/login?returnUrl=${encodeURIComponent(wanted)}`)
    const popup = await openGoogle(page)
    await popup.getByRole('button', { name: `Continue as ${adminEmail}` }).click()
    await expect(page).toHaveURL('/admin')
  })
