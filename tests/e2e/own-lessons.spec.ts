import { byNight, onDesktopAndPhone } from './support/devices'
import { countInteractions } from './support/interactions'
import { latestCode } from './support/mail-codes'
import { addGuardian, addLesson, addStudent, at, clearLessons, publishWaiver, uniqueName } from './support/school-day'
import { expect, test } from './support/staff'

const headers = { 'sec-fetch-site': 'same-origin' }

test.beforeEach(({ page }) => clearLessons(page))

onDesktopAndPhone(() => {
  test(
    'a teacher adds walk-ins to a lesson of their own, has a waiver signed and writes to the lesson',
    byNight,
    async ({ page, records, browser, baseURL, mailUrl, viewport }) => {
      await publishWaiver(page)
      const email = `${uniqueName('teacher').replaceAll(' ', '.').toLowerCase()}@archery.example`
      const rights = { lessons: 'own', equipment: 'view' }
      const body = { email, name: null, role: 'staff', rights, exports: [] }
      const invited = await page.request.post('/api/people', { data: body, headers })
      expect(invited.status(), await invited.text()).toBe(201)
      const { person } = (await invited.json()) as { person: { id: string } }
      const instructor = await records('instructors').create({
        ...{ name: uniqueName('Robin'), email, certification: 'level_2', person: person.id },
      })
      const [known, child, title, foreign] = ['Zoe', 'Kit', 'Mine', 'Theirs'].map(uniqueName) as [
        ...[string, string, string, string],
      ]
      const guardian = await addGuardian(page, uniqueName('Rosa'), { email: 'rosa@visitor.example' })
      const zoe = { birth_date: '2016-05-01', guardians: [guardian.id], waiver_signed: false }
      const { id: zoeId } = await addStudent(page, known, zoe)
      const { id: lesson } = await addLesson(page, title, { instructor: instructor.id, starts_at: at(12) })
      await addLesson(page, foreign, { starts_at: at(13), students: [zoeId] })

      const context = await browser.newContext({ baseURL: baseURL!, viewport: viewport! })
      const teacher = await context.newPage()
      await teacher.goto('/login?returnUrl=/admin/today')
      await teacher.getByLabel('Email Address').fill(email)
      await teacher.getByRole('button', { name: 'Send Login Code' }).click()
      await teacher.getByLabel(`Enter the code sent to ${email}`).fill(await latestCode(mailUrl, email))
      await teacher.getByRole('button', { name: 'Verify & Login' }).click()
      const card = teacher.getByRole('article', { name: title })
      await card.waitFor()
      await expect(teacher.getByText(foreign)).toHaveCount(0)
      await expect(teacher.getByRole('link', { name: 'Insights' })).toHaveCount(0)

      await card.getByRole('button', { name: /^Take attendance/ }).click()
      const counted = countInteractions()
      const dialog = teacher.getByRole('dialog', { name: 'Walk-in' })
      await counted(card.getByRole('button', { name: 'Walk-in' }).click())
      await counted(dialog.getByLabel(/^Full Name/).fill(known))
      await counted(dialog.getByRole('button', { name: known }).click())
      const mark = (name: string) => card.getByRole('group', { name }).getByRole('button', { name: 'Present' })
      await expect(mark(known)).toHaveAttribute('aria-pressed', 'true')
      expect(counted.total).toBe(3)
      await teacher.getByRole('button', { name: 'Undo' }).click()
      await expect(card.getByRole('group', { name: known })).toHaveCount(0)
      expect((await records('lessons').read(lesson))['students'] ?? []).toEqual([])
      await card.getByRole('button', { name: 'Walk-in' }).click()
      await dialog.getByLabel(/^Full Name/).fill(known)
      await dialog.getByRole('button', { name: known }).click()
      await expect(mark(known)).toHaveAttribute('aria-pressed', 'true')

      await counted(card.getByRole('button', { name: 'Walk-in' }).click())
      await counted(dialog.getByLabel(/^Full Name/).fill(child))
      await counted(dialog.getByLabel(/^Date of birth/).fill('2017-05-01'))
      await counted(dialog.getByLabel('Guardian *', { exact: true }).fill('Uma Marsh'))
      await counted(dialog.getByLabel('Phone of the guardian *').fill('(916) 555-0177'))
      await counted(dialog.getByRole('button', { name: 'Add walk-in' }).click())
      await expect(mark(child)).toHaveAttribute('aria-pressed', 'true')
      expect(counted.total).toBe(9)
      expect((await records('lessons').read(lesson))['students']).toHaveLength(2)

      await card.getByRole('button', { name: `Waiver missing Sign the waiver of ${known}` }).click()
      await teacher.getByLabel('PIN that opens it again, 4 to 6 digits').fill('2580')
      await teacher.getByRole('button', { name: 'Hand over' }).click()
      await expect(teacher.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled()
      await teacher.getByRole('button', { name: 'Hand back to staff' }).click()
      await teacher.getByLabel('PIN', { exact: true }).fill('2580')
      await teacher.getByRole('button', { name: 'Open the dashboard' }).click()
      await card.getByRole('button', { name: `Write to the participants of ${title}` }).click()
      await expect(teacher.getByRole('dialog').getByLabel('Subject')).not.toHaveValue('')
      await context.close()
      await page.request.delete(`/api/people/${person.id}`, { headers })
    },
  )
})
