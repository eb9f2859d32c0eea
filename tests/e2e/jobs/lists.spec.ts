import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, jobs } from '../support/jobs'
import { today } from '../support/school-day'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
type Count = (action: Promise<unknown>) => Promise<void>

/** From Today to a table; on a phone the search, in reach of the thumb, lists the tables before anything is typed. */
async function openStudents(page: Page, isPhone: boolean, count: Count) {
  await page.goto('/admin/today')
  if (isPhone) {
    await count(button(page, 'Search').click())
    await count(page.getByRole('option', { name: 'Students', exact: true }).click())
  } else {
    await count(page.getByRole('link', { name: 'Tables', exact: true }).click())
    await count(page.getByRole('tab', { name: 'Students', exact: true }).click())
  }
  await expect(page.getByRole('heading', { name: /^Students \(/ })).toBeVisible()
}

/** 30 children of 18 families: misspelled levels, two forms of dates, and phones that siblings write in their own way. */
function familySheet(stamp: number): string {
  const year = new Date().getFullYear() - 11
  const sizes = [...Array<number>(8).fill(1), ...Array<number>(8).fill(2), 3, 3]
  const phones = [
    (end: string) => `916-555-${end}`,
    (end: string) => `(916) 555 ${end}`,
    (end: string) => `+1 916.555.${end}`,
  ]
  const children = sizes.flatMap((size, family) => Array.from({ length: size }, (_, place) => ({ family, place })))
  const rows = children.map(({ family, place }, at) => {
    const born = at % 3 === 0 ? `${year}-04-03` : `4/3/${year}`
    const level = at < 7 ? 'intermed.' : at < 11 ? 'Begginer' : at === 20 ? 'advansed' : 'Beginner'
    const phone = phones[place]!(String(100 + family).padStart(4, '0'))
    const email = place === 0 ? `p${family}.${stamp}@example.org` : ''
    return [`Kid ${stamp} ${at}`, born, level, `Parent ${stamp} ${family}`, phone, email].join(',')
  })
  return ['Child,Birthday,Level,Parent,Phone,E-mail', ...rows].join('\r\n')
}

jobs(['import a sheet of 30 families'], async ({ page, records, isPhone, counts }) => {
  const stamp = Date.now()
  const made = async (table: string) =>
    (await records(table).all()).filter(({ name }) => String(name).includes(` ${stamp} `))
  const dialog = page.getByRole('dialog', { name: 'Import into Students' })
  const summary = dialog.getByRole('status').filter({ hasText: 'new' })
  const count = counts['import a sheet of 30 families']
  await openStudents(page, isPhone, count)
  if (isPhone) await count(button(page, 'Import and export').click())
  await count(button(page, 'Import').click())
  const file = { name: 'families.csv', mimeType: 'text/csv', buffer: Buffer.from(familySheet(stamp)) }
  await count(dialog.getByLabel('Choose a file').setInputFiles(file))
  await expect(dialog.getByLabel('Phone', { exact: true })).toHaveValue('guardians.1.phone')
  await count(button(page, 'Check the rows').click())
  await count(button(page, 'Month first').click())
  await expect(button(page, 'Month first')).toHaveAttribute('aria-pressed', 'true')
  const value = (text: string) => dialog.getByRole('combobox', { name: text })
  // What is probably meant is proposed, for every row with the value and for a single one.
  await expect(value('intermed., 7 rows')).toHaveValue('Intermediate')
  await expect(value('Begginer, 4 rows')).toHaveValue('Beginner')
  await count(button(page, 'Put right in 11 rows').click())
  await expect(summary).toContainText('29 new · 0 change · 0 unchanged · 1 with errors')
  await expect(dialog.getByLabel('Row 22, Level')).toHaveValue('Advanced')
  await count(button(page, 'Check 1 correction').click())
  await expect(summary).toContainText('30 new · 0 change · 0 unchanged · 0 with errors')
  await expect(summary).toContainText('18 guardians will be created')
  await count(button(page, 'Import 30 rows').click())
  await expect(page.getByText('30 created, 0 changed, 18 guardians created')).toBeVisible()

  const students = await made('students')
  expect(students.map(({ birth_date }) => String(birth_date).slice(5))).toEqual(Array(30).fill('04-03'))
  const linked = students.map(({ guardians }) => guardians as string[])
  expect([linked.length, linked.every(({ length }) => length === 1), new Set(linked.flat()).size]).toEqual([
    30,
    true,
    18,
  ])
  expect((await made('guardians')).map(({ id }) => id).toSorted()).toEqual([...new Set(linked.flat())].toSorted())
  await button(page, 'Undo').click()
  await expect.poll(async () => [(await made('students')).length, (await made('guardians')).length]).toEqual([0, 0])
})

jobs(['export the students under 14 of the summer as Excel'], async ({ page, records, isPhone, counts }) => {
  // The last summer, whose lessons the chip is about.
  const year = Number(today().slice(0, 4)) - Number(today().slice(5) < '06-01')
  const mark = Date.now()
  const child = { level: 'beginner', waiver_signed: true }
  const guardian = await records('guardians').create({ name: `Parent ${mark}`, email: `p${mark}@visitor.example` })
  const [young, grown] = [
    await records('students').create({
      ...child,
      name: `Young ${mark}`,
      birth_date: '2017-05-01',
      guardians: [guardian.id],
    }),
    await records('students').create({ ...child, name: `Grown ${mark}`, birth_date: '1980-05-01' }),
  ]
  const lesson = { kind: 'group', place: 'roseville', minutes: 60, seats: 8, title: `Summer ${mark}` }
  await records('lessons').create({
    ...lesson,
    starts_at: `${year}-07-10T19:00:00.000Z`,
    students: [young.id, grown.id],
  })
  const count = counts['export the students under 14 of the summer as Excel']
  await openStudents(page, isPhone, count)
  await count(button(page, isPhone ? /^Filters and order/ : 'Filter').click())
  await count(button(page, `Summer ${year}`).click())
  const under = page.getByLabel('Age under')
  // The phone's keyboard has a key that goes on.
  await count(isPhone ? under.pressSequentially('14\n') : under.fill('14'))
  await expect(page.getByRole('link', { name: `Young ${mark}` }).first()).toBeVisible()
  await expect(page.getByText(`Grown ${mark}`)).toHaveCount(0)
  const download = page.waitForEvent('download')
  await count(button(page, isPhone ? 'Import and export' : 'Export options').click())
  await count(button(page, isPhone ? 'Export Excel' : 'As Excel').click())
  const sheet = await readFile((await (await download).path())!)
  expect(sheet.subarray(0, 2).toString()).toBe('PK')
})

jobs(['undo a bulk edit of 22 students'], async ({ page, records, isPhone, counts }) => {
  const students = records('students')
  const group = `Bulk${Date.now()}`
  const ids: string[] = []
  for (let at = 0; at < 22; at++) {
    const level = at % 2 ? 'advanced' : 'beginner'
    ids.push((await students.create({ name: `Archer ${at} ${group}`, birth_date: '1990-05-01', level })).id)
  }
  const levels = async () => (await Promise.all(ids.map(students.read))).map(({ level }) => level)
  const before = await levels()
  await students.updateAll(ids, { level: 'intermediate' })
  await expect.poll(levels).toEqual(Array(22).fill('intermediate'))
  await page.goto('/admin/today')
  const count = counts['undo a bulk edit of 22 students']
  await count(button(page, isPhone ? 'Menu' : 'Settings').click())
  await count(page.getByRole('link', { name: 'Recent work' }).click())
  await count(button(page, 'Undo: Changed Level of 22 students').first().click())
  await expect.poll(levels).toEqual(before)
  for (const id of ids) await students.remove(id)
})

jobs(['add a column with three choices and fill five rows'], async ({ page, records, isPhone, counts }) => {
  const students = records('students')
  const group = `Quiver${Date.now()}`
  const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'].map((name) => `${name} ${group}`)
  const ids: string[] = []
  for (const name of names) ids.push((await students.create({ name, birth_date: '1990-05-01', level: 'beginner' })).id)
  const title = `Bow ${group}`
  const kinds = ['Long', 'Recurve', 'Compound', 'Long', 'Recurve']
  const count = counts['add a column with three choices and fill five rows']
  await openStudents(page, isPhone, count)
  // These five alone, which is not part of the job.
  await page.goto(`/admin?table=students&sort=name:asc&q=${group}`)
  await expect(page.getByRole('heading', { name: 'Students (5 records)' })).toBeVisible()
  if (isPhone) {
    await count(button(page, 'Search').click())
    await count(page.getByRole('combobox', { name: /^Go to a table/ }).fill('field students'))
    await count(page.getByRole('option', { name: 'Add a field to Students' }).click())
  } else {
    await count(button(page, 'Columns').click())
    await count(page.getByRole('link', { name: 'Add a field' }).click())
  }
  const dialog = page.getByRole('dialog', { name: 'Add a field' })
  await count(dialog.getByLabel('Name', { exact: true }).fill(title))
  await count(dialog.getByLabel('Kind').selectOption({ label: 'Choice' }))
  await dialog.getByLabel('Option 1', { exact: true }).focus()
  await count(page.keyboard.type('Long\nRecurve\nCompound'))
  const colors = dialog.getByRole('combobox', { name: /^Color of option/ })
  await expect(colors).toHaveCount(3)
  for (const [at, color] of ['green', 'amber', 'red'].entries()) await expect(colors.nth(at)).toHaveValue(color)
  await count(dialog.getByRole('button', { name: 'Add', exact: true }).click())
  await count(page.getByRole('dialog', { name: 'Check and save' }).getByRole('button', { name: 'Save' }).click())
  await expect(page.getByText('Saved Students')).toBeVisible()
  if (isPhone) {
    await page.goto(`/admin?table=students&sort=name:asc&q=${group}`)
    await count(page.getByRole('link', { name: names[0]! }).click())
    await count(page.getByRole('button', { name: 'Edit', exact: true }).click())
    const form = page.getByRole('dialog', { name: 'Edit Student' })
    // After one *Next*, each choice is saved and opens the next record.
    for (const [at, name] of names.entries()) {
      await expect(form.getByLabel('Full Name')).toHaveValue(name)
      await count(form.getByLabel(title).selectOption({ label: kinds[at]! }))
      if (at === 0) await count(form.getByRole('button', { name: 'Next' }).click())
    }
    await expect(page.getByRole('dialog')).toHaveCount(0)
  } else {
    const cell = (name: string) => page.getByRole('row').filter({ hasText: name }).locator(`td[data-label="${title}"]`)
    await count(cell(names[0]!).dblclick())
    for (const [at, name] of names.entries()) {
      const editor = page.getByRole('group', { name: `${title} of ${name}` }).getByLabel(title)
      await expect(editor).toBeFocused()
      // One group of keystrokes: the first letter, and on to the next row.
      await count(page.keyboard.press(kinds[at]!.charAt(0)))
      await expect(editor).toHaveValue(kinds[at]!.toLowerCase())
      await page.keyboard.press(at < 4 ? 'Shift+Enter' : 'Enter')
    }
    await expect(cell(names[4]!)).toHaveText('Recurve')
  }
  const column = `bow_${group.toLowerCase()}`
  const stored = await Promise.all(ids.map(students.read))
  expect(stored.map((student) => student[column])).toEqual(kinds.map((kind) => kind.toLowerCase()))
  const compound = await (await page.request.get(`/api/tables/students?${column}=compound`)).json()
  expect(compound.data.map(({ id }: { id: string }) => id)).toEqual([ids[2]])
  for (const id of ids) await students.remove(id)
})
