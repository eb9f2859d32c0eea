import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { byNight } from './support/devices'
import { expect, test } from './support/staff'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
/** Runs in the page: counts the windows that open from now on. */
const countOpenings = `(() => {
  window.openings = 0
  const show = HTMLDialogElement.prototype.showModal
  HTMLDialogElement.prototype.showModal = function () { window.openings++; return show.call(this) }
})()`
const bow = { name: 'Oak longbow', kind: 'longbow', quantity: 3, condition: 'good', draw_weight_lbs: 30 }

test.describe('equipment', () => {
  test.beforeEach(async ({ records }) => records('equipment').clear())

  test('a record is created, found, sorted, edited, deleted, restored and exported', async ({ page }) => {
    await page.goto('/admin?table=equipment')
    await expect(page.getByText('No records found')).toBeVisible()
    await button(page, 'Create the first record').click()
    await expect(dialog(page)).toHaveAccessibleName('Create Item')
    await expect(page.getByLabel('Name')).toBeFocused()
    await button(page, 'Save').click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()

    await page.getByLabel('Name').fill('=Recurve "Zoë", 25 lbs')
    await page.getByLabel('Kind').selectOption({ label: 'Recurve bow' })
    await page.getByLabel('Draw weight (lbs)').fill('25.5')
    await page.getByLabel('Inspected on').fill('2020-11-01')
    await page.evaluate(countOpenings)
    await button(page, 'Save').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Equipment (1 record)' })).toBeVisible()
    expect(await page.evaluate('window.openings'), 'a form that is saved does not open again').toBe(0)
    await expect(button(page, 'Edit =Recurve "Zoë", 25 lbs')).toBeFocused()
    const cell = (label: string) => row(page, 'Zoë').locator(`td[data-label="${label}"]`)
    await expect(cell('Kind')).toHaveText('Recurve bow')
    await expect(cell('Draw weight (lbs)')).toHaveText('25.5')
    await expect(cell('Inspected on')).toHaveText('Nov 1, 2020')

    await button(page, 'Edit =Recurve "Zoë", 25 lbs').click()
    await page.getByLabel('Quantity').fill('7')
    await page.getByLabel('Draw weight (lbs)').fill('')
    await button(page, 'Save').click()
    await expect(cell('Quantity')).toHaveText('7')
    await expect(cell('Draw weight (lbs)')).toHaveText('')

    const download = page.waitForEvent('download')
    await button(page, 'Export CSV').click()
    expect((await download).suggestedFilename()).toBe('equipment.csv')
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv).toMatch(/^\ufeffid,name,kind,/)
    expect(csv).toContain(`"'=Recurve ""Zoë"", 25 lbs",recurve`)

    await button(page, /^Delete =Recurve/).click()
    await expect(page.getByText('Are you sure you want to delete this Item?', { exact: true })).toBeVisible()
    await button(page, 'Delete').click()
    await expect(page.getByText('No records found')).toBeVisible()
    await button(page, 'Undo').click()
    await expect(row(page, 'Zoë')).toBeVisible()
  })

  test('the same by keyboard alone', async ({ page, records }) => {
    await records('equipment').create(bow)
    await page.goto('/admin?table=equipment')
    await expect(row(page, 'Oak longbow')).toBeVisible()
    const inGrid = "document.querySelector('[role=grid]').contains(document.activeElement)"
    for (let step = 0; step < 40; step++) {
      if (await page.evaluate(inGrid)) break
      await page.keyboard.press('Tab')
    }
    await expect(page.getByRole('checkbox', { name: 'Select Oak longbow' })).toBeFocused()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await expect(page.getByRole('gridcell', { name: 'Oak longbow', exact: true })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('e')
    await expect(dialog(page)).toHaveAccessibleName('Edit Item')
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.keyboard.type(' of old')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(button(page, /^Edit .*old/)).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(button(page, 'Cancel')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No records found')).toBeVisible()
  })

  test('with two editors, the second sees the conflict and decides', byNight, async ({ page, records, faults }) => {
    faults.expect(/409/)
    const { id } = await records('equipment').create(bow)
    await page.goto(`/admin?table=equipment&record=${id}&mode=edit`)
    await page.getByLabel('Name').fill('Mine')
    await records('equipment').update(id, { name: 'Theirs', quantity: 9 })
    await button(page, 'Save').click()
    await expect(page.getByText('Changed by someone else')).toBeVisible()
    await button(page, 'See the changes').click()
    await expect(dialog(page).getByRole('row', { name: 'Name Mine Theirs' })).toBeVisible()
    await expect(dialog(page).getByRole('row', { name: 'Quantity 3 9' })).toBeVisible()
    await button(page, 'Overwrite with mine').click()
    await expect(dialog(page)).toHaveCount(0)
    expect(await records('equipment').read(id)).toMatchObject({ name: 'Mine', quantity: 9 })
  })

  test('a record deleted while open says by whom and can be recreated', byNight, async ({ page, records, faults }) => {
    faults.expect(/404/)
    const { id } = await records('equipment').create(bow)
    await page.goto(`/admin?table=equipment&record=${id}&mode=edit`)
    await page.getByLabel('Name').fill('Kept')
    await records('equipment').remove(id)
    await button(page, 'Save').click()
    await expect(page.getByText(/^This record was deleted by coach@archery.example at /)).toBeVisible()
    await button(page, 'Recreate it').click()
    await expect(row(page, 'Kept')).toBeVisible()
    expect((await records('equipment').all()).map(({ name }) => name)).toEqual(['Kept'])
  })

  test('search and filters live in the URL and survive reload, edit and back', async ({ page, records }) => {
    for (const name of ['Zoë', 'zoe', 'Bob', 'Any .*( sign'])
      await records('equipment').create({ ...bow, name, kind: name === 'Bob' ? 'target' : 'arrows' })
    await page.goto('/admin?table=equipment')
    const names = page.locator('td[data-label="Name"]')
    await expect(names).toHaveCount(4)
    await page.getByRole('searchbox').fill('ZOE')
    await expect(names).toHaveText(['zoe', 'Zoë'])
    await page.getByRole('searchbox').fill('.*(')
    await expect(names).toHaveText(['Any .*( sign'])
    await button(page, 'Clear search').click()
    await button(page, 'Filter').click()
    const filter = page.getByRole('dialog', { name: 'Add a filter' })
    await filter.getByRole('button', { name: 'Kind', exact: true }).click()
    await filter.getByLabel('Target', { exact: true }).check()
    await expect(names).toHaveText(['Bob'])
    await expect(page).toHaveURL(/f\.kind=target/)
    await page.reload()
    await expect(names).toHaveText(['Bob'])
    await button(page, 'Edit Bob').click()
    await expect(dialog(page)).toBeVisible()
    await page.goBack()
    await expect(dialog(page)).toHaveCount(0)
    await expect(names).toHaveText(['Bob'])
    await page.goBack()
    await expect(names).toHaveCount(4)
  })

  test('unsaved changes survive going back and a reload', async ({ page, records }) => {
    await records('equipment').create(bow)
    await page.goto('/admin?table=equipment')
    await button(page, 'Edit Oak longbow').click()
    await page.getByLabel('Name').fill('Not saved yet')
    await page.goBack()
    await expect(page.getByRole('alertdialog', { name: 'Unsaved changes' })).toBeVisible()
    await button(page, 'Keep editing').click()
    await expect(page.getByLabel('Name')).toHaveValue('Not saved yet')
    const asked = page.waitForEvent('dialog')
    await page.evaluate('setTimeout(() => location.reload())')
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await page.keyboard.press('Escape')
    await button(page, 'Discard changes').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(button(page, 'Edit Oak longbow')).toBeFocused()
  })

  test('on a phone the whole row opens its record, and the form fits', byNight, async ({ page, records }) => {
    await records('equipment').create(bow)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      await page.goto('/admin?table=equipment')
      const box = (await row(page, 'Oak longbow').boundingBox())!
      expect(box.height).toBeLessThanOrEqual(72)
      expect(box.x + box.width).toBeLessThanOrEqual(width)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await row(page, 'Oak longbow').click({ position: { x: box.width - 12, y: box.height - 8 } })
      await expect(dialog(page)).toHaveAccessibleName('Item details')
      await button(page, 'Edit').click()
      await expect(dialog(page).last()).toHaveAccessibleName('Edit Item')
      expect((await dialog(page).last().boundingBox())!.height).toBe(640)
      await expect(button(page, 'Save')).toBeInViewport()
      await page.getByLabel('Notes').scrollIntoViewIfNeeded()
      await expect(button(page, 'Save')).toBeInViewport()
      await button(page, 'Cancel').click()
      // Closing goes back in the history, which would abort the next navigation.
      await expect(page).not.toHaveURL(/mode=edit/)
    }
  })

  test('markup in a record is shown as text everywhere and never runs', async ({ page, records }) => {
    const name = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>'
    await records('equipment').create({ ...bow, name, notes: `${name}\n"'><svg onload="window.ran=1">`.repeat(2) })
    await page.goto('/admin?table=equipment')
    const cells = page.locator('tbody td[data-label="Name"], tbody td[data-label="Notes"]')
    await expect(cells.first()).toContainText('<img src=x onerror=')
    for (const cell of await cells.all()) {
      await cell.focus()
      await expect(page.getByRole('tooltip')).toContainText('<script>')
    }
    await button(page, /^Delete </).click()
    await expect(page.getByRole('alertdialog')).toContainText('<img src=x')
    await button(page, 'Cancel').click()
    await button(page, /^Edit </).click()
    await expect(page.getByLabel('Name')).toHaveValue(name)
    expect(await page.evaluate('window.ran')).toBeUndefined()
  })
})

