import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { byNight, devices } from './support/devices'
import { expect, test } from './support/staff'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const at = (day: string) => `${day}T19:00:00.000Z`

/** Three children in lessons of the summer of a year, when there are no others. */
async function summer(year: number, records: (table: string) => { create(data: object): Promise<{ id: string }> }) {
  const child = { birth_date: '2013-03-01', level: 'beginner', waiver_signed: true }
  const [guardian, instructor] = await Promise.all([
    records('guardians').create({ name: 'Summer Parent', email: 'summer@people.example' }),
    records('instructors').create({
      name: 'Summer Teacher',
      email: `teacher@summer-${year}.example`,
      certification: 'level_2',
    }),
  ])
  const make = (name: string, more = {}) =>
    records('students').create({ name, ...child, guardians: [guardian.id], ...more })
  const [ada, ben, old] = await Promise.all([
    make('Summer Ada'),
    make('Summer Ben'),
    make('Summer Grown', { birth_date: '1980-01-01', guardians: [] }),
  ])
  const lesson = { kind: 'group', place: 'roseville', minutes: 60, seats: 8, instructor: instructor.id }
  const [june] = await Promise.all([
    records('lessons').create({
      ...lesson,
      title: 'June arrows',
      starts_at: at(`${year}-06-10`),
      students: [ada!.id, old!.id],
    }),
    records('lessons').create({ ...lesson, title: 'July arrows', starts_at: at(`${year}-07-10`), students: [ben!.id] }),
  ])
  return { ada: ada!, june, instructor }
}

const names = (page: Page) => page.locator('td[data-label="Full Name"]').allTextContents()

for (const [index, { device, viewport, details }] of devices.entries())
  test.describe(`on a ${device}`, details, () => {
    test.use({ viewport })

    test(
      'students are found by their lessons, exported as Excel, saved as a view, and lessons by their students',
      byNight,
      async ({ page, records }) => {
        const [isPhone, year] = [device === 'phone', 2015 + index]
        const { june, ada, instructor } = await summer(year, records)
        const openField = async (title: string) => {
          // In the sheet of a phone both are open.
          if (isPhone) await button(page, /^Filters and order/).click()
          else {
            await button(page, 'Filter').click()
            await page
              .getByRole('dialog', { name: 'Add a filter' })
              .getByRole('button', { name: title, exact: true })
              .click()
          }
        }
        const apply = async () => (isPhone ? button(page, /^Show/).click() : page.keyboard.press('Escape'))

        await page.goto('/admin?table=students&sort=name:asc')
        await openField('Lessons')
        await page.getByLabel('Lessons, from').fill(`${year}-06-01`)
        await page.getByLabel('Lessons, to').fill(`${year}-08-31`)
        await page.getByRole('combobox', { name: 'Lessons', exact: true }).click()
        await expect(page.getByRole('option', { name: `July arrows (Jul 10, ${year}, 12:00` })).toBeVisible()
        await page.keyboard.press('Escape')
        await apply()
        await expect(page.getByRole('heading', { name: 'Students (3 records)' })).toBeVisible()
        expect(await names(page)).toEqual(['Summer Ada', 'Summer Ben', 'Summer Grown'])

        await openField('Date of birth')
        await page.getByLabel('Age under').fill('14')
        await apply()
        await expect(page.getByRole('heading', { name: 'Students (2 records)' })).toBeVisible()
        const address = page.url()
        await page.reload()
        await expect(page.getByRole('heading', { name: 'Students (2 records)' })).toBeVisible()
        expect(page.url()).toBe(address)

        const answer = await page.request.get(
          `/api/tables/students/export?lessons.students__gte=${year}-06-01&lessons.students__lte=${year}-08-31`,
        )
        expect(
          (await answer.text())
            .match(/Summer \w+/g)
            ?.filter((name) => name !== 'Summer Parent')
            .sort(),
        ).toEqual(['Summer Ada', 'Summer Ben', 'Summer Grown'])
        const download = page.waitForEvent('download')
        if (isPhone) await button(page, 'Import and export').click()
        await button(page, 'Export options').click()
        await button(page, 'As Excel').click()
        expect((await download).suggestedFilename()).toBe('students.xlsx')
        expect((await readFile(await (await download).path())).subarray(0, 2).toString()).toBe('PK')

        await page.goto(`/admin?table=students&sort=name:asc&f.lessons.students=${june.id}`)
        await expect(page.getByRole('heading', { name: 'Students (2 records)' })).toBeVisible()
        await expect(button(page, new RegExp(`^Lessons: June arrows \\(Jun 10, ${year}, 12:00`))).toBeVisible()
        await page.goto(`/admin?table=lessons&f.students=${ada.id}&f.instructor__ne=${instructor.id}`)
        await expect(page.getByText('No records found')).toBeVisible()
        await page.goto(`/admin?table=lessons&f.students=${ada.id}`)
        await expect(page.getByRole('heading', { name: 'Lessons (1 record)' })).toBeVisible()
      },
    )
  })

test('on a phone the filter of a birth date appears at once as a whole', byNight, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin?table=students')
  const open = page.getByRole('button', { name: /^Filters and order/ })
  await open.waitFor()
  const session = await page.context().newCDPSession(page)
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1, offline: false }
  await session.send('Network.emulateNetworkConditions', { latency: 700, ...unlimited })
  await open.click()
  await page.getByText('or born from').waitFor()
  expect(await page.getByLabel('Age under').isVisible()).toBe(true)
})
