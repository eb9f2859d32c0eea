import type { Page, Route } from '@playwright/test'
import { byNight } from './support/devices'
import { alive } from './support/home'
import { expect, test } from './support/staff'

type Faults = { expect(text: RegExp): void }

const lost = /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module|Unable to preload CSS/

/** Answers requests for a file with `answer`, as often as `times`; resolves with the number of requests so far. */
async function whileLost(page: Page, file: RegExp, answer: (route: Route) => Promise<void>, times = Infinity) {
  let requests = 0
  await page.route(file, (route) => (++requests <= times ? answer(route) : route.fallback()))
  return () => requests
}
const disconnect = (route: Route) => route.abort('internetdisconnected')

const showsToday = (page: Page) => expect(page).toHaveTitle('Today')

for (const [what, file, details = {}] of [
  ['the program', /\/assets\/main-[\w-]+\.js$/],
  ['a file that the program needs', /\/assets\/react-[\w-]+\.js$/, byNight],
  ['the dashboard', /\/assets\/dashboard-page-[\w-]+\.js$/, byNight],
  ['the page', /\/assets\/today-[\w-]+\.js$/, byNight],
] as [string, RegExp, { tag?: string }?][])
  test(`${what} is fetched again after the network has failed`, details, async ({ page, faults }) => {
    faults.expect(lost)
    const requests = await whileLost(page, file, disconnect, 2)
    await page.goto('/admin/today')
    await showsToday(page)
    expect(requests()).toBeGreaterThan(2)
  })

test('a stylesheet that failed with the network is there when its page is shown', async ({ page, faults }) => {
  faults.expect(lost)
  const requests = await whileLost(page, /\/assets\/desk-[\w-]+\.css$/, disconnect, 2)
  await page.goto('/admin/today')
  await showsToday(page)
  expect(requests()).toBeGreaterThan(2)
  const sheets = await page.evaluate<string[]>('[...document.styleSheets].map(({ href }) => href ?? "")')
  expect(sheets.filter((href) => href.includes('/assets/desk-'))).toHaveLength(1)
})

test('the home page is hydrated after the network has failed', async ({ page, faults }) => {
  faults.expect(lost)
  const requests = await whileLost(page, /\/assets\/hydrate-home-[\w-]+\.js$/, disconnect, 1)
  await page.goto('/')
  await alive(page)
  expect(requests()).toBeGreaterThan(1)
})

test('the form of the home page is hydrated after the network has failed', byNight, async ({ page, faults }) => {
  faults.expect(lost)
  await whileLost(page, /\/assets\/contact-[\w-]+\.js$/, disconnect, 1)
  await page.goto('/#contact')
  await alive(page)
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled()
})

/** The page asks to be loaded again, and does not ask the server again and again. */
async function asksToReload(page: Page, faults: Faults, file: RegExp) {
  faults.expect(/404|Failed to fetch dynamically imported module/)
  const requests = await whileLost(page, file, (route) => route.fulfill({ status: 404, body: '' }))
  await page.clock.install()
  await page.goto('/admin/today')
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  const asked = requests()
  // What would ask again is past its longest pause.
  await page.clock.runFor('01:00')
  expect(requests()).toBe(asked)
  await page.unroute(file)
  await page.getByRole('button', { name: 'Reload' }).click()
  await showsToday(page)
}

test(
  'when the program of an older release is gone, the page says so once and can be loaded again',
  byNight,
  async ({ page, faults }) => asksToReload(page, faults, /\/assets\/main-[\w-]+\.js$/),
)

test('when a page of an older release is gone, it says so once and can be loaded again', async ({ page, faults }) =>
  asksToReload(page, faults, /\/assets\/today-[\w-]+\.js$/))
