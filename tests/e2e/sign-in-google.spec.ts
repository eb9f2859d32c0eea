import type { Page } from '@playwright/test'
import { byNight } from './support/devices'
import { answerAs, openGoogle, whoAmI } from './support/google'
import { serve } from './support/other-site'
import { adminEmail } from './support/sample-people'
import { expect, test } from './support/test'

const alert = (page: Page) => page.getByRole('alert')
const noPopups = 'window.open = () => null'

test('signing in through the popup opens the dashboard and leaves no code behind', async ({ page }) => {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/sessions')) sent.push(request.postDataJSON())
  })
  const policies: Record<string, string[]> = {}
  page.context().on('response', (response) => {
    const { pathname } = new URL(response.url())
    const headers = response.headers()
    if (['/login', '/auth/callback'].includes(pathname))
      policies[pathname] = [headers['cross-origin-opener-policy'] ?? '', headers['referrer-policy'] ?? '']
  })
  await page.goto('/login?returnUrl=%2Fadmin%3Ftable%3Dstudents')
  const popup = await openGoogle(page)
  const addresses: string[] = []
  popup.on('framenavigated', () => addresses.push(popup.url()))
  expect(await popup.evaluate('[innerWidth, innerHeight]')).toEqual([500, 600])
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Send Login Code' })).toBeDisabled()
  const closed = popup.waitForEvent('close')
  await answerAs(popup, adminEmail)
  await closed
  await expect(page).toHaveURL('/admin?table=students')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  expect(sent).toEqual([{ code: expect.any(String), state: expect.any(String), keep: false }])

  // The callback page may reach its opener, and sends no referrer.
  expect(policies).toEqual({
    '/login': ['same-origin-allow-popups', 'no-referrer'],
    '/auth/callback': ['unsafe-none', 'no-referrer'],
  })
  const callback = addresses.filter((address) => new URL(address).pathname === '/auth/callback')
  expect(callback[0]).toContain('code=')
  expect(callback.at(-1)).toMatch(/\/auth\/callback$/)

  // S1 and G4: scripts see no session, and no trace of the login remains.
  const visible = await page.evaluate('[document.cookie, { ...localStorage }, { ...sessionStorage }, name]')
  const ours = await page.context().cookies(page.url())
  const hidden = { httpOnly: true, sameSite: 'Strict', path: '/' }
  expect(new Map(ours.map(({ name, httpOnly, sameSite, path }) => [name, { httpOnly, sameSite, path }]))).toEqual(
    new Map(['session', 'device'].map((name) => [name, hidden])),
  )
  const school = { name: expect.any(String), logo: null }
  const [cookie, { school: stored = 'null', ...kept }, ofTab, title] = visible as [
    string,
    Record<string, string>,
    object,
    string,
  ]
  expect([cookie, JSON.parse(stored), kept, ofTab, title]).toEqual(['', school, {}, {}, ''])

  // The callback's parameters cannot be replayed.
  const replay = await page.request.post('/api/sessions', { data: sent[0] })
  expect(replay.status()).toBe(400)
})

test(
  'a canceled login, an address that is not verified and a closed popup each say so, and the next login succeeds',
  byNight,
  async ({ page, faults }) => {
    faults.expect(/403/)
    await page.goto('/login')
    const canceled = await openGoogle(page)
    const closed = canceled.waitForEvent('close')
    await canceled.getByRole('button', { name: 'Cancel' }).click()
    await closed
    await expect(alert(page)).toHaveText('The sign-in was canceled.')

    const unverified = await openGoogle(page)
    await unverified.getByLabel('This address is verified').uncheck()
    await answerAs(unverified, 'unverified@visitor.example')
    await expect(alert(page)).toContainText('not verified')
    expect(await whoAmI(page)).toBe(401)

    await (await openGoogle(page)).close()
    await expect(alert(page)).toHaveText('User cancelled the login process.')
    await answerAs(await openGoogle(page), adminEmail)
    await expect(page).toHaveURL('/admin')
  },
)

