import type { Page } from '@playwright/test'
import { expect, jobs } from '../support/jobs'
import {
  addGuardian,
  addLesson,
  addStudent,
  at,
  clearLessons,
  publishWaiver,
  today,
  uniqueName,
} from '../support/school-day'
import { draw } from '../support/signature'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const card = (page: Page, title: string) => page.getByRole('article', { name: title })
const bornBefore = (years: number) => `${Number(today().slice(0, 4)) - years}-05-01`

type Mail = { subject: string; text: string; to: { address: string }[] }
/** The mails that an address has received so far. */
async function mailsTo(mailUrl: string, email: string): Promise<Mail[]> {
  const all = (await (await fetch(`${mailUrl}/api/messages`)).json()) as Mail[]
  return all.filter(({ to }) => to.some(({ address }) => address === email))
}
const uniqueAddress = (name: string) => `${uniqueName(name).replace(' ', '.')}@visitor.example`

jobs(['add a walk-in of nine years with a new guardian'], async ({ page, counts }) => {
  await clearLessons(page)
  const [ada, ben] = [uniqueName('Ada'), uniqueName('Ben')]
  const { id } = await addStudent(page, ada)
  const [title, later] = [uniqueName('Range'), uniqueName('Saturday')]
  const lesson = await addLesson(page, title, { students: [id] })
  await addLesson(page, later, { starts_at: at(34) })
  // Digits at the end of a name would be read as the beginning of the number.
  const guardian = `${uniqueName('R.')} Brook`
  await page.goto('/admin/today')
  const dialog = page.getByRole('dialog', { name: 'New student' })
  const count = counts['add a walk-in of nine years with a new guardian']
  await count(page.getByRole('group', { name: 'Lesson day' }).getByRole('button').nth(1).click())
  await count(button(page, 'Students').click())
  await count(page.getByRole('combobox').fill(ben))
  await expect(page.getByRole('option', { name: `Create “${ben}”` })).toBeVisible()
  await count(page.keyboard.press('Enter'))
  await count(dialog.getByLabel('Date of birth').fill(bornBefore(9)))
  await count(dialog.getByRole('combobox', { name: 'Guardian' }).fill(`${guardian} 916-555-0142`))
  await expect(dialog.getByText(`New guardian: ${guardian}, 916-555-0142`)).toBeVisible()
  await count(dialog.getByRole('button', { name: 'Add student' }).click())
  await expect(dialog).toHaveCount(0)
  await expect(card(page, later)).toContainText('1 of 8')
  await expect(card(page, later).getByRole('button', { name: `Remove ${ben}` })).toBeVisible()
  const guardians = await page.request.get(`/api/tables/guardians?q=${encodeURIComponent(guardian)}`)
  expect((await guardians.json()).data).toMatchObject([{ name: guardian, phone: '916-555-0142' }])

  // One who stands there now is marked present at once.
  const cleo = uniqueName('Cleo')
  await page.getByRole('group', { name: 'Lesson day' }).getByRole('button').first().click()
  await button(page, 'Take attendance').click()
  await button(page, 'Walk-in').click()
  await page.getByRole('combobox').fill(cleo)
  await expect(page.getByRole('option', { name: `Create “${cleo}”` })).toBeVisible()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Date of birth').fill(bornBefore(30))
  await dialog.getByRole('button', { name: 'Add student' }).click()
  await expect(dialog).toHaveCount(0)
  const row = card(page, title).getByRole('group', { name: cleo })
  await expect(row.getByRole('button', { name: 'Present', pressed: true })).toBeVisible()
  await expect(page.getByText('All marks are saved.')).toBeVisible()
  const saved = await (await page.request.get(`/api/tables/lessons/${lesson.id}`)).json()
  expect(saved.students).toHaveLength(2)
  expect(saved.present).toEqual([saved.students[1]])
})

jobs(['mark the attendance of eight without network'], async ({ page, records, faults, counts }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED/)
  await clearLessons(page)
  const names = Array.from({ length: 8 }, (_, at) => uniqueName(`Child${at}`))
  const ids = (await Promise.all(names.map((name) => addStudent(page, name)))).map(({ id }) => id)
  const { id } = await addLesson(page, uniqueName('Range'), { students: ids })
  await page.goto('/admin/today')
  const count = counts['mark the attendance of eight without network']
  await count(button(page, 'Take attendance').click())
  await page.context().setOffline(true)
  await count(page.getByRole('group', { name: names[2]! }).getByRole('button', { name: 'Absent' }).click())
  await count(page.getByRole('group', { name: names[5]! }).getByRole('button', { name: 'Excused' }).click())
  await count(button(page, 'All others present').click())
  await expect(page.getByText(/^Offline: 8 marks are kept on this device/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('All marks are saved.')).toBeVisible()
  const saved = await records('lessons').read(id)
  expect((saved['present'] as string[]).toSorted()).toEqual(ids.filter((_, at) => at !== 2 && at !== 5).toSorted())
  expect([saved['absent'], saved['excused']]).toEqual([[ids[2]], [ids[5]]])
})

