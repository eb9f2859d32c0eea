import type { Page } from '@playwright/test'
import { byNight, onDesktopAndPhone } from './support/devices'
import { countInteractions } from './support/interactions'
import { adminEmail } from './support/sample-people'
import { expect, test } from './support/staff'

const student = (name: string) => ({ name, birth_date: '1990-05-05', level: 'beginner', waiver_signed: true })
const list = (name: string) => `/admin?table=students&q=${encodeURIComponent(name)}&sort=name:asc`
const cell = (page: Page, of: string, column: string) =>
  page.getByRole('row').filter({ hasText: of }).locator(`td[data-label="${column}"]`)
const editor = (page: Page, column: string, of: string) => page.getByRole('group', { name: `${column} of ${of}` })

onDesktopAndPhone(() => {
  test(
    'a value is corrected in its row in three interactions, on a phone in its record in four',
    byNight,
    async ({ page, records }) => {
      const name = `Rowan ${Date.now()}`
      const { id } = await records('students').create(student(name))
      await page.goto(list(name))
      const count = countInteractions()
      if (page.viewportSize()!.width < 600) {
        await count(page.getByRole('link', { name: name }).click())
        await count(page.getByRole('button', { name: 'Edit', exact: true }).click())
        const form = page.getByRole('dialog', { name: 'Edit Student' })
        await count(form.getByLabel('Level').selectOption('Advanced'))
        await count(form.getByRole('button', { name: 'Save' }).click())
        await expect(form).toHaveCount(0)
        expect(count.total, 'interactions').toBe(4)
        expect((await records('students').read(id)).level).toBe('advanced')
        return
      }
      await count(cell(page, name, 'Level').dblclick())
      const level = editor(page, 'Level', name).getByLabel('Level')
      await expect(level).toBeFocused()
      await count(level.selectOption('Advanced'))
      await count(page.keyboard.press('Enter'))
      await expect(cell(page, name, 'Level')).toHaveText('Advanced')
      await expect(cell(page, name, 'Level')).toBeFocused()
      expect(count.total, 'interactions').toBe(3)
      expect((await records('students').read(id)).level).toBe('advanced')
    },
  )
})

test('double-click edits, Tab goes on to the next cell, Escape takes back', async ({ page, records }) => {
  const students = records('students')
  const { id } = await students.create(student('Tabitha Tab'))
  await page.goto(list('Tabitha'))
  await cell(page, 'Tabitha', 'Date of birth').dblclick()
  const birth = editor(page, 'Date of birth', 'Tabitha Tab')
  await birth.getByLabel('Date of birth').fill('1991-06-06')
  await page.keyboard.press('Tab')
  await expect(editor(page, 'Level', 'Tabitha Tab').getByLabel('Level')).toBeFocused()
  expect((await students.read(id)).birth_date).toBe('1991-06-06')
  await page.keyboard.press('Shift+Tab')
  await expect(birth).toBeVisible()
  await birth.getByLabel('Date of birth').fill('2099-01-01')
  await page.keyboard.press('Enter')
  await expect(birth.getByRole('alert').first()).toHaveText('Date of birth cannot be in the future')
  await page.keyboard.press('Escape')
  await expect(cell(page, 'Tabitha', 'Date of birth')).toHaveText(/^Jun 6, 1991 \(age \d+\)$/)
  await expect(cell(page, 'Tabitha', 'Date of birth')).toBeFocused()
})

test(
  'a change that makes another field necessary says so and leads to the form',
  byNight,
  async ({ page, records }) => {
    await records('students').create(student('Minor Mina'))
    await page.goto(list('Minor'))
    await cell(page, 'Minor Mina', 'Date of birth').dblclick()
    const birth = editor(page, 'Date of birth', 'Minor Mina')
    await birth.getByLabel('Date of birth').fill('2016-06-06')
    await page.keyboard.press('Enter')
    await expect(birth.getByText('Guardian is required')).toBeVisible()
    await birth.getByRole('button', { name: 'Edit all fields' }).click()
    await expect(
      page.getByRole('dialog', { name: 'Edit Student' }).getByRole('combobox', { name: 'Guardian' }),
    ).toBeVisible()
  },
)

