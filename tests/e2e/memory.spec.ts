import { expectAccessible } from './support/accessibility'
import { byNight, onDesktopAndPhone } from './support/devices'
import { countInteractions } from './support/interactions'
import { adminEmail } from './support/sample-people'
import { expect, test } from './support/staff'

const lesson = (title: string) => ({
  title,
  kind: 'group',
  place: 'roseville',
  starts_at: '2027-03-06T18:00:00Z',
  minutes: 60,
  seats: 4,
})

onDesktopAndPhone(() => {
  test('who changed this and what did it say before, and back to it', async ({ page, records }) => {
    const lessons = records('lessons')
    const title = `Remembered ${Date.now()}`
    const made = await lessons.create(lesson(title))
    const before = 'Bring water. We meet at the gate at nine, ten minutes early, whatever the weather.'
    await lessons.update(made.id, { notes: `<p>${before}</p>` })
    await lessons.update(made.id, { notes: `<p>${before.replace('ten', 'fifteen')}</p>`, seats: 6 })

    await page.goto(`/admin?table=lessons&q=${encodeURIComponent(title)}&record=${made.id}`)
    const counted = countInteractions()
    await counted(page.getByRole('tab', { name: 'History' }).click())
    const [newest, , first] = [0, 1, 2].map((at) => page.getByRole('list', { name: 'Changes' }).locator('> li').nth(at))
    await expect(newest!).toContainText(`${adminEmail}, changed in the form`)
    await expect(newest!.locator('del')).toHaveText(['4', 'ten'])
    await expect(newest!.locator('ins')).toHaveText(['6', 'fifteen'])
    await expect(first!).toContainText('created')
    expect(counted.total).toBe(1)

    await counted(newest!.getByRole('button', { name: /^Notes: Back to/ }).click())
    await expect(page.getByText('The value is restored.')).toBeVisible()
    expect(counted.total).toBe(2)
    expect(await lessons.read(made.id)).toMatchObject({ notes: `<p>${before}</p>`, seats: 6 })
    await expect(newest!).toContainText('changed from the history')

    await counted(
      page
        .getByRole('button', { name: /^Restore the record as it was on/ })
        .last()
        .click(),
    )
    await expect(page.getByText(/^Restored as it was on/)).toBeVisible()
    expect(await lessons.read(made.id)).toMatchObject({ notes: null, seats: 4 })
    await lessons.remove(made.id)
  })
})

test(
  'a value is not restored over what another person has saved meanwhile',
  byNight,
  async ({ page, records, faults }) => {
    faults.expect(/409/)
    const lessons = records('lessons')
    const made = await lessons.create(lesson(`Contested ${Date.now()}`))
    await lessons.update(made.id, { seats: 5 })
    await page.goto(`/admin?table=lessons&record=${made.id}`)
    await page.getByRole('tab', { name: 'History' }).click()
    const restore = page.getByRole('button', { name: 'Seats: Back to 4' })
    await expect(restore).toBeVisible()
    await lessons.update(made.id, { seats: 9 })
    await restore.click()
    await expect(page.getByText('Another person has changed this record since you opened it.')).toBeVisible()
    expect(await lessons.read(made.id)).toMatchObject({ seats: 9 })
    await expect(page.getByRole('list', { name: 'Changes' })).toContainText('9')
    await lessons.remove(made.id)
  },
)

