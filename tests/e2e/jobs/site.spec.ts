import type { Page } from '@playwright/test'
import { phonePhoto } from '../../support/photos'
import { expect, jobs, test } from '../support/jobs'
import { today } from '../support/school-day'

const headers = { 'sec-fetch-site': 'same-origin' }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const received = async (page: Page) => (await page.request.get('/')).text()

test.afterEach(async ({ page }) => {
  const restored = await page.request.post('/api/site/versions/0/restore', { headers })
  expect([200, 409]).toContain(restored.status())
  await expect.poll(() => received(page)).toContain('9:00 AM to 2:00 PM')
})

/** On a phone the last tabs are behind a button. */
async function showTab(page: Page, name: string, count: (action: Promise<unknown>) => Promise<void>) {
  const tab = page.getByRole('tab', { name, exact: true })
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  await expect(tab.or(more).first()).toBeVisible()
  if (await tab.isVisible()) return count(tab.click())
  await count(more.click())
  await count(page.getByRole('menuitem', { name, exact: true }).click())
}

jobs(['publish a price, hours and a photo together'], async ({ page, records, faults, counts }) => {
  // The preview runs no script, and the browser says so.
  faults.expect(/Blocked script execution in .*\/api\/site\/draft\/page/)
  const cards = records('service_cards')
  const party = (await cards.all()).find(({ icon }) => icon === 'party')!
  const count = counts['publish a price, hours and a photo together']
  await page.goto('/admin/today')
  try {
    await count(page.getByRole('link', { name: 'Edit site' }).click())
    await count(page.getByLabel('Opens', { exact: true }).fill('10:00'))
    await count(page.getByLabel('Birthday Parties at ...').fill('375'))
    await showTab(page, 'Look', count)
    const hero = page.getByRole('region', { name: 'Photo at the top' })
    const photo = { name: 'range.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(1_600, 1_200) }
    await count(hero.getByLabel('Choose a photo: Photo at the top').setInputFiles(photo))
    await count(hero.getByLabel(/^Description/).fill('Children at the range'))
    expect(await received(page), 'before').not.toContain('$375')
    await count(button(page, 'Publish...').click())
    const dialog = page.getByRole('dialog', { name: /^Publish \d changes$/ })
    await count(dialog.getByRole('button', { name: 'Publish now' }).click())
    await expect.poll(() => received(page)).toContain('10:00 AM to 2:00 PM')
    const html = await received(page)
    for (const part of ['Birthday Parties at $375', 'Children at the range']) expect(html).toContain(part)
  } finally {
    await cards.update(party.id, { price: 350 })
  }
})

jobs(['publish a change on Friday at 8 AM'], async ({ page, faults, counts }) => {
  faults.expect(/Blocked script execution in .*\/api\/site\/draft\/page/)
  const count = counts['publish a change on Friday at 8 AM']
  const friday = new Date(`${today()}T12:00:00Z`)
  friday.setUTCDate(friday.getUTCDate() + ((11 - friday.getUTCDay()) % 7 || 7))
  // The draft that is published was written before.
  await page.goto('/admin/website')
  await page.getByLabel('Phone number', { exact: true }).fill('(916) 555-0118')
  await expect(page.getByRole('status').first()).toContainText('Saved by')
  await page.goto('/admin/today')
  await count(page.getByRole('link', { name: 'Edit site' }).click())
  await count(button(page, 'Publish...').click())
  const dialog = page.getByRole('dialog', { name: 'Publish 1 change' })
  await count(dialog.getByLabel(/^Day and time/).fill(`${friday.toISOString().slice(0, 10)}T08:00`))
  await count(dialog.getByRole('button', { name: 'Schedule' }).click())
  await expect(dialog).toHaveCount(0)
  const notice = page.getByRole('main')
  await expect(notice.getByText(/8:00 AM/).first()).toBeVisible()
  await notice.getByRole('button', { name: /^(Stop|Cancel)/ }).click()
  await expect(notice.getByText(/8:00 AM/)).toHaveCount(0)
  expect(await received(page)).not.toContain('555-0118')
  // The button is disabled before the draft is saved, and an unsaved draft would reach other tests.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await page.getByLabel('Phone number', { exact: true }).fill('(916) 555-0142')
  await expect(button(page, 'Publish...')).toBeDisabled()
  await saved
})

jobs(['settle every step of the setup'], async ({ page, counts }) => {
  const count = counts['settle every step of the setup']
  await page.goto('/admin/today')
  const card = page.getByRole('region', { name: 'Set up your school' })
  await count(card.getByRole('link', { name: 'All steps' }).click())
  const steps = page.getByRole('list', { name: 'Steps' })
  await expect(steps).toBeVisible()
  // What is skipped is named: which steps are left depends on what others have done in this product.
  const left = page.getByText(/^Left: /)
  for (const skip of await steps.getByRole('button', { name: /^Skip: / }).all())
    await expect(left).toContainText((await skip.getAttribute('aria-label'))!.replace('Skip: ', ''))
  await count(button(page, /^Skip these \d+$/).click())
  await expect(page.getByText('10 of 10 done')).toBeVisible()
  const taken = steps.getByRole('button', { name: /^Undo: / })
  for (let left = await taken.count(); left > 0; left--) {
    await taken.first().click()
    await expect(taken).toHaveCount(left - 1)
  }
})
