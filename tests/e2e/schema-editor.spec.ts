import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { byNight, onDesktopAndPhone } from './support/devices'
import { countInteractions } from './support/interactions'
import { latestCode } from './support/mail-codes'
import { adminEmail } from './support/sample-people'
import { expect, test } from './support/staff'

const headers = { 'sec-fetch-site': 'same-origin' }

type Rights = Record<string, 'view' | 'edit'>

/** Invites a staff member and signs them in by code. */
async function staffPage(page: Page, mailUrl: string, rights: Rights) {
  const email = `staff.${Date.now()}@archery.example`
  const data = { email, name: null, role: 'staff', rights, exports: [] }
  const invited = await page.request.post('/api/people', { data, headers })
  expect(invited.status(), await invited.text()).toBe(201)
  const context = await page
    .context()
    .browser()!
    .newContext({ baseURL: new URL(page.url()).origin })
  const staff = await context.newPage()
  await staff.goto('/login')
  await staff.getByLabel('Email Address').fill(email)
  await staff.getByRole('button', { name: 'Send Login Code' }).click()
  await staff.getByLabel(`Enter the code sent to ${email}`).fill(await latestCode(mailUrl, email))
  await staff.getByRole('button', { name: 'Verify & Login' }).click()
  await expect(staff.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  const { id } = (await invited.json()).person as { id: string }
  return { staff, leave: () => context.close().then(() => page.request.delete(`/api/people/${id}`, { headers })) }
}

const fieldDialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('an admin adds the column "T-shirt size", and staff fill it in', byNight, async ({ page, mailUrl, records }) => {
  const students = records('students')
  const student = await students.create({ name: 'Ada Shirt', birth_date: '1990-05-01', level: 'beginner' })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Tables and fields' }).click()
  await page.getByRole('button', { name: 'Edit Students' }).click()

  await page.getByRole('button', { name: 'Add a field' }).click()
  const dialog = fieldDialog(page, 'Add a field')
  await dialog.getByLabel('Name', { exact: true }).fill('T-shirt size')
  await dialog.getByLabel('Kind').selectOption({ label: 'Choice' })
  for (const [at, size] of ['Small', 'Medium', 'Large'].entries()) {
    await dialog.getByRole('button', { name: 'Add an option' }).click()
    await dialog.getByLabel(`Option ${at + 1}`, { exact: true }).fill(size)
  }
  await dialog.getByLabel('Color of option 2').selectOption('Blue')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Preview of the form' }).getByLabel('T-shirt size')).toBeVisible()

  await page.getByRole('button', { name: 'Check and save' }).click()
  const check = fieldDialog(page, 'Check and save')
  await expect(check).toContainText('T-shirt size added')
  await expect(check).toContainText(/All \d+ records fit/)
  await check.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved Students')).toBeVisible()

  const { staff, leave } = await staffPage(page, mailUrl, { students: 'edit' })
  await staff.goto(`/admin?table=students&record=${student.id}`)
  await staff.getByRole('button', { name: 'Edit', exact: true }).click()
  await staff.getByRole('dialog', { name: 'Edit Student' }).getByLabel('T-shirt size').selectOption({ label: 'Medium' })
  await staff.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await students.read(student.id))['t_shirt_size']).toBe('medium')
  await leave()
  await students.remove(student.id)
})