test('with popups blocked, the login runs in the same tab, shows a refusal and returns to the requested page', async ({
  page,
}) => {
  await page.addInitScript({ content: noPopups })
  const inThisTab = async () => {
    await page.goto('/login?returnUrl=%2Fadmin%3Ftable%3Dstudents')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(alert(page)).toContainText('Failed to open popup window.')
    const sameTab = page.getByRole('button', { name: 'Continue with Google in this tab' })
    await expect(sameTab).toBeFocused()
    await sameTab.click()
  }
  await inThisTab()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(alert(page)).toHaveText('The sign-in was canceled.')
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page).toHaveURL('/login')

  await inThisTab()
  await answerAs(page, adminEmail)
  await expect(page).toHaveURL('/admin?table=students')
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).toBe('{}')
})

for (const [policy, cutsOff] of [
  ['unsafe-none', false],
  ['same-origin-allow-popups', true],
  ['same-origin', true],
] as const)
  test(`the login works with a provider whose pages send COOP ${policy}`, byNight, async ({ page }) => {
    const gate = await serve((request) => {
      const to = new URL(request.url ?? '/', 'http://gate').searchParams.get('to') ?? ''
      const markup = `<!doctype html><title>Gate</title><a href="${to.replaceAll('&', '&amp;')}">To the provider</a>`
      return { headers: { 'cross-origin-opener-policy': policy }, body: markup }
    })
    await page.route('**/api/oauth/google/redirect_url*', async (route) => {
      const answer = await route.fetch()
      const { redirectUrl } = await answer.json()
      const state = new URL(redirectUrl).searchParams.get('state') ?? ''
      const query = new URLSearchParams({ to: redirectUrl, state })
      await route.fulfill({ response: answer, json: { redirectUrl: `${gate.url}/?${query}` } })
    })
    await page.clock.install()
    await page.goto('/login')
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    const popup = await opened
    await popup.getByRole('link').waitFor()
    // A popup severed by COOP looks closed; it finishes the login and notifies this page by BroadcastChannel.
    if (cutsOff) await expect(alert(page)).toHaveText('User cancelled the login process.')
    else await page.clock.runFor('00:05')
    await expect(alert(page)).toHaveCount(cutsOff ? 1 : 0)
    await popup.getByRole('link').click()
    await answerAs(popup, adminEmail)
    await expect(page).toHaveURL('/admin')
    expect(await whoAmI(page)).toBe(200)
    await gate.stop()
  })

test.describe('the callback page opened directly', () => {
  test('says what is wrong with its address, drops it, and leads to the login', byNight, async ({ page }) => {
    for (const [query, text] of [
      ['', 'No OAuth code or error found in URL parameters'],
      ['?code=guessed&state=guessed', 'This sign-in has expired or was used already. Please try again.'],
      ['?error=access_denied', 'OAuth authorization failed'],
      ['?error=x&error_description=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E', '<img src=x onerror=alert(1)>'],
    ] as const) {
      await page.goto(`/auth/callback${query}`)
      await expect(alert(page)).toHaveText(text)
      await expect(page).toHaveURL('/auth/callback')
    }
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('a callback of another browser signs no one in', byNight, async ({ page, browser, faults }) => {
    faults.expect(/ERR_FAILED/)
    await page.route('**/api/sessions', (route) => route.abort())
    await page.goto('/login')
    const popup = await openGoogle(page)
    let stolen = ''
    popup.on('request', (request) => {
      if (request.url().includes('/auth/callback?')) stolen = request.url()
    })
    await answerAs(popup, adminEmail)
    await expect.poll(() => stolen).toContain('code=')

    const victim = await browser.newContext({ baseURL: new URL(stolen).origin })
    const other = await victim.newPage()
    await other.goto(stolen)
    await expect(alert(other)).toContainText('expired')
    const { searchParams } = new URL(stolen)
    const data = { code: searchParams.get('code'), state: searchParams.get('state') }
    expect((await other.request.post('/api/sessions', { data })).status()).toBe(400)
    await victim.close()
  })
})
