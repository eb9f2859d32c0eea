import type { Page } from '@playwright/test'
import { testScreens } from './support/accessibility'
import { standIn } from './support/api'
import { dayApi, dayScreens } from './support/day-screens'
import { expect, test } from './support/test'

testScreens(dayScreens)

const open = async (page: Page, path: string) => {
  await standIn(page, dayApi)
  await page.goto(path)
}

test('Today names its lessons, people, numbers to call and what is due', async ({ page }) => {
  await open(page, '/admin/today')
  await expect(page.getByRole('region', { name: 'Lessons' })).toMatchAriaSnapshot(`
    - heading "Saturday, November 28" [level=2]
    - link "Roster"
    - button "Cancel day"
    - article "First arrows":
      - time: 10:00 AM
      - heading "First arrows" [level=3]:
        - link "First arrows"
      - text: /3 of 8/
      - text: /Maid Marian/
      - link /555-0177/
      - list "Students of First arrows":
        - listitem: /Ada Brook.*Waiver missing/
        - listitem: /Ben Ito/
        - listitem: Deleted record
      - button "Take attendance"
      - button "Students"
      - link "Roster of First arrows"
  `)
  await page
    .getByRole('button', { name: /attendance/i })
    .first()
    .click()
  await expect(page.getByRole('group', { name: 'Ben Ito' })).toMatchAriaSnapshot(`
    - group "Ben Ito":
      - button "Present" [pressed]
      - button "Absent"
      - button "Excused"
  `)
})

test('the dialog that cancels a day names its fields and what the button does', async ({ page }) => {
  await open(page, '/admin/today')
  await page.getByRole('button', { name: 'Cancel day' }).click()
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Cancel Saturday, November 28":
      - textbox /Announcement on the website/
      - textbox "Email subject"
      - textbox "Email"
      - group: Goes to 1 person, each once
      - region "No email address":
        - list:
          - listitem: /Ben Ito/
      - button "Keep the lessons"
      - button "Cancel 1 lesson and write to 1"
  `)
})

test('a figure is a chart of named links to its records, a table of the same numbers, and a file', async ({ page }) => {
  await open(page, '/admin/insights?from=2026-11-01&to=2026-11-28')
  const figure = page.getByRole('region', { name: 'Students by level' })
  await figure.getByText('Table', { exact: true }).click()
  await expect(figure).toMatchAriaSnapshot(`
    - heading "Students by level" [level=3]
    - button "CSV of Students by level"
    - figure:
      - link "Beginner: 90"
      - link "Advanced: 12"
    - table:
      - rowgroup:
        - row "Level Students":
          - columnheader "Level"
          - columnheader "Students"
      - rowgroup:
        - row "Beginner 90":
          - cell "Beginner":
            - link "Beginner"
          - cell "90"
  `)
  const seats = page.getByRole('region', { name: 'Seats taken, by lesson day and place' })
  await expect(seats.getByRole('link', { name: 'Sat, Nov 28, Roseville: 0 of 8 seats taken' })).toHaveAttribute(
    'href',
    /table=lessons.*2026-11-28.*place=roseville/,
  )
  const [file] = await Promise.all([page.waitForEvent('download'), figure.getByRole('button').click()])
  expect(file.suggestedFilename()).toBe('students-by-level.csv')
})

test('the sheet of a lesson is a table with a heading for each column', async ({ page }) => {
  await open(page, '/admin/roster?date=2026-11-28')
  await expect(page.getByRole('region', { name: '10:00 AM First arrows' })).toMatchAriaSnapshot(`
    - heading "10:00 AM First arrows" [level=3]
    - table:
      - rowgroup:
        - row "Here Name Age Level Eye Draw Guardian and phone Waiver"
      - rowgroup:
        - row /Ada Brook 11 Beginner Left 22.5 in R. Brook, \\(916\\) 555-0142 Missing/
  `)
})