const night = {
  title: 'Night shooting',
  kind: 'group',
  place: 'roseville',
  starts_at: '2026-11-01T09:30:15.123Z',
  minutes: 60,
  seats: 8,
}

test(
  'a date-time saved unchanged in another time zone keeps its milliseconds',
  byNight,
  async ({ records, browser, baseURL, page }) => {
    const lesson = await records('lessons').create(night)
    const context = await browser.newContext({ baseURL, timezoneId: 'Asia/Kathmandu', reducedMotion: 'reduce' })
    await context.addCookies(await page.context().cookies())
    const far = await context.newPage()
    await far.goto(`/admin?table=lessons&record=${lesson.id}&mode=edit`)
    await expect(far.getByLabel('Start', { exact: false }).first()).toHaveValue('2026-11-01T01:30:15')
    await expect(far.getByLabel('Start: which of the two').locator('option:checked')).toHaveText(/1:30\sAM PST/)
    await far.getByLabel('Seats').fill('9')
    await button(far, 'Save').click()
    await expect(dialog(far)).toHaveCount(0)
    expect(await records('lessons').read(lesson.id)).toMatchObject({ starts_at: '2026-11-01T09:30:15.123Z', seats: 9 })
    await context.close()
    await records('lessons').remove(lesson.id)
  },
)

