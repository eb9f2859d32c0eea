import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { testScreens } from './support/accessibility'
import { byNight, devices, onDesktopAndPhone } from './support/devices'
import { importScreens } from './support/import-screens'
import { countInteractions } from './support/interactions'
import { expect, test } from './support/staff'

const header = 'Full Name,Date of birth,Level,Guardian,Shoe size'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import into Students' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const summary = (page: Page) => dialog(page).getByRole('status').filter({ hasText: 'new' })

/** A phone has one menu for import and export. */
const menu = (page: Page) => button(page, 'Import and export')
const isPhone = (page: Page) => page.viewportSize()!.width < 640

async function chooseImport(page: Page, count = countInteractions()) {
  if (isPhone(page)) await count(menu(page).click())
  await count(button(page, 'Import').click())
}

async function openImport(page: Page) {
  await page.goto('/admin?table=students')
  await chooseImport(page)
  await dialog(page).getByText('Choose a file').waitFor()
}

const events = {
  drop: `data.items.add(new File([text], 'students.csv', { type: 'text/csv' }))
    const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })`,
  paste: `data.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })`,
}

/** What a browser sends when rows are dropped on, or pasted into, the first step. */
const handOver = (page: Page, kind: keyof typeof events, text: string) =>
  page.evaluate(`(() => {
    const text = ${JSON.stringify(text)}
    const data = new DataTransfer()
    ${events[kind]}
    document.querySelector('dialog input[type=file]').dispatchEvent(event)
  })()`)

onDesktopAndPhone(() => {
  test(
    '40 students from a spreadsheet: 38 new, 2 change, and the errors to download, in five interactions, and the menu of a phone',
    byNight,
    async ({ page, records }) => {
      const stamp = Date.now()
      const students = records('students')
      const known = await Promise.all(
        [`Ada ${stamp}`, `Ben ${stamp}`].map((name) =>
          students.create({ name, birth_date: '1990-05-05', level: 'beginner', waiver_signed: false }),
        ),
      )
      const rows = [
        ...Array.from({ length: 38 }, (_, at) => `Pupil ${stamp} ${at},2001-04-${10 + (at % 20)},Beginner,,38`),
        ...known.map(({ name }) => `${name},1990-05-05,Advanced,,39`),
        'Kim Young,2099-01-01,Beginner,,40',
        'Lee Stone,1999-01-01,Expert,,41',
      ]
      await page.goto('/admin?table=students')
      const count = countInteractions()
      await chooseImport(page, count)
      const file = { name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from([header, ...rows].join('\r\n')) }
      await count(dialog(page).getByLabel('Choose a file').setInputFiles(file))
      // The column that nothing was found for comes first.
      await expect(
        dialog(page)
          .getByRole('listitem')
          .filter({ has: page.getByRole('combobox') })
          .first(),
      ).toContainText('Shoe size')
      await count(dialog(page).getByLabel('Match existing records by').selectOption('Full Name'))
      await count(button(page, 'Check the rows').click())
      await expect(summary(page)).toHaveText('38 new · 2 change · 0 unchanged · 2 with errors')
      await expect(dialog(page).getByText('Level must be one of the valid options')).toBeVisible()

      const download = page.waitForEvent('download')
      await dialog(page).getByRole('button', { name: 'Download the errors' }).click()
      const errors = await readFile((await (await download).path())!, 'utf8')
      expect(errors).toContain('Date of birth')
      expect(errors).toContain('Level must be one of the valid options')

      await count(button(page, 'Import 40 rows').click())
      await expect(page.getByText('38 created, 2 changed, 2 left out')).toBeVisible()
      expect(count.total, 'interactions').toBe(isPhone(page) ? 6 : 5)
      expect((await students.read(known[0]!.id)).level).toBe('advanced')
      const pupils = async () =>
        (await students.all()).filter(({ name }) => String(name).startsWith(`Pupil ${stamp}`)).length
      expect(await pupils()).toBe(38)
      await button(page, 'Undo').click()
      await expect.poll(pupils).toBe(0)
      expect((await students.read(known[0]!.id)).level).toBe('beginner')
    },
  )
})

