import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { byNight } from './support/devices'
import { maxShift, shiftsOf, watchShifts } from './support/layout-shift'
import { expect, test } from './support/staff'

const headers = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'test' }
const equipment = '/api/tables/equipment'
const work = (page: Page) => page.getByRole('list', { name: 'Recent work, newest first' })

/** Stores many items at once by an import. */
async function importItems(page: Page, mark: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => `${mark} arrow ${n},arrows,1,good`)
  const buffer = Buffer.from(['name,kind,quantity,condition', ...rows].join('\r\n'))
  const path = `${equipment}/imports`
  const multipart = { file: { name: 'items.csv', mimeType: 'text/csv', buffer } }
  const { id } = await (await page.request.post(path, { headers, multipart })).json()
  const state = async () => (await (await page.request.get(`${path}/${id}`)).json()).state
  await expect.poll(state, { timeout: 60_000 }).toBe('checked')
  await page.request.post(`${path}/${id}/apply`, { data: {}, headers })
  await expect.poll(state, { timeout: 120_000 }).toBe('applied')
}

/** A phone on which the same person is signed in. */
async function onPhone(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' })
  await context.addCookies(await page.context().cookies())
  return context.newPage()
}

test(
  'the tab that started a batch may close: another device shows how far it is, and undoes it',
  byNight,
  async ({ page, browser }) => {
    const mark = `work${Date.now()}`
    await importItems(page, mark, 210)
    const tab = await page.context().newPage()
    await tab.goto(`/admin?table=equipment&q=${mark}`)
    await tab.getByRole('checkbox', { name: 'Select all on this page', exact: true }).click()
    await tab.getByRole('button', { name: 'all 210 matching' }).click()
    await tab.getByRole('button', { name: 'Set field…' }).click()
    await tab.getByLabel('Field', { exact: true }).selectOption({ label: 'Condition' })
    await tab.getByLabel('Condition', { exact: true }).selectOption({ label: 'In repair' })
    const phone = await onPhone(browser, page)
    await phone.goto('/admin/work')
    await expect(work(phone)).toBeVisible()
    const started = tab.waitForResponse((response) => response.url().endsWith('/batches'))
    await tab.getByRole('button', { name: 'Apply' }).click()
    await started
    await tab.close()

    await phone.reload()
    const first = work(phone).locator('> li').first()
    // On a fast server it may have ended by now; what is shown meanwhile is in the tests of the list.
    await expect(first).toContainText('Condition of 210 items')
    await expectAccessible(phone)
    await expect(first).toContainText('Changed Condition of 210 items', { timeout: 120_000 })
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(320)

    const undo = first.getByRole('button', { name: 'Undo: Changed Condition of 210 items' })
    await undo.focus()
    await phone.keyboard.press('Enter')
    await expect(work(phone).locator('> li').first()).toContainText('Undid: changed Condition of 210 items', {
      timeout: 120_000,
    })
    const repaired = await page.request.get(`${equipment}?condition=repair&q=${mark}`)
    expect((await repaired.json()).total).toBe(0)
    await phone.context().close()
    const data = { action: 'delete', query: `q=${mark}` }
    const { id } = await (await page.request.post(`${equipment}/batches`, { data, headers })).json()
    const state = async () => (await (await page.request.get(`${equipment}/batches/${id}`)).json()).state
    await expect.poll(state, { timeout: 120_000 }).toBe('done')
  },
)

test(
  'the toast of a batch leads to its entry, whose skipped records are named with their reasons',
  byNight,
  async ({ page, records }) => {
    const mark = `skip${Date.now()}`
    const bow = (name: string) => ({ name, kind: 'longbow', quantity: 3, condition: 'good' })
    for (const name of ['Ash', 'Beech']) await records('equipment').create(bow(`${name} ${mark}`))
    await page.goto(`/admin?table=equipment&sort=name:asc&q=${mark}`)
    await page.getByRole('checkbox', { name: 'Select all on this page', exact: true }).click()
    const [gone] = (await records('equipment').all()).filter(({ name }) => name === `Beech ${mark}`)
    await records('equipment').remove(gone!.id)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Deleted 1 record, 1 skipped')).toBeVisible()
    await page.getByRole('link', { name: 'Show in Recent work' }).click()

    const first = work(page).locator('> li').first()
    await expect(first).toContainText('Deleted 1 itemin Equipment')
    await first.getByRole('button', { name: 'Show the reasons' }).click()
    await expect(first).toContainText('This record was deleted by')
    await first.getByRole('link', { name: 'Deleted record' }).click()
    await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByRole('link', { name: 'Recent work' })).toBeVisible()
  },
)

test('a job that ends leaves what is below it where it is', byNight, async ({ page }) => {
  const at = '2026-11-01T10:00:00.000Z'
  const job = (id: number, change: object) => ({
    ...{ id: String(id).padStart(24, '0'), kind: 'erasure', table: null, about: {}, state: 'done', total: 9, done: 9 },
    ...{ changed: 9, skipped: [], actor: null, createdAt: at, startedAt: at, endedAt: at, undoable: false, ...change },
  })
  const others = Array.from({ length: 8 }, (_, n) => job(n + 2, {}))
  let state = 'running'
  await page.route('**/api/jobs?**', (route) =>
    route.fulfill({ json: { data: [job(1, { state, endedAt: null }), ...others], total: 9 } }),
  )
  await watchShifts(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/work')
  await expect(page.getByRole('progressbar')).toBeVisible()
  state = 'done'
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const { sum, what } = await shiftsOf(page)
  expect(sum, what).toBeLessThanOrEqual(maxShift)
})