onDesktopAndPhone(() => {
  test(
    'an admin adds a column and fills five rows in 18 interactions by typing down or by one paste, on a phone in 19',
    byNight,
    async ({ page, records }) => {
      const students = records('students')
      const group = `Arrow${Date.now()}`
      const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'].map((name) => `${name} ${group}`)
      for (const name of names) await students.create({ name, birth_date: '1990-05-01', level: 'beginner' })
      const title = `Bow ${group}`
      const cell = (name: string) =>
        page.getByRole('row').filter({ hasText: name }).locator(`td[data-label="${title}"]`)
      const values = async () =>
        (await students.all())
          .filter(({ name }) => names.includes(String(name)))
          .sort((one, other) => String(one.name).localeCompare(String(other.name)))
          .map((student) => student[Object.keys(student).find((key) => key === `bow_${group.toLowerCase()}`)!])
      await page.goto('/admin/shape')
      const count = countInteractions()
      await count(page.getByRole('button', { name: 'Edit Students' }).click())
      await count(page.getByRole('button', { name: 'Add a field' }).click())
      const dialog = fieldDialog(page, 'Add a field')
      await count(dialog.getByLabel('Name', { exact: true }).fill(title))
      await count(dialog.getByRole('button', { name: 'Add', exact: true }).click())
      await count(page.getByRole('button', { name: 'Check and save' }).click())
      await count(fieldDialog(page, 'Check and save').getByRole('button', { name: 'Save' }).click())
      await expect(page.getByText('Saved Students')).toBeVisible()
      // Back to the list, and to the five of them.
      await count(page.goto(`/admin?table=students&sort=name:asc&q=${group}`))
      if (page.viewportSize()!.width < 600) {
        // *Next* opens the form of the next record with the focus in the same field.
        await count(page.getByRole('link', { name: names[0]! }).click())
        await count(page.getByRole('button', { name: 'Edit', exact: true }).click())
        const form = page.getByRole('dialog', { name: 'Edit Student' })
        for (const [at, name] of names.entries()) {
          await expect(form.getByLabel('Full Name')).toHaveValue(name)
          const field = form.getByLabel(title)
          if (at > 0) await expect(field).toBeFocused()
          await expect(field).toHaveValue('')
          await count(field.fill(`No ${at + 1}`))
          await count(form.getByRole('button', { name: at < 4 ? 'Next' : 'Save' }).click())
        }
        await expect(page.getByRole('dialog')).toHaveCount(0)
        expect(count.total, 'interactions').toBe(19)
        expect(await values()).toEqual(['No 1', 'No 2', 'No 3', 'No 4', 'No 5'])
        return
      }
      await count(cell(names[0]!).dblclick())
      for (const [at, name] of names.entries()) {
        const editor = page.getByRole('group', { name: `${title} of ${name}` }).getByLabel(title)
        await expect(editor).toBeFocused()
        await count(editor.fill(`No ${at + 1}`))
        await count(page.keyboard.press(at < 4 ? 'Shift+Enter' : 'Enter'))
      }
      await expect(cell(names[4]!)).toHaveText('No 5')
      await expect(cell(names[4]!)).toBeFocused()
      expect(count.total, 'interactions').toBe(18)
      expect(await values()).toEqual(['No 1', 'No 2', 'No 3', 'No 4', 'No 5'])

      // What was copied from a spreadsheet goes down from the cell that has the focus.
      await cell(names[0]!).focus()
      const copied = ['A', 'B', 'C', 'D', 'E'].join('\r\n')
      await page.evaluate(`(() => {
      const data = new DataTransfer()
      data.setData('text/plain', ${JSON.stringify(copied)})
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })
      document.activeElement.dispatchEvent(event)
    })()`)
      await expect(page.getByText('Pasted into 5 records.')).toBeVisible()
      expect(await values()).toEqual(['A', 'B', 'C', 'D', 'E'])
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(values).toEqual(['No 1', 'No 2', 'No 3', 'No 4', 'No 5'])
    },
  )
})