// A test of the screen corrects cells as well, and the import of a sheet of families.
for (const { device, viewport } of devices)
  test(
    `cells with errors are corrected in the preview on a ${device}, also after a reload`,
    byNight,
    async ({ page, records }) => {
      await page.setViewportSize(viewport)
      const [stamp, students] = [Date.now(), records('students')]
      await openImport(page)
      const rows = [
        `Kim ${stamp},2001-04-10,Expert,,`,
        `Lee ${stamp},soon,Beginner,,`,
        `Max ${stamp},2001-04-11,Beginner,,`,
      ]
      await handOver(page, 'drop', [header, ...rows].join('\n'))
      await button(page, 'Check the rows').click()
      await expect(summary(page)).toHaveText('1 new · 0 change · 0 unchanged · 2 with errors')
      const count = countInteractions()
      await count(dialog(page).getByLabel('Row 2, Level').selectOption('Advanced'))
      await count(dialog(page).getByLabel('Row 3, Date of birth').fill('2002-02-30'))
      await count(page.keyboard.press('Enter'))
      await expect(summary(page)).toHaveText('2 new · 0 change · 0 unchanged · 1 with errors')
      await page.reload()
      await expect(summary(page)).toHaveText('2 new · 0 change · 0 unchanged · 1 with errors')
      await expect(dialog(page).getByLabel('Row 3, Date of birth')).toHaveValue('2002-02-30')
      await dialog(page).getByLabel('Row 3, Date of birth').fill('2/28/2002')
      await button(page, 'Check 1 correction').click()
      await expect(summary(page)).toHaveText('3 new · 0 change · 0 unchanged · 0 with errors')
      await button(page, 'Corrected 2').click()
      await expect(dialog(page).getByText('2/28/2002')).toBeVisible()
      await button(page, 'Import 3 rows').click()
      await expect(page.getByText('3 created, 0 changed')).toBeVisible()
      const made = (await students.all()).filter(({ name }) => String(name).endsWith(String(stamp)))
      expect(made.map(({ level }) => level).sort()).toEqual(['advanced', 'beginner', 'beginner'])
      expect(made.map(({ birth_date }) => birth_date).sort()).toEqual(['2001-04-10', '2001-04-11', '2002-02-28'])
      expect(count.total).toBe(3)
      // Nothing is open any more.
      await page.reload()
      await expect(isPhone(page) ? menu(page) : button(page, 'Import')).toBeVisible()
      await expect(dialog(page)).toHaveCount(0)
    },
  )

test('a file that is no table is refused; rows come by drop or paste, the focus follows the steps, and a missing column is named', async ({
  page,
  records,
  faults,
}) => {
  faults.expect(/status of 4/)
  await openImport(page)
  await handOver(page, 'drop', '')
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expect(dialog(page).getByText('Choose a file')).toBeVisible()

  await handOver(page, 'drop', 'Full Name,Shoe size\nNo Birthday,40')
  await expect(dialog(page).getByText('No column for Date of birth, which a new record needs.')).toBeVisible()
  await expect(dialog(page).getByRole('list', { name: 'Steps' })).toBeFocused()
  await button(page, 'Check the rows').click()
  await expect(summary(page)).toHaveText('0 new · 0 change · 0 unchanged · 1 with errors')
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Check' })).toHaveAttribute('aria-current', 'step')
  await page.reload()
  await expect(summary(page), 'a reload goes on with it').toHaveText('0 new · 0 change · 0 unchanged · 1 with errors')

  await button(page, 'Cancel').click()
  await chooseImport(page)
  await dialog(page).getByText('Choose a file').waitFor()
  const name = `By Hand ${Date.now()}`
  await handOver(page, 'paste', [header, `${name},2000-01-01,Beginner,,37`].join('\n').replaceAll(',', '\t'))
  await button(page, 'Check the rows').click()
  await expect(summary(page)).toHaveText('1 new · 0 change · 0 unchanged · 0 with errors')
  await button(page, 'Back').click()
  await expect(dialog(page).getByLabel('Shoe size')).toHaveValue('')
  await button(page, 'Check the rows').click()
  await button(page, 'Import 1 row').click()
  await expect(page.getByText(/^1 created, 0 changed/)).toBeVisible()
  const made = async () => (await records('students').all()).filter((student) => student['name'] === name).length
  expect(await made()).toBe(1)
  await button(page, 'Undo').click()
  await expect.poll(made).toBe(0)
})

testScreens(importScreens)