onDesktopAndPhone(() => {
  test("yesterday's deleted record is found by its name and restored; another is deleted for good", async ({
    page,
    records,
  }) => {
    const lessons = records('lessons')
    const name = `Gone ${Date.now()}`
    const [one, two] = [await lessons.create(lesson(`${name} one`)), await lessons.create(lesson(`${name} two`))]
    await lessons.remove(one.id)
    await lessons.remove(two.id)

    await page.goto('/admin')
    const counted = countInteractions()
    // On a phone all pages are in one menu.
    const menu = page.viewportSize()!.width < 600 ? 'Menu' : 'Settings'
    await counted(page.getByRole('button', { name: menu }).click())
    await counted(page.getByRole('link', { name: 'Trash' }).click())
    await counted(page.getByRole('searchbox', { name: 'Search by name' }).fill(name))
    await expect(page.getByText('2 deleted records')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: `${name} one` })).toContainText('30 days left')
    await counted(page.getByRole('button', { name: `Restore ${name} one` }).click())
    await expect(page.getByText('1 record is back in the table.')).toBeVisible()
    expect(counted.total).toBe(4)
    expect(await lessons.read(one.id)).toMatchObject({ title: `${name} one` })
    await expect(page.getByText('1 deleted record', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: `Delete for good: ${name} two` }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Name of the record').fill('something else')
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await expect(dialog).toContainText("That doesn't match the record's name.")
    await dialog.getByLabel('Name of the record').fill(`${name} two`)
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await expect(page.getByText('No deleted record matches.')).toBeVisible()
    await lessons.remove(one.id)
  })
})

test('the activity names who did what, is filtered, links to the record, and is exported', async ({
  page,
  records,
}) => {
  const lessons = records('lessons')
  const title = `Seen ${Date.now()}`
  const made = await lessons.create(lesson(title))
  await expect(async () => {
    await page.goto('/admin/activity?table=lessons&action=create')
    await expect(page.getByRole('link', { name: title })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const first = page.getByRole('list', { name: 'Activity, newest first' }).getByRole('listitem').first()
  await expect(first).toContainText(`${adminEmail}created${title}in Lessons`)
  await page.getByRole('combobox', { name: 'What' }).selectOption({ label: 'Signed in' })
  await page.getByRole('combobox', { name: 'Table' }).selectOption({ label: 'All tables' })
  await expect(first).toContainText('signed in')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('activity.csv')
  await lessons.remove(made.id)
})

test(
  'a batch opens to its records with the old and new values, in the activity and in the history',
  byNight,
  async ({ page, records }) => {
    const lessons = records('lessons')
    const name = `Together ${Date.now()}`
    const ids = [(await lessons.create(lesson(`${name} one`))).id, (await lessons.create(lesson(`${name} two`))).id]
    await lessons.updateAll(ids, { seats: 7 })

    await page.goto('/admin/activity?table=lessons&action=batch')
    const entry = page.getByRole('list', { name: 'Activity, newest first' }).locator('> li').first()
    await expect(entry).toContainText(`${adminEmail}started changing Seats of 2 recordsin Lessons`)
    await entry.getByRole('button', { name: 'Show the records' }).click()
    const opened = page.getByRole('list', { name: 'Records of this change' })
    await expect(opened.locator('> li')).toHaveCount(2)
    await expect(opened.getByRole('link', { name: `${name} two` })).toBeVisible()
    await expect(opened.locator('del')).toHaveText(['4', '4'])
    await expect(opened.locator('ins')).toHaveText(['7', '7'])
    await expectAccessible(page)

    await page.goto(`/admin?table=lessons&q=${encodeURIComponent(name)}&record=${ids[0]}`)
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Show all records of this change' }).click()
    await expect(opened.getByRole('link', { name: `${name} two` })).toBeVisible()
    for (const id of ids) await lessons.remove(id)
  },
)

test(
  'the history of a record is accessible in light and dark, and fits 320 pixels',
  byNight,
  async ({ page, records }) => {
    const lessons = records('lessons')
    const title = `Looked at ${Date.now()}`
    const made = await lessons.create(lesson(title))
    await lessons.update(made.id, {
      seats: 5,
      notes: '<p>Bring water. We meet at the gate at nine, ten minutes early.</p>',
    })
    await page.goto(`/admin?table=lessons&q=${encodeURIComponent(title)}&record=${made.id}`)
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible()
    await expectAccessible(page)
    await lessons.remove(made.id)
  },
)