jobs(['move a lesson from 12 to 2 PM and tell the families'], async ({ page, mailUrl, isPhone, counts }) => {
  await clearLessons(page)
  const email = uniqueAddress('kim')
  const guardians = [(await addGuardian(page, uniqueName('R. Young'), { email })).id]
  const child = uniqueName('Kim')
  const { id } = await addStudent(page, child, { birth_date: bornBefore(9), guardians })
  const title = uniqueName('Moving')
  const lesson = await addLesson(page, title, { starts_at: at(12), students: [id] })
  // Nobody is told of a lesson that is over.
  await page.clock.setFixedTime(at(9))
  // The calendar opens as it was left.
  await page.goto('/admin/calendar')
  await button(page, isPhone ? 'Day' : 'Week').click()
  await page.goto('/admin/today')
  const count = counts['move a lesson from 12 to 2 PM and tell the families']
  await count(page.getByRole('link', { name: 'Calendar', exact: true }).click())
  const entry = page.getByRole('link', { name: new RegExp(title) })
  const hour = (await entry.boundingBox())!.height
  const y = 4 + 2 * hour
  await entry.scrollIntoViewIfNeeded()
  const column = entry.locator('xpath=ancestor::*[contains(@class,"cursor-copy")]')
  const [top, box] = [(await column.boundingBox())!.y, (await entry.boundingBox())!]
  await count(entry.dragTo(column, { sourcePosition: { x: 20, y: 4 }, targetPosition: { x: 20, y: box.y - top + y } }))
  await expect(entry).toContainText('2:00 PM')
  await count(button(page, 'Write to participants').click())
  await count(page.getByRole('dialog').getByRole('button', { name: 'Write to 1 person' }).click())
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await (await page.request.get(`/api/tables/lessons/${lesson.id}`)).json()).starts_at).toBe(at(14))
  await expect.poll(async () => (await mailsTo(mailUrl, email)).length, { timeout: 60_000 }).toBe(1)
  const [{ subject, text }] = (await mailsTo(mailUrl, email)) as [Mail]
  expect(subject).toBe(`New time: ${title}`)
  expect(text).toMatch(new RegExp(`${title} for ${child} has moved from 12 to 2 PM on \\w+, .* in Roseville`))
})

jobs(['cancel a day for rain'], async ({ page, records, mailUrl, counts }) => {
  await clearLessons(page)
  await records('announcements').clear()
  const email = uniqueAddress('rain')
  // Siblings share the mail to their guardian.
  const guardians = [(await addGuardian(page, uniqueName('R. Brook'), { email })).id]
  const child = { birth_date: bornBefore(8), guardians }
  const students = [
    (await addStudent(page, uniqueName('Ada'), child)).id,
    (await addStudent(page, uniqueName('Ben'), child)).id,
  ]
  const titles = [uniqueName('Morning'), uniqueName('Noon')]
  for (const [index, title] of titles.entries())
    await addLesson(page, title, { starts_at: at(9 + index), students: students.slice(index) })
  await page.goto('/admin/today')
  const count = counts['cancel a day for rain']
  await count(button(page, 'Cancel day').click())
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Goes to 1 person, each once')).toBeVisible()
  await count(dialog.getByRole('button', { name: 'Cancel 2 lessons and write to 1' }).click())
  await expect(dialog).toHaveCount(0)
  for (const title of titles) await expect(card(page, title)).toContainText('Canceled')
  await expect(async () => {
    const { announcements } = await (await page.request.get('/api/site')).json()
    expect(announcements).toEqual([
      expect.objectContaining({ kind: 'closed', text: expect.stringContaining('Closed on') }),
    ])
  }).toPass()
  await expect.poll(async () => (await mailsTo(mailUrl, email)).length, { timeout: 60_000 }).toBe(1)
  await records('announcements').clear()
})