test(
  'a stale cell says who changed it and to what; a change of another field does not matter',
  byNight,
  async ({ page, records, faults }) => {
    faults.expect(/409/)
    const students = records('students')
    const { id } = await students.create(student('Stale Stella'))
    await page.goto(list('Stale'))
    await cell(page, 'Stale Stella', 'Level').dblclick()
    await students.update(id, { level: 'intermediate' })
    const level = editor(page, 'Level', 'Stale Stella')
    await level.getByLabel('Level').selectOption('Advanced')
    await page.keyboard.press('Enter')
    await expect(level.getByText(`${adminEmail} changed Level at`)).toBeVisible()
    await expect(level.getByText('Level is now Intermediate.')).toBeVisible()
    await level.getByRole('button', { name: 'Keep theirs' }).click()
    await expect(cell(page, 'Stale Stella', 'Level')).toHaveText('Intermediate')

    await cell(page, 'Stale Stella', 'Level').dblclick()
    await students.update(id, { draw_length_inches: 27 })
    await level.getByLabel('Level').selectOption('Advanced')
    await page.keyboard.press('Enter')
    await expect(cell(page, 'Stale Stella', 'Level')).toHaveText('Advanced')
    expect(await students.read(id)).toMatchObject({ level: 'advanced', draw_length_inches: 27 })
  },
)

test('a student is taken out of a lesson and deleted, and Undo puts both back', byNight, async ({ page, records }) => {
  const { id } = await records('students').create(student('Linked Lena'))
  const lessons = records('lessons')
  const lesson = await lessons.create({
    title: 'Linked lesson',
    kind: 'group',
    place: 'roseville',
    starts_at: '2031-05-03T17:00:00.000Z',
    minutes: 60,
    seats: 8,
    students: [id],
  })
  await page.goto(list('Linked Lena'))
  await page.getByRole('button', { name: 'Delete Linked Lena' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Linked Lena' })
  await expect(dialog.getByText('Lessons, Students: 1')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Linked lesson' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove it from them and delete' }).click()
  await expect(page.getByText('Record deleted')).toBeVisible()
  expect((await lessons.read(lesson.id)).students).toBeNull()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Record restored')).toBeVisible()
  expect((await lessons.read(lesson.id)).students).toEqual([id])
})

test('at 400 % zoom (320 x 256) the form keeps two thirds of the height, and Save is whole', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/admin?table=students&record=new')
  const dialog = page.getByRole('dialog', { name: 'Create Student' })
  const save = (await dialog.getByRole('button', { name: 'Save' }).boundingBox())!
  expect(save.x + save.width).toBeLessThanOrEqual(320)
  expect(save.y + save.height).toBeLessThanOrEqual(256)
  const form = await page.evaluate('document.querySelector("dialog form").closest(".overflow-y-auto").clientHeight')
  expect(form).toBeGreaterThanOrEqual(256 * (2 / 3) - 1)
  await expect(dialog.getByRole('checkbox', { name: 'Waiver signed' })).toBeAttached()
})

test('the title of the page names the record, the table and the screen', byNight, async ({ page, records }) => {
  const { id } = await records('students').create(student('Titled Tess'))
  await page.goto('/admin?table=students')
  await expect(page).toHaveTitle('Students · Admin Dashboard')
  await page.goto(`${list('Titled')}&record=${id}`)
  await expect(page).toHaveTitle('Titled Tess · Students · Admin Dashboard')
  await page.goto('/admin/today')
  await expect(page).toHaveTitle(/Today/)
})

test('an announcement ends tonight by one click, and its state is a word', byNight, async ({ page, records }) => {
  const announcements = records('announcements')
  const { id } = await announcements.create({ kind: 'info', text: 'Range closes early', published: true })
  await page.goto(`/admin?table=announcements&record=${id}&mode=edit`)
  const dialog = page.getByRole('dialog', { name: 'Edit Announcement' })
  await dialog.getByRole('button', { name: 'Until tonight' }).click()
  await expect(dialog.getByLabel('End')).not.toHaveValue('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  const ends = Date.parse(String((await announcements.read(id)).ends_at))
  expect(ends).toBeGreaterThan(Date.now() - 60_000)
  expect(ends).toBeLessThan(Date.now() + 25 * 3_600_000)
  const row = page.getByRole('row').filter({ hasText: 'Range closes early' })
  await expect(row.locator('td[data-label=Published]')).toHaveText('Live')
  await announcements.update(id, { published: false })
  await page.goto(`/admin?table=announcements&record=${id}`)
  await expect(page.getByRole('region', { name: 'Announcement details' }).getByText('Draft')).toBeVisible()
})

test('the focus on a hidden file input scrolls the form, and leaves the head and the foot of its dialog in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto('/admin?table=instructors&record=new')
  const dialog = page.getByRole('dialog', { name: 'Create Instructor' })
  const file = dialog.locator('input[type=file]').first()
  await file.focus()
  await expect(dialog.getByRole('heading', { name: 'Create Instructor' })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByText('Choose an image')).toBeInViewport({ ratio: 1 })
  expect(await dialog.evaluate((element) => element.scrollTop)).toBe(0)
})
