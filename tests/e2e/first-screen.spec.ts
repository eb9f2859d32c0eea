import type { Page } from '@playwright/test'
import { byNight } from './support/devices'
import { expect, test } from './support/staff'

/** Paths of the API calls so far, without their queries. */
function apiCalls(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  return calls
}

const screens = [
  ['/admin?table=students', '/api/tables/students', '[data-row]', byNight],
  ['/admin/today', '/api/today', 'main h2', {}],
] as const

for (const [address, data, shown, details] of screens)
  test(`${address} asks for its data while its program loads, and only once`, details, async ({ page }) => {
    // The page of the sign-in makes calls, too.
    await page.goto('about:blank')
    const calls = apiCalls(page)
    // The program waits for the call: the test ends with its time limit if the call comes from the program.
    await page.route(/\/assets\/desk-[\w-]+\.js$/, async (route) => {
      await expect.poll(() => calls).toContain(data)
      await route.continue()
    })
    await page.goto(address)
    await expect(page.locator(shown).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const path of ['/api/users/me', '/api/admin/status', data])
      expect(
        calls.filter((each) => each === path),
        path,
      ).toHaveLength(1)
  })

test('a visitor who is not signed in makes one refused call and is led to the sign-in', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL })
  const visitor = await context.newPage()
  const calls = apiCalls(visitor)
  await visitor.goto('/admin/today')
  await expect(visitor).toHaveURL(/\/login\?returnUrl=%2Fadmin%2Ftoday$/)
  await visitor.waitForLoadState('networkidle')
  expect(calls.filter((path) => /users|admin|today|tables/.test(path))).toEqual(['/api/users/me'])
  await context.close()
})
