import { byNight } from './support/devices'
import { adminEmail } from './support/sample-people'
import { expect, test } from './support/staff'

const theme = 'document.documentElement.dataset.theme'

test('on a phone the header is one row of at most 64 pixels, and its menu leads everywhere', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin?table=students')
  const header = page.getByRole('banner')
  await expect(header.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  expect((await header.boundingBox())!.height).toBeLessThanOrEqual(64)
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Today', 'Inbox', 'Calendar']) await expect(bar.getByRole('link', { name })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeInViewport()
  const menu = page.getByRole('button', { name: 'Menu' })
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  const dialog = page.getByRole('dialog', { name: 'Menu' })
  for (const name of ['Today', 'Calendar', 'Insights', 'Tables', 'Website', 'Account and passkeys', 'People'])
    await expect(dialog.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(dialog.getByText(adminEmail)).toBeVisible()
  const logout = dialog.getByRole('button', { name: 'Logout' })
  await expect(logout).toBeInViewport()
  await page.setViewportSize({ width: 390, height: 664 })
  await expect(logout, 'on a small phone, without scrolling the menu').toBeInViewport({ ratio: 1 })
  await dialog.getByRole('link', { name: 'Calendar' }).click()
  await expect(page).toHaveTitle('Calendar')
  await expect(dialog).toBeHidden()
})

test('a count that arrives late pushes no tab over the menu of the others', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const counts = { new: 12, inProgress: 0, overdue: 0, dueSoon: 0, spam: 0, failed: 0 }
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/forms/submissions/counters', async (route) => {
    await asked
    await route.fulfill({ json: counts })
  })
  await page.goto('/admin?table=users')
  const tabs = page.getByRole('tab')
  await expect(page.getByRole('tab', { name: 'Users' })).toBeVisible()
  answer()
  // The tab that the count belongs to is shown with it, or has moved to the menu.
  const first = async () => (await tabs.first().textContent()) ?? ''
  await expect.poll(first).toMatch(/12|^(?!Contact)/)
  const more = page.getByRole('button', { name: 'More', exact: true })
  const edge = async () => {
    const [tab, menu] = [await tabs.last().boundingBox(), await more.boundingBox()]
    return Math.round(menu!.x - (tab!.x + tab!.width))
  }
  await expect.poll(edge).toBeGreaterThanOrEqual(0)
})

test('light or dark is chosen for the staff pages of this browser, and there from the first paint', async ({
  page,
  faults,
}) => {
  faults.expect(/ERR_FAILED/)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/admin?table=students')
  const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
  const light = await paper()
  await page.getByRole('button', { name: `Account ${adminEmail}` }).click()
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  const dark = await paper()
  expect(dark).not.toBe(light)
  // Before the page has run a script of its own.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await page.locator('body').waitFor({ state: 'attached' })
  expect(await page.evaluate(theme)).toBe('dark')
  await expect.poll(paper).toBe(dark)
  await page.unroute('**/assets/*.js')
  await page.goto('/')
  expect(await page.evaluate(theme)).toBeUndefined()
})

test('a link to another page leaves the focus to the title of that page', byNight, async ({ page }) => {
  await page.goto('/admin/today')
  await page.getByRole('link', { name: 'Calendar', exact: true }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Calendar')
  await expect(page.getByRole('main').getByRole('heading').and(page.locator(':focus'))).toHaveCount(1)
})
