import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { byNight, onDesktopAndPhone } from './support/devices'
import { expect, test } from './support/inquiries'
import { countInteractions } from './support/interactions'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected records' })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const isPhone = (page: Page) => page.viewportSize()!.width < 600
const headers = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'test' }

const equipment = '/api/tables/equipment'

/** On a phone the list has no head: its first record is selected, and then all that match. */
async function selectAll(page: Page, count: number, counted: ReturnType<typeof countInteractions>) {
  if (!isPhone(page)) return counted(box(page, 'Select all on this page').click())
  await counted(
    page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .click(),
  )
  await counted(button(page, `all ${count} matching`).click())
}

/** Stores many items at once by an import. */
async function importItems(page: Page, mark: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => `${mark} arrow ${n},arrows,1,good`)
  const buffer = Buffer.from(['name,kind,quantity,condition', ...rows].join('\r\n'))
  const file = { name: 'items.csv', mimeType: 'text/csv', buffer }
  const path = `${equipment}/imports`
  const { id } = await (await page.request.post(path, { headers, multipart: { file } })).json()
  const state = async () => (await (await page.request.get(`${path}/${id}`)).json()).state
  await expect.poll(state).toBe('checked')
  await page.request.post(`${path}/${id}/apply`, { data: {}, headers })
  await expect.poll(state, { timeout: 90_000 }).toBe('applied')
}

/** Other tests expect a short list of equipment. */
async function deleteItems(page: Page, mark: string) {
  const data = { action: 'delete', query: `q=${mark}` }
  const { id } = await (await page.request.post(`${equipment}/batches`, { data, headers })).json()
  const state = async () => (await (await page.request.get(`${equipment}/batches/${id}`)).json()).state
  await expect.poll(state, { timeout: 120_000 }).toBe('done')
}

onDesktopAndPhone(() => {
  test(
    '20 inquiries are marked as spam by 2 interactions, on a phone by 3, and undone by 1',
    byNight,
    async ({ page, world }) => {
      const mark = `bulk${Date.now()}`
      await Promise.all(Array.from({ length: 20 }, (_, n) => world.write({ name: `${mark} Visitor ${n}` })))
      await page.goto(`/admin?table=contact_submissions&q=${mark}`)
      await expect(page.getByRole('heading', { name: /20 records/ })).toBeVisible()
      const counted = countInteractions()
      const taps = isPhone(page) ? 3 : 2
      await selectAll(page, 20, counted)
      await expect(bar(page).getByRole('status').first()).toHaveText('20 selected')
      await counted(bar(page).getByRole('button', { name: 'Spam', exact: true }).click())
      await expect(page.getByText('20 inquiries marked as spam', { exact: true })).toBeVisible()
      expect(counted.total).toBe(taps)
      const held = async () => {
        const answer = await page.request.get(`/api/tables/contact_submissions?spam=true&q=${mark}`)
        return (await answer.json()).total
      }
      expect(await held()).toBe(20)
      await counted(button(page, 'Undo').click())
      await expect(page.getByText('Undone: 20 inquiries')).toBeVisible()
      expect([counted.total, await held()]).toEqual([taps + 1, 0])
    },
  )
})

onDesktopAndPhone(() => {
  test('a field of 60 records is set by 6 interactions and undone by 1', byNight, async ({ page }) => {
    const mark = `bulk${Date.now()}`
    // More than a page of the list.
    await importItems(page, mark, 60)
    await page.goto(`/admin?table=equipment&q=${mark}`)
    await expect(page.getByRole('heading', { name: 'Equipment (60 records)' })).toBeVisible()
    const inRepair = async () => {
      const { total } = await (await page.request.get(`/api/tables/equipment?condition=repair&q=${mark}`)).json()
      return total
    }
    const counted = countInteractions()
    await selectAll(page, 60, counted)
    if (!isPhone(page)) await counted(button(page, 'all 60 matching').click())
    await counted(button(page, 'Set field…').click())
    await counted(page.getByLabel('Field', { exact: true }).selectOption({ label: 'Condition' }))
    await counted(page.getByLabel('Condition', { exact: true }).selectOption({ label: 'In repair' }))
    await counted(button(page, 'Apply').click())
    await expect(page.getByText('Changed 60 records', { exact: true })).toBeVisible()
    expect(await inRepair()).toBe(60)
    expect(counted.total).toBe(6)
    await expect(bar(page)).toHaveCount(0)

    await counted(button(page, 'Undo').click())
    await expect(page.getByText('Undone: 60 records')).toBeVisible()
    expect(await inRepair()).toBe(0)
    expect(counted.total).toBe(7)
    await deleteItems(page, mark)
  })
})