jobs(['put a child on a waiting list and offer the freed seat'], async ({ page, records, mailUrl, counts }) => {
  await clearLessons(page)
  const email = uniqueAddress('brook')
  const guardians = [(await addGuardian(page, 'R. Brook', { email })).id]
  const [ada, ben] = [uniqueName('Ada'), uniqueName('Ben')]
  await addStudent(page, ada, { birth_date: bornBefore(9), guardians })
  const seated = await addStudent(page, ben)
  const title = uniqueName('First arrows')
  const { id } = await addLesson(page, title, { starts_at: at(34), seats: 1, students: [seated.id] })
  await page.goto('/admin/today')
  const count = counts['put a child on a waiting list and offer the freed seat']
  await count(card(page, title).getByRole('link', { name: title, exact: true }).click())
  await expect(page.getByText('Students (1 of 1): full')).toBeVisible()
  await count(page.getByRole('combobox', { name: 'Students' }).fill(ada))
  await expect(page.getByText('Add to the waiting list:')).toBeVisible()
  await expect(page.getByRole('option', { name: ada })).toBeVisible()
  await count(page.keyboard.press('Enter'))
  await expect(page.getByRole('list', { name: 'Waiting list' })).toContainText(ada)
  // The other family cancels by phone, and a colleague takes them out.
  await records('lessons').update(id, { students: [] })
  await page.goto('/admin/today')
  await card(page, title).getByRole('link', { name: title, exact: true }).click()
  await count(button(page, `Offer a seat to ${ada}`).click())
  await expect(page.getByText(/^Seat held until/)).toBeVisible()
  await expect.poll(async () => (await mailsTo(mailUrl, email)).length, { timeout: 60_000 }).toBe(1)
  const [{ subject, text }] = (await mailsTo(mailUrl, email)) as [Mail]
  expect(subject).toBe(`A seat is free: ${title}`)
  expect(text).toContain(ada)
})

jobs(['have a waiver signed on the device'], async ({ page, counts }) => {
  await clearLessons(page)
  await publishWaiver(page)
  const [child, title] = [uniqueName('Kim'), uniqueName('Juniors')]
  const guardians = [(await addGuardian(page, 'Rosa Brook')).id]
  const { id } = await addStudent(page, child, { birth_date: bornBefore(10), guardians, waiver_signed: false })
  await addLesson(page, title, { students: [id] })
  await page.goto('/admin/today')
  const count = counts['have a waiver signed on the device']
  await count(button(page, `Waiver missing Sign the waiver of ${child}`).click())
  const pin = page.getByLabel('PIN that opens it again, 4 to 6 digits')
  await count(pin.pressSequentially('2580\n'))
  const main = page.getByRole('main')
  await expect(main.getByLabel(/^Full name/)).toHaveValue('Rosa Brook')
  await count(draw(page, main))
  await count(button(page, 'Sign').click())
  await expect(main.getByText('Thank you, Rosa Brook. Please hand the device back to the school.')).toBeVisible()
  await expect(page.getByText(title)).toHaveCount(0)
})

jobs(['write to everybody of Saturday'], async ({ page, mailUrl, counts }) => {
  await clearLessons(page)
  const [email, other] = [uniqueAddress('brook'), uniqueAddress('ito')]
  const guardians = [(await addGuardian(page, uniqueName('R. Brook'), { email })).id]
  const child = { birth_date: bornBefore(8), guardians }
  const students = [
    (await addStudent(page, uniqueName('Ada'), child)).id,
    (await addStudent(page, uniqueName('Ben'), child)).id,
    (await addStudent(page, uniqueName('Kai'), { email: other })).id,
  ]
  await addLesson(page, uniqueName('Morning'), { starts_at: at(33), students: students.slice(1) })
  await addLesson(page, uniqueName('Noon'), { starts_at: at(36), students })
  await addLesson(page, uniqueName('Today'), { starts_at: at(12) })
  await page.goto('/admin/today')
  const count = counts['write to everybody of Saturday']
  await count(page.getByRole('group', { name: 'Lesson day' }).getByRole('button').nth(1).click())
  await count(button(page, /^Write to the participants of \w+day, /).click())
  const dialog = page.getByRole('dialog', { name: 'Write to participants' })
  await expect(dialog.getByText('Goes to 2 people, each once')).toBeVisible()
  await count(dialog.getByLabel('Email', { exact: true }).fill('Bring warm clothes, {first_name}.'))
  await count(dialog.getByRole('button', { name: 'Write to 2 people' }).click())
  await expect(dialog).toHaveCount(0)
  for (const address of [email, other])
    await expect.poll(async () => (await mailsTo(mailUrl, address)).length, { timeout: 60_000 }).toBe(1)
  expect((await mailsTo(mailUrl, other))[0]!.text).toContain('Bring warm clothes, Kai')
})