test(
  'a rule that stored values break: the check says so, and the values are set',
  byNight,
  async ({ page, records }) => {
    const name = `walks_${Date.now()}`
    const schema = { name, title: 'Walks', properties: { goal: { type: 'string' }, size: { type: 'string' } } }
    expect((await page.request.post('/api/admin/shape', { data: { schema }, headers })).status()).toBe(201)
    const walks = records(name)
    const { id } = await walks.create({ goal: 'Folsom', size: 'large' })
    await page.goto(`/admin/shape?table=${name}`)
    await page.getByRole('button', { name: 'Edit Size' }).click()
    const dialog = fieldDialog(page, 'Size')
    await dialog.getByLabel('Kind').selectOption({ label: 'Whole number' })
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Check and save' }).click()
    const check = fieldDialog(page, 'Check and save')
    await expect(check).toContainText('1 record: Size must be a number')
    await check.getByLabel('Set them to').check()
    await check.getByLabel('New value of Size').fill('12')
    await expectAccessible(page)
    await check.getByRole('button', { name: 'Save' }).click()
    await expect(check).toHaveCount(0)
    expect((await walks.read(id))['size']).toBe(12)
    // The editor shows what is stored now.
    await expect(page.getByRole('button', { name: 'Check and save' })).toBeDisabled()
    await page.getByRole('button', { name: 'Show earlier versions' }).click()
    await expect(page.getByText('Since then: Size changed')).toBeVisible()
    await page.getByRole('button', { name: 'Retire this table' }).click()
    await expect(page.getByText('Walks is retired')).toBeVisible()
  },
)

test('two admins edit one table: the second one sees who saved first, and keeps the draft', async ({
  page,
  faults,
}) => {
  faults.expect(/409 \(Conflict\)/)
  const name = `trips_${Date.now()}`
  const schema = { name, title: 'Trips', properties: { goal: { type: 'string' } } }
  const made = await page.request.post('/api/admin/shape', { data: { schema }, headers })
  await page.goto(`/admin/shape?table=${name}`)
  await page.getByLabel('Name of the table').fill('Journeys')
  const { version } = await made.json()
  const faster = { data: { schema: { ...schema, title: 'Voyages' }, version }, headers }
  expect((await page.request.put(`/api/admin/shape/${name}`, faster)).status()).toBe(200)
  await page.getByRole('button', { name: 'Check and save' }).click()
  const check = fieldDialog(page, 'Check and save')
  await check.getByRole('button', { name: 'Save' }).click()
  await expect(check.getByRole('alert')).toContainText(`${adminEmail} has saved this table`)
  await check.getByRole('button', { name: 'Back to editing' }).click()
  await expect(page.getByLabel('Name of the table')).toHaveValue('Journeys')
})

test('an instructor sees lessons only', byNight, async ({ page, mailUrl }) => {
  await page.goto('/admin')
  const { staff, leave } = await staffPage(page, mailUrl, { lessons: 'edit' })
  await staff.goto('/admin?table=lessons')
  await expect(staff.getByRole('tab')).toHaveText([/^Lessons/])
  await expect(staff.getByRole('button', { name: 'Add New' })).toBeVisible()
  const status = async (path: string) => (await staff.request.get(path)).status()
  expect([await status('/api/tables/students'), await status('/api/trash?table=students')]).toEqual([404, 404])
  expect([await status('/api/admin/shape'), await status('/api/people')]).toEqual([403, 403])
  await staff.getByRole('button', { name: 'Settings' }).click()
  await expect(staff.getByRole('link', { name: 'Tables and fields' })).toHaveCount(0)
  await leave()
})

test('the screens have no axe violations and fit 320 pixels', byNight, async ({ page }) => {
  const shots = process.env['SHAPE_SHOTS']
  const shoot = async (name: string) => {
    if (!shots) return
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height })
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: true })
      }
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await page.goto('/admin/shape')
  // The heading stands while the tables load.
  await expect(page.getByRole('button', { name: 'Edit Lessons' })).toBeVisible()
  await shoot('tables')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'Edit Lessons' }).click()
  await expect(page.getByRole('region', { name: 'Preview of the form' })).toBeVisible()
  await shoot('editor')
  await page.getByRole('button', { name: 'Edit Kind' }).click()
  await expect(fieldDialog(page, 'Kind')).toBeVisible()
  await shoot('field')
  await expectAccessible(page)
})