test.describe('a few records', () => {
  const bow = (name: string) => ({ name, kind: 'longbow', quantity: 3, condition: 'good' })

  let mark = ''

  test.beforeEach(async ({ page, records }) => {
    mark = `few${Date.now()}`
    for (const name of ['Ash', 'Beech', 'Cedar', 'Elm']) await records('equipment').create(bow(`${name} ${mark}`))
    await page.goto(`/admin?table=equipment&sort=name:asc&q=${mark}`)
    await expect(page.getByRole('heading', { name: 'Equipment (4 records)' })).toBeVisible()
  })

  test('Shift selects a range; what was skipped is listed with its reason and selected again', async ({
    page,
    records,
  }) => {
    const counted = countInteractions()
    await counted(box(page, `Select Ash ${mark}`).click())
    await counted(box(page, `Select Cedar ${mark}`).click({ modifiers: ['Shift'] }))
    await expect(bar(page).getByRole('status').first()).toHaveText('3 selected')
    const [gone] = (await records('equipment').all()).filter(({ name }) => name === `Beech ${mark}`)
    await records('equipment').remove(gone!.id)
    await counted(button(page, 'Delete').click())
    await expect(page.getByText('Are you sure you want to delete these 3 records?')).toBeVisible()
    await counted(page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click())
    await expect(page.getByText('Deleted 2 records, 1 skipped')).toBeVisible()
    const skipped = page.getByRole('region', { name: 'Skipped records' })
    await expect(skipped).toContainText('1 record was skipped:')
    await expect(skipped).toContainText('This record was deleted by')
    await skipped.getByRole('button', { name: 'Select the skipped ones' }).click()
    await expect(bar(page).getByRole('status').first()).toHaveText('1 selected')
    await page.keyboard.press('Escape')
    await expect(bar(page)).toHaveCount(0)
    await button(page, 'Undo').click()
    await expect(page.getByText('Undone: 2 records')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Equipment (3 records)' })).toBeVisible()
    expect(counted.total).toBe(4)
  })

  onDesktopAndPhone(() => {
    test('a view is saved by 4 interactions, opened by 2, and shared with other staff', byNight, async ({ page }) => {
      const saved = `In order ${mark}`
      const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
      const counted = countInteractions()
      await counted(button(page, 'Views').click())
      await counted(item('Save as a new view…').click())
      const dialog = page.getByRole('dialog', { name: 'Save a view' })
      await counted(dialog.getByLabel('Name').fill(saved))
      await dialog.getByRole('checkbox', { name: 'Share with all staff who may see this table' }).check()
      await counted(dialog.getByRole('button', { name: 'Save' }).click())
      await expect(button(page, `View: ${saved}`)).toBeVisible()
      expect(counted.total).toBe(4)
      await page.goto('/admin?table=equipment')
      await counted(button(page, 'Views').click())
      await counted(item(saved).click())
      await expect(page.getByRole('heading', { name: 'Equipment (4 records)' })).toBeVisible()
      // On a phone the list has no head.
      await expect(page.locator('tbody').getByRole('row').first()).toContainText(`Ash ${mark}`)
      expect(counted.total).toBe(6)
      const { data } = await (await page.request.get(`${equipment}/views`)).json()
      expect(data.find(({ name }: { name: string }) => name === saved)).toMatchObject({ shared: true, own: true })

      await button(page, `View: ${saved}`).press('Enter')
      await expect(page.getByRole('menu', { name: 'Views' })).toMatchAriaSnapshot(`
        - menu "Views":
          - menuitem "All records"
          - menuitem "${saved}"
          - menuitem "Save as a new view…"
          - menuitem "Open the table with this view"
          - menuitem "Delete “${saved}”"
      `)
      await expect(item(saved)).toHaveAttribute('aria-current', 'true')
      await expect(item('All records')).toBeFocused()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await expect(button(page, 'Views')).toBeVisible()
    })

    test(
      'a bulk edit is undone in its list by 2 interactions, also by keys, in a tab that did not make it',
      byNight,
      async ({ page, records }) => {
        const items = records('equipment')
        const ids = (await items.all()).filter(({ name }) => String(name).endsWith(mark)).map(({ id }) => id)
        const conditions = async () => (await Promise.all(ids.map(items.read))).map(({ condition }) => condition)
        const changed = /^Undo: Changed Condition of 4 items/
        const undone = page.getByText('Undone: 4 records')
        const counted = countInteractions()

        await items.updateAll(ids, { condition: 'repair' })
        await page.reload()
        await counted(button(page, 'Recent changes').click())
        const menu = page.getByRole('dialog', { name: 'Recent changes' })
        await expect(menu.getByRole('button', { name: changed }).first()).toBeFocused()
        await counted(menu.getByRole('button', { name: changed }).first().click())
        await expect(undone).toBeVisible()
        expect([counted.total, ...(await conditions())]).toEqual([2, 'good', 'good', 'good', 'good'])

        await items.updateAll(ids, { condition: 'retired' })
        await page.reload()
        await expect(page.getByRole('heading', { name: 'Equipment (4 records)' })).toBeVisible()
        await counted(page.keyboard.press('Control+z'))
        await expect(menu.getByRole('button', { name: changed }).first()).toBeFocused()
        await counted(page.keyboard.press('Enter'))
        await expect(undone).toBeVisible()
        expect([counted.total, ...(await conditions())]).toEqual([4, 'good', 'good', 'good', 'good'])
      },
    )

    test(
      'an export of the shown columns with labels takes 2 interactions, of stored values and the selection 4, on a phone one more',
      byNight,
      async ({ page }) => {
        const counted = countInteractions()
        const isPhone = page.viewportSize()!.width < 640
        const options = page.getByRole('dialog', { name: isPhone ? 'Import and export' : 'Export options' })
        const open = async () => {
          if (isPhone) await counted(button(page, 'Import and export').click())
          await counted(button(page, 'Export options').click())
        }
        const file = async () => {
          const download = page.waitForEvent('download')
          await counted(options.getByRole('button', { name: 'As CSV', exact: true }).click())
          return readFile((await (await download).path())!, 'utf8')
        }
        await open()
        await expect(options).toMatchAriaSnapshot(`
        - group "Values":
          - radio "Labels, as in the list" [checked]
          - radio "Stored values, for a later import"
        - group "Columns":
          - radio /The \\d+ columns shown/ [checked]
          - radio "All columns"
        - group "Export":
          - button "As CSV"
          - button "As Excel"
      `)
        const shown = await file()
        expect(shown).toContain(`Ash ${mark},Longbow`)
        expect(shown).not.toContain('created_at')
        expect(counted.total).toBe(isPhone ? 3 : 2)

        await box(page, `Select Elm ${mark}`).click()
        await open()
        await counted(options.getByRole('radio', { name: 'Stored values, for a later import' }).check())
        await counted(options.getByRole('radio', { name: 'The 1 selected' }).check())
        const stored = await file()
        expect(stored).toContain(`Elm ${mark},longbow`)
        expect(stored).not.toContain('Ash')
        expect(counted.total).toBe(isPhone ? 8 : 6)
      },
    )
  })

  test(
    'on a phone the list is narrowed by 4 taps, and the button says how many records are left',
    byNight,
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      // Not there at all for a moment, while the toolbar changes to that of a phone.
      const bottom = async () => {
        const { y, height } = (await page.getByRole('searchbox').boundingBox()) ?? { y: 844, height: 0 }
        return y + height
      }
      await expect.poll(bottom, 'the list begins in the upper half').toBeLessThan(844 / 2)
      const counted = countInteractions()
      await counted(button(page, 'Filters and order').click())
      const sheet = page.getByRole('dialog', { name: 'Filters and order' })
      await expect(sheet.getByRole('button', { name: 'Show 4' })).toBeVisible()
      await counted(sheet.getByText('Name', { exact: true }).click())
      await counted(sheet.getByLabel('Name contains').fill('Beech'))
      await counted(sheet.getByRole('button', { name: 'Show 1' }).click())
      await expect(page.getByRole('heading', { name: 'Equipment (1 record)' })).toBeVisible()
      expect(counted.total).toBe(4)
      await button(page, 'Name contains “Beech”').click()
      await sheet.getByRole('button', { name: 'Clear filters' }).click()
      await sheet.getByRole('button', { name: 'Show 4' }).click()
      await expect(page.getByRole('heading', { name: 'Equipment (4 records)' })).toBeVisible()
      // On its side, rows are in sight, too.
      await page.setViewportSize({ width: 844, height: 390 })
      await expect(page.getByRole('row').filter({ hasText: `Beech ${mark}` })).toBeInViewport()
    },
  )

  test(
    'selection, bar and dialog have names, roles and states for a screen reader, and work by keyboard',
    byNight,
    async ({ page }) => {
      await box(page, `Select Ash ${mark}`).press('Space')
      await expect(page.getByRole('row', { name: /Ash/ })).toHaveAttribute('aria-selected', 'true')
      await expect(box(page, `Select Ash ${mark}`)).toBeChecked()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      await expect(bar(page)).toMatchAriaSnapshot(`
      - region "Selected records":
        - status: 2 selected
        - button "all 4 matching"
        - button "Set field…"
        - button "Export"
        - button "Delete"
        - button "Clear selection"
    `)
      await button(page, 'Set field…').press('Enter')
      await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Name' })
      await page.getByLabel('Name', { exact: true }).press('Enter')
      await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
      - dialog "Set a field of 2 records":
        - heading "Set a field of 2 records" [level=2]
        - button "Close"
        - combobox "Field"
        - textbox "Name"
        - alert: Name is required
        - button "Cancel"
        - button "Apply"
    `)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expectAccessible(page)
    },
  )
})
