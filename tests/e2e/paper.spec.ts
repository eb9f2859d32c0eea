import { byNight, onDesktopAndPhone } from './support/devices'
import { countInteractions } from './support/interactions'
import { printedText } from './support/pdf-text'
import { addGuardian, addLesson, addStudent, at, clearLessons, uniqueName } from './support/school-day'
import { expect, test } from './support/staff'

test.beforeEach(async ({ page }) => {
  await clearLessons(page)
  // Printing waits for a person; here the PDF is made instead.
  await page.addInitScript({ content: 'window.print = () => {}' })
})

test(
  'a list prints all its records with the shown columns and nothing else of the page, in one interaction',
  byNight,
  async ({ page }) => {
    const group = uniqueName('Archer').replace(' ', '')
    const names = Array.from({ length: 30 }, (_, index) => `${group} ${String(index + 1).padStart(2, '0')}`)
    const add = (name: string) =>
      addStudent(page, name, { notes: `Notes of ${name}, ${'which are long, '.repeat(8)}end` })
    await Promise.all(names.map(add))
    await addStudent(page, 'Somebody else')
    await page.goto(`/admin?table=students&q=${group}&sort=name:asc&limit=20`)
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Date of birth' }).uncheck()
    await page.keyboard.press('Escape')
    const counted = countInteractions()
    await counted(page.keyboard.press('Control+p'))
    await expect(page.locator('.print-sheet')).toHaveCount(1)
    expect(counted.total).toBe(1)
    const sheets = await printedText(page)
    const text = sheets.join(' ')
    expect(text).toContain('Students (30 records)')
    expect(text.match(new RegExp(`(?<!of )${group} \\d\\d`, 'g'))).toEqual(names)
    expect(text.match(/end/g), 'long texts are whole').toHaveLength(30)
    for (const sheet of sheets) expect(sheet, 'headings on every sheet').toContain('Full Name')
    expect(text).not.toMatch(/Date of birth|Somebody else|Logout|Add New|Page 1 of|Search/)
    await page.evaluate('dispatchEvent(new Event("afterprint"))')
    await expect(page.locator('.print-sheet')).toHaveCount(0)

    // A phone has no keys for it: there a button prints the same.
    await page.setViewportSize({ width: 390, height: 844 })
    const taps = countInteractions()
    await taps(page.getByRole('button', { name: 'Print', exact: true }).click())
    await expect(page.locator('.print-sheet')).toHaveCount(1)
    expect(taps.total).toBe(1)
    const printed = (await printedText(page)).join(' ')
    expect(printed.match(new RegExp(`(?<!of )${group} \\d\\d`, 'g'))).toEqual(names)
  },
)

onDesktopAndPhone(() => {
  test('the roster of a day and of one lesson holds what an instructor needs, in 2 interactions', async ({ page }) => {
    const [ada, ben] = [uniqueName('Ada'), uniqueName('Ben')]
    const guardian = await addGuardian(page, 'R. Brook')
    const child = await addStudent(page, ada, {
      birth_date: '2015-01-10',
      guardians: [guardian.id],
      eye_dominance: 'left',
      draw_length_inches: 22.5,
      waiver_signed: false,
    })
    const adult = await addStudent(page, ben)
    const [morning, noon] = [uniqueName('Morning'), uniqueName('Noon')]
    await addLesson(page, morning, { starts_at: at(9), seats: 3, students: [child.id] })
    await addLesson(page, noon, { starts_at: at(12), students: [adult.id] })
    await page.goto('/admin/today')
    const counted = countInteractions()
    await counted(page.getByRole('link', { name: 'Roster', exact: true }).click())
    await expect(page.getByRole('heading', { name: /^Roster: / })).toBeVisible()
    await counted(page.getByRole('button', { name: 'Print' }).click())
    expect(counted.total).toBe(2)
    const day = (await printedText(page)).join(' ')
    expect(day).toContain(`9:00 AM ${morning}`)
    expect(day).toMatch(new RegExp(`${ada} \\d+ Beginner Left 22.5 in R. Brook, \\(916\\) 555-0142 Missing`))
    expect(day).toContain(`12:00 PM ${noon}`)
    expect(day).toMatch(new RegExp(`${ben} \\d+ Beginner Signed`))
    expect(day).not.toMatch(/Logout|Calendar|Print/)

    await page.goto('/admin/today')
    await page.getByRole('link', { name: `Roster of ${noon}` }).click()
    await expect(page.getByText(ben)).toBeVisible()
    const one = (await printedText(page)).join(' ')
    expect(one).toContain(noon)
    expect(one).not.toContain(morning)
  })
})