test.describe("in the school's time zone", () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test(
    'an ambiguous hour at the end of daylight saving asks which one is meant',
    byNight,
    async ({ page, records }) => {
      const { id } = await records('lessons').create({ ...night, starts_at: '2026-11-01T09:30:00.000Z' })
      await page.goto(`/admin?table=lessons&record=${id}&mode=edit`)
      const which = page.getByLabel('Start: which of the two')
      await expect(page.locator('#field-starts_at')).toHaveValue('2026-11-01T01:30')
      await expect(which.locator('option:checked')).toHaveText(/1:30\sAM PST/)
      await which.selectOption({ index: 0 })
      await button(page, 'Save').click()
      await expect(dialog(page)).toHaveCount(0)
      expect(await records('lessons').read(id)).toMatchObject({ starts_at: '2026-11-01T08:30:00.000Z' })

      await page.goto(`/admin?table=lessons&record=${id}&mode=edit`)
      await page.locator('#field-starts_at').fill('2026-03-08T02:30')
      await expect(
        page.getByText(/^This time does not exist that day \(DST\): it becomes Mar 8, 2026, 3:30\sAM PDT/),
      ).toBeVisible()
      await page.locator('#field-starts_at').fill('2026-03-08T04:30')
      await expect(page.getByText('Pacific Daylight Time')).toBeVisible()
      await button(page, 'Save').click()
      await expect(dialog(page)).toHaveCount(0)
      expect(await records('lessons').read(id)).toMatchObject({ starts_at: '2026-03-08T11:30:00.000Z' })
      await records('lessons').remove(id)
    },
  )
})

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a rich text field is never shown without its accessible name', byNight, async ({ page }) => {
  await page.addInitScript(`new MutationObserver(() => {
    if (document.querySelector('[contenteditable]:not([aria-label])')) window.nameless = true
  }).observe(document, { childList: true, subtree: true })`)
  await page.goto('/admin?table=lessons')
  await page.getByRole('button', { name: 'Add New' }).click()
  await expect(page.getByRole('textbox', { name: 'Notes' })).toBeVisible()
  expect(await page.evaluate('window.nameless ?? false')).toBe(false)
})

