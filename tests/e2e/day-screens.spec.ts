import type { Locator, Page } from '@playwright/test'
import { testScreens } from './support/accessibility'
import { standIn } from './support/api'
import { dayApi, dayScreens } from './support/day-screens'
import { byNight } from './support/devices'
import { expect, test } from './support/test'

// Any worker takes the next one.
test.describe.configure({ mode: 'parallel' })
testScreens(dayScreens)

const open = async (page: Page, path: string) => {
  await standIn(page, dayApi)
  await page.goto(path)
  await page.getByRole('heading', { level: 2 }).first().waitFor()
}

/** By role and name, as assistive technology finds them. */
async function expectRoles(
  scope: Locator,
  wanted: readonly (readonly [Parameters<Locator['getByRole']>[0], string])[],
) {
  for (const [role, name] of wanted)
    await expect(scope.getByRole(role, { name, exact: true }), `${role} ${name}`).toBeVisible()
}

test('Today names its lessons, people, numbers to call and marks', byNight, async ({ page }) => {
  await open(page, '/admin/today')
  await expectRoles(page.getByRole('region', { name: 'Lessons' }), [
    ['heading', 'Saturday, November 28'],
    ['button', 'Cancel day'],
    ['article', 'First arrows'],
    ['link', 'First arrows'],
    ['link', 'Roster of First arrows'],
    ['list', 'Students of First arrows'],
  ])
  const lesson = page.getByRole('article', { name: 'First arrows' })
  await expect(lesson.getByRole('listitem').first()).toContainText('Waiver missing')
  await expectRoles(lesson, [['link', 'Call Ada Brook, (916) 555-0142']])
  await lesson.getByRole('button', { name: 'Attendance: 1 of 3 marked' }).click()
  const marks = lesson.getByRole('group', { name: 'Ben Ito' })
  await expect(marks.getByRole('button', { name: 'Present', pressed: true })).toBeVisible()
  await expect(marks.getByRole('button', { pressed: false })).toHaveCount(2)
})

test('the dialog that cancels a day names its fields and what its buttons do', byNight, async ({ page }) => {
  await open(page, '/admin/today')
  await page.getByRole('button', { name: 'Cancel day' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel Saturday, November 28' })
  await expectRoles(dialog, [
    ['textbox', 'Email subject'],
    ['textbox', 'Email'],
    ['region', 'No email address'],
    ['button', 'Keep the lessons'],
    ['button', 'Cancel 1 lesson and write to 1'],
  ])
  await expect(dialog.getByRole('textbox', { name: /^Announcement on the website/ })).toBeVisible()
})

test('a figure is a chart of named links to its records, a table of the same numbers, and a file', async ({ page }) => {
  await open(page, '/admin/insights?from=2026-11-01&to=2026-11-28')
  const figure = page.getByRole('region', { name: 'Students by level' })
  await figure.getByText('Table', { exact: true }).click()
  await expectRoles(figure, [
    ['link', 'Beginner: 90'],
    ['link', 'Advanced: 12'],
    ['columnheader', 'Students'],
    ['row', 'Beginner 90'],
  ])
  const seats = page.getByRole('region', { name: 'Seats taken, by lesson day and place' })
  const behind = /table=lessons.*2026-11-28.*place=roseville/
  await expect(seats.getByRole('link', { name: 'Sat, Nov 28, Roseville: 0/8 seats taken' })).toHaveAttribute(
    'href',
    behind,
  )
  const download = page.waitForEvent('download')
  await figure.getByRole('button', { name: 'CSV of Students by level' }).click()
  expect((await download).suggestedFilename()).toBe('students-by-level.csv')
})

test('the sheet of a lesson is a table with a heading for each column', byNight, async ({ page }) => {
  await open(page, '/admin/roster?date=2026-11-28')
  const sheet = page.getByRole('region', { name: '10:00 AM First arrows' })
  for (const name of ['Here', 'Name', 'Age', 'Level', 'Eye', 'Draw', 'Guardian and phone', 'Waiver'])
    await expect(sheet.getByRole('columnheader', { name, exact: true })).toBeVisible()
  await expect(sheet.getByRole('rowheader', { name: 'Ada Brook' })).toBeVisible()
})
