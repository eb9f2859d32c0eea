import { byNight, onDesktopAndPhone } from './support/devices'
import { addLesson, addStudent, at, clearLessons, today, uniqueName } from './support/school-day'
import { expect, test } from './support/staff'

test('a list stays where it is when a record opens beside it', async ({ page }) => {
  await addLesson(page, uniqueName('First arrows'), { starts_at: at(23) })
  for (const table of ['students', 'lessons']) {
    await page.goto(`/admin?table=${table}`)
    const row = page.locator('[data-row]').first()
    const before = (await row.boundingBox())!.y
    await row.getByRole('gridcell').nth(1).click()
    await expect(page.locator('.record-panel')).toBeVisible()
    expect((await row.boundingBox())!.y, table).toBe(before)
  }
})

onDesktopAndPhone(() => {
  test(
    'a lesson opens beside the calendar, says when and where it is, and closing it stays there',
    byNight,
    async ({ page }) => {
      await clearLessons(page)
      const title = uniqueName('First arrows')
      await addLesson(page, title, { starts_at: at(10), place: 'sacramento' })
      const address = `/admin/calendar?view=agenda&day=${today()}`
      await page.goto(address)
      const entry = page.getByRole('link', { name: new RegExp(title) })
      await entry.click()
      const panel = page.getByLabel('Lesson details')
      await expect(panel.getByRole('heading', { name: title })).toBeVisible()
      await expect(panel.getByText(/10:00\sAM\s· Sacramento$/)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(panel).toHaveCount(0)
      await expect(entry).toBeVisible()
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(address)
    },
  )
})

test('on a phone attendance takes one line for each child', async ({ page }) => {
  await clearLessons(page)
  const names = [uniqueName('Ada Brook'), uniqueName('Ben Ito')]
  const students = await Promise.all(names.map((name, at) => addStudent(page, name, { waiver_signed: at > 0 })))
  await addLesson(page, uniqueName('Saturday range'), { starts_at: at(12), students: students.map(({ id }) => id) })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/today')
  await page.getByRole('button', { name: 'Take attendance' }).click()
  for (const name of names) {
    const line = page.getByRole('listitem').filter({ has: page.getByRole('group', { name }) })
    expect((await line.boundingBox())!.height).toBeLessThanOrEqual(60)
    for (const mark of ['Present', 'Absent', 'Excused']) {
      const box = (await line.getByRole('button', { name: mark }).boundingBox())!
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    }
  }
  const buttons = ['Walk-in', /^Note on /].map((name) => page.getByRole('button', { name }))
  const places = () => Promise.all(buttons.map((button) => button.boundingBox()))
  const before = await places()
  for (const button of buttons) {
    await button.click()
    await expect(page.getByRole('textbox').or(page.getByRole('combobox')).first()).toBeVisible()
    expect(await places()).toEqual(before)
  }
})

test('a table of one record ends below it', async ({ page }) => {
  const name = uniqueName('Ada Brook')
  await addStudent(page, name)
  await page.goto(`/admin?table=students&q=${encodeURIComponent(name)}`)
  const [row, frame] = [page.locator('[data-row]'), page.locator('.grid-frame')]
  await expect(row).toHaveCount(1)
  const bottom = async (of: typeof row) => {
    const { y, height } = (await of.boundingBox())!
    return y + height
  }
  // A border, and a scrollbar where one takes room.
  expect((await bottom(frame)) - (await bottom(row))).toBeLessThan(20)
})

onDesktopAndPhone(() => {
  test('what a picker finds is in sight, also at the end of a form', async ({ page }) => {
    await page.goto('/admin?table=students&record=new')
    const field = page.getByRole('dialog').getByLabel('Guardian', { exact: true }).first()
    await field.click()
    const list = page.getByRole('listbox', { name: 'Guardian' })
    await expect(list.getByRole('option').first()).toBeInViewport({ ratio: 1 })
    await field.fill('no such guardian')
    await expect(list.getByText(/^Nothing found|^Create/)).toBeInViewport({ ratio: 1 })
  })
})