test('rich text and a photo are saved and shown in the form again', async ({ page, records }) => {
  await page.goto('/admin?table=instructors&record=new')
  await page.getByLabel('Full Name').fill('Robin Locksley')
  await page.getByLabel('Email').fill('robin@archery.example')
  const editor = page.getByRole('textbox', { name: 'About' })
  await editor.click()
  await page.keyboard.type('Calm and ')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('precise')
  await page.getByLabel('Photo').setInputFiles({ name: 'robin.png', mimeType: 'image/png', buffer: pixel })
  const preview = page.getByAltText('Preview of Photo')
  await expect(preview).toBeVisible()
  const width =
    "(async (image) => (await image.decode(), image.naturalWidth))(document.querySelector('[alt^=Preview]'))"
  expect(await page.evaluate(width)).toBe(1)
  await button(page, 'Save').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, 'Robin Locksley').locator('td[data-label="About"]')).toHaveText('Calm and precise')
  await button(page, 'Edit Robin Locksley').click()
  await expect(editor.locator('strong, b')).toHaveText('precise')
  await expect(preview).toBeVisible()
  const saved = (await records('instructors').all()).find(({ name }) => name === 'Robin Locksley')!
  await records('instructors').remove(saved.id)
})

test('pasted text keeps only its marks, and no script turns a string into markup', async ({ page, faults }) => {
  await page.goto('/admin?table=instructors&record=new')
  const editor = page.getByRole('textbox', { name: 'About' })
  await editor.click()
  const pasted = '<p>Calm <b>and</b> <img src="x" onerror="window.ran=1"><script>window.ran=1</script>kind</p>'
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', ${JSON.stringify(pasted)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
  await expect(editor).toHaveText('Calm and kind')
  await expect(editor.locator('strong, b')).toHaveText('and')
  await expect(editor.locator('img:not([class*=ProseMirror]), script')).toHaveCount(0)
  expect(await page.evaluate('window.ran')).toBeUndefined()

  // Blocked by the CSP: the pasted handler, then the string.
  faults.expect(/inline event handler|securitypolicyviolation script-src-attr/)
  faults.expect(/securitypolicyviolation require-trusted-types-for|requires 'TrustedHTML'/)
  const refusal =
    "(() => { try { document.createElement('p').innerHTML = '<b>x</b>' } catch (error) { return error.name } })()"
  expect(await page.evaluate(refusal)).toBe('TypeError')
})

test(
  'when the editor chunk of an older release is gone, the rest of the form works',
  byNight,
  async ({ page, faults }) => {
    faults.expect(/404|Failed to fetch dynamically imported module|rich-text/)
    await page.route('**/assets/rich-text-editor-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('/admin?table=instructors&record=new')
    await expect(page.getByText(/^The editor could not be loaded/)).toBeVisible()
    await page.getByLabel('Full Name').fill('Still works')
    await expect(button(page, 'Save')).toBeEnabled()
  },
)

test(
  'when the session ends under an open form, signing in over it saves the record',
  byNight,
  async ({ page, records, faults }) => {
    faults.expect(/401/)
    const { id } = await records('lessons').create({ ...night, title: 'Dawn' })
    await page.goto(`/admin?table=lessons&record=${id}&mode=edit`)
    await page.getByLabel('Title').fill('Dusk')
    await page.context().clearCookies()
    await button(page, 'Save').click()
    const again = page.getByRole('dialog', { name: 'Please sign in again' })
    await expect(again).toBeVisible()
    const popup = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await (await popup).getByLabel('Email address').fill('coach@archery.example')
    await (await popup).getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByText('Changes saved')).toBeVisible()
    expect(await records('lessons').read(id)).toMatchObject({ title: 'Dusk' })
    await records('lessons').remove(id)
  },
)
