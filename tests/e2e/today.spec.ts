import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleByNight } from './support/accessibility'
import { byNight, onDesktopAndPhone } from './support/devices'
import { countInteractions } from './support/interactions'
import {
  addGuardian,
  addLesson,
  addStudent,
  at,
  clearLessons,
  publishWaiver,
  today,
  uniqueName,
} from './support/school-day'
import { draw } from './support/signature'
import { expect, test } from './support/staff'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const card = (page: Page, title: string) => page.getByRole('article', { name: title })
const picker = (page: Page) => page.getByRole('combobox', { name: 'Students' })

/** Opens the waiver of a student for the person who signs it; counts nothing. */
async function handOver(page: Page) {
  await page.getByLabel('PIN that opens it again, 4 to 6 digits').fill('2580')
  await button(page, 'Hand over').click()
}

async function handBack(page: Page) {
  await button(page, 'Hand back to staff').click()
  await page.getByLabel('PIN', { exact: true }).fill('2580')
  await button(page, 'Open the dashboard').click()
}

test.beforeEach(({ page }) => clearLessons(page))

test('students are added and removed on Today; a full lesson says so and gets one more seat', async ({ page }) => {
  const [ada, ben] = [uniqueName('Ada'), uniqueName('Ben')]
  const { id } = await addStudent(page, ada)
  await addStudent(page, ben, { waiver_signed: false })
  const title = uniqueName('Small group')
  await addLesson(page, title, { seats: 1, students: [id] })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/today')
  await expect(card(page, title)).toContainText('Full: 1 of 1')
  await button(page, 'Students').click()
  await expect(page.getByText('Students (1 of 1): full')).toBeVisible()
  await button(page, 'One more seat').click()
  await expect(page.getByText('Students (1 of 2)')).toBeVisible()
  await picker(page).fill(ben)
  await expect(page.getByRole('option', { name: ben })).toContainText('Waiver missing')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Students (2 of 2): full')).toBeVisible()
  const remove = button(page, `Remove ${ada}`)
  expect((await remove.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await remove.click()
  await expect(page.getByText(`${ada} is no longer in the lesson`)).toBeVisible()
  await button(page, 'Undo').click()
  await expect(page.getByText('Students (2 of 2): full')).toBeVisible()
  await remove.click()
  // The last line to change; before it the button may still move.
  await expect(card(page, title)).toContainText('1 of 2 (1 seat left)')
  await button(page, 'Done').click()
  const students = card(page, title).getByRole('list', { name: `Students of ${title}` })
  await expect(students).toHaveText(new RegExp(`^${ben}Waiver missing Sign the waiver of ${ben}$`))
  await expectAccessibleByNight(page)
})

onDesktopAndPhone(() => {
  test(
    'siblings who wait are offered their seats by one click, and their guardian gets one email',
    byNight,
    async ({ page, mailUrl }) => {
      const [ada, ben, cleo] = ['Ada', 'Ben', 'Cleo'].map(uniqueName) as [string, string, string]
      const email = `${uniqueName('brook').replace(' ', '.')}@example.com`
      const { id: guardian } = await addGuardian(page, 'R. Brook', { email })
      const child = { birth_date: `${Number(today().slice(0, 4)) - 9}-05-01`, guardians: [guardian] }
      const waiting = [
        (await addStudent(page, ada, child)).id,
        (await addStudent(page, cleo)).id,
        (await addStudent(page, ben, child)).id,
      ]
      const title = uniqueName('First arrows')
      const { id } = await addLesson(page, title, { starts_at: at(34), seats: 2, waiting })
      await page.goto(`/admin?table=lessons&record=${id}`)
      const list = page.getByRole('list', { name: 'Waiting list' })
      await button(page, `Offer 2 seats to ${ada} and ${ben}`).click()
      await expect(list.getByText(/^Seat held until/)).toHaveCount(2)
      await expect(button(page, `Offer a seat to ${cleo}`)).toHaveCount(0)
      const mails = async () => {
        const all = await (await page.request.get(`${mailUrl}/api/messages`)).json()
        return (all as { to: { address: string }[]; subject: string; text: string }[]).filter(
          ({ to }) => to[0]!.address === email,
        )
      }
      await expect.poll(async () => (await mails()).map(({ subject }) => subject)).toEqual([`Seats are free: ${title}`])
      const { text } = (await mails())[0]!
      expect(text.replace(/\s+/g, ' ')).toContain(`for ${ada} and ${ben}, next on the waiting list`)
      expect(text).toContain('Hi R.,')
    },
  )

  test('a lesson repeats every week as one batch with one undo, in 3 interactions', byNight, async ({ page }) => {
    const title = uniqueName('Weekly')
    const { id } = await addLesson(page, title, { starts_at: at(10), seats: 5 })
    const dated = async () => {
      const { data } = await (await page.request.get(`/api/tables/lessons?limit=200&sort=starts_at:asc`)).json()
      return (data as { starts_at: string; seats: number }[]).map(({ starts_at, seats }) => [starts_at, seats])
    }
    const inWeeks = (weeks: number) => {
      const day = new Date(`${today()}T12:00:00Z`)
      day.setUTCDate(day.getUTCDate() + weeks * 7)
      return day.toISOString().slice(0, 10)
    }
    await page.goto(`/admin?table=lessons&record=${id}`)
    const counted = countInteractions()
    await counted(button(page, 'Repeat').click())
    await counted(page.getByLabel('Last day').fill(inWeeks(3)))
    await counted(button(page, 'Add 3 lessons').click())
    await expect(page.getByText('Added 3 lessons')).toBeVisible()
    expect(counted.total).toBe(3)
    expect(await dated()).toEqual([0, 1, 2, 3].map((weeks) => [at(10, inWeeks(weeks)), 5]))
    await button(page, 'Undo').click()
    await expect.poll(dated).toEqual([[at(10), 5]])
  })

  test('a new lesson with three students takes 11 interactions, the names by typing', byNight, async ({ page }) => {
    const names = ['Ada', 'Ben', 'Cleo'].map(uniqueName)
    for (const name of names) await addStudent(page, name)
    const title = uniqueName('First arrows')
    const counted = countInteractions()
    await page.goto('/admin?table=lessons')
    await counted(
      button(page, /^(Add New|Create the first record)$/)
        .first()
        .click(),
    )
    const form = page.getByRole('dialog', { name: 'Create Lesson' })
    await counted(form.getByLabel('Title').fill(title))
    await counted(form.getByLabel('Place').selectOption({ label: 'Roseville' }))
    await counted(form.getByLabel('Start').fill(`${today()}T10:00`))
    for (const name of names) {
      await counted(form.getByRole('combobox', { name: 'Students' }).fill(name))
      await expect(form.getByRole('option', { name })).toBeVisible()
      await counted(page.keyboard.press('Enter'))
      await expect(form.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
    }
    await expect(form.getByText('3 of 8')).toBeVisible()
    await counted(form.getByRole('button', { name: 'Save' }).click())
    await expect(form).toHaveCount(0)
    expect(counted.total).toBe(11)

    await page.goto('/admin/today')
    for (const name of names) await expect(card(page, title)).toContainText(name)
    await expect(card(page, title)).toContainText('3 of 8 (5 seats left)')
  })

  test('the last seat goes to one of two people; the other gets a clear refusal', byNight, async ({ page, faults }) => {
    faults.expect(/409/)
    const [ada, ben] = [uniqueName('Ada'), uniqueName('Ben')]
    for (const name of [ada, ben]) await addStudent(page, name)
    const title = uniqueName('One seat')
    const { id } = await addLesson(page, title, { seats: 1 })
    const other = await page.context().newPage()
    const path = `/admin?table=lessons&record=${id}`
    for (const [each, name] of [
      [page, ada],
      [other, ben],
    ] as const) {
      await each.goto(path)
      await expect(each.getByText('Students (0 of 1)')).toBeVisible()
      await picker(each).fill(name)
      await expect(each.getByRole('option', { name })).toBeVisible()
    }
    await Promise.all([page, other].map((each) => each.keyboard.press('Enter')))
    const refusals = [page, other].map((each) => each.getByText('This lesson is full: 1 of 1 seats are taken.'))
    await expect(async () => {
      const shown = await Promise.all(refusals.map((refusal) => refusal.isVisible()))
      expect(shown.filter(Boolean)).toHaveLength(1)
    }).toPass()
    for (const each of [page, other]) await expect(each.getByText('Students (1 of 1): full')).toBeVisible()
    const { students } = await (await page.request.get(`/api/tables/lessons/${id}`)).json()
    expect(students).toHaveLength(1)
    await other.close()
  })

  test(
    'attendance is one tap each, also without a connection; two people who differ see both marks',
    byNight,
    async ({ page, context, faults }) => {
      faults.expect(/ERR_INTERNET_DISCONNECTED|409/)
      const [ada, ben] = [uniqueName('Ada'), uniqueName('Ben')]
      const ids = [(await addStudent(page, ada)).id, (await addStudent(page, ben)).id]
      const { id } = await addLesson(page, uniqueName('Range'), { students: ids })
      await page.goto('/admin/today')
      const counted = countInteractions()
      const mark = (student: string, name: string) =>
        page.getByRole('group', { name: student }).getByRole('button', { name })
      await counted(button(page, 'Take attendance').click())
      await counted(mark(ada, 'Present').click())
      await expect(page.getByText('All marks are saved.')).toBeVisible()

      await context.setOffline(true)
      await counted(mark(ben, 'Absent').click())
      expect(counted.total, 'one tap each').toBe(3)
      await expect(page.getByText(/^Offline: 1 mark is kept on this device/)).toBeVisible()
      const api = `/api/tables/lessons/${id}`
      const saved = async () => (await page.request.get(api)).json()
      // Calls of the test itself do not pass the page's network.
      const theirs = await page.request.put(api, {
        data: { present: [ids[0]], excused: [ids[1]] },
        headers: { 'sec-fetch-site': 'same-origin' },
      })
      expect(theirs.status()).toBe(200)
      await context.setOffline(false)
      await expect(page.getByText('Marked differently')).toBeVisible()
      await expect(page.getByText(/you marked absent, another person saved excused/)).toBeVisible()
      expect((await saved()).excused, 'theirs stays until it is decided').toEqual([ids[1]])
      await button(page, 'Use mine: absent').click()
      await expect(page.getByText('All marks are saved.')).toBeVisible()
      expect(await saved()).toMatchObject({ present: [ids[0]], absent: [ids[1]], excused: null })
    },
  )

  test(
    'a parent signs a waiver from Today in 8 interactions, and it is kept with its text',
    byNight,
    async ({ page, faults }) => {
      faults.expect(/ERR_FAILED .*\/waiver$/)
      await publishWaiver(page)
      const [child, title] = [uniqueName('Kim'), uniqueName('Juniors')]
      const guardians = [(await addGuardian(page, 'Rosa Brook')).id]
      const birth = { birth_date: `${Number(today().slice(0, 4)) - 10}-01-15`, guardians }
      const { id } = await addStudent(page, child, { ...birth, waiver_signed: false })
      await addLesson(page, title, { students: [id] })
      await page.goto('/admin/today')
      const counted = countInteractions()
      await counted(button(page, `Waiver missing Sign the waiver of ${child}`).click())
      await counted(page.getByLabel('PIN that opens it again, 4 to 6 digits').fill('2580'))
      await counted(button(page, 'Hand over').click())
      const main = page.getByRole('main')
      await expect(main.getByLabel(/^Full name/)).toHaveValue('Rosa Brook')
      await counted(draw(page, main))
      // Without a connection nothing is lost: the same button signs once it is back.
      await page.route('**/waiver', (route) => route.abort(), { times: 1 })
      const sign = page.getByRole('button', { name: 'Sign', exact: true })
      await sign.click()
      await expect(main.getByText(/signing needs one\. The signature is still here/)).toBeVisible()
      await counted(sign.click())
      await expect(main.getByText('Thank you, Rosa Brook. Please hand the device back to the school.')).toBeVisible()
      await counted(button(page, 'Hand back to staff').click())
      await counted(page.getByLabel('PIN', { exact: true }).fill('2580'))
      await counted(button(page, 'Open the dashboard').click())
      expect(counted.total).toBe(8)
      await expect(card(page, title)).toContainText(child)
      await expect(card(page, title)).not.toContainText('Waiver')

      await page.goto(`/admin?table=students&record=${id}`)
      const waiver = page.getByRole('region', { name: 'Waiver', exact: true })
      await expect(waiver).toContainText('Waiver signed, valid until')
      await waiver.getByRole('button', { name: 'Rosa Brook, a parent' }).click()
      const signed = page.getByRole('dialog', { name: `Waiver of ${child}` })
      await expect(signed.getByRole('img', { name: 'Signature of Rosa Brook' })).toBeVisible()
      await expect(signed.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
      await expectAccessible(page)
    },
  )

  test('a waiver is signed with the keyboard alone, and undo takes one stroke back', byNight, async ({ page }) => {
    await publishWaiver(page)
    const adult = uniqueName('Ada')
    const { id } = await addStudent(page, adult, { waiver_signed: false })
    await page.goto(`/admin?table=students&record=${id}`)
    await button(page, 'Sign waiver').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('PIN that opens it again, 4 to 6 digits')).toBeFocused()
    await page.keyboard.type('2580')
    await page.keyboard.press('Enter')
    const main = page.getByRole('main')
    await draw(page, main)
    await expect(main.getByRole('img', { name: 'Field for the signature, drawn in' })).toBeVisible()
    await main.getByRole('button', { name: 'Undo' }).click()
    await expect(main.getByRole('img', { name: 'Field for the signature, empty' })).toBeVisible()
    await main.getByRole('button', { name: 'Type' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type(adult)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(main.getByText(`Thank you, ${adult}.`)).toBeVisible()
    await handBack(page)
    await expect(page.getByRole('region', { name: 'Waiver', exact: true })).toContainText('Waiver signed')
  })
})

test('a device that is handed over on a phone shows the waiver alone, whatever is opened, and staff open it offline', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|403/)
  await publishWaiver(page)
  const [ada, kim, title] = [uniqueName('Ada'), uniqueName('Kim'), uniqueName('Juniors')]
  const students = [(await addStudent(page, ada)).id, (await addStudent(page, kim, { waiver_signed: false })).id]
  await addLesson(page, title, { students })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin')
  await page.goto('/admin/today')
  const open = card(page, title).getByRole('button', { name: /ttendance/ })
  const mark = (student: string) => page.getByRole('group', { name: student }).getByRole('button', { name: 'Present' })
  await open.click()
  await mark(ada).click()
  await expect(page.getByText('All marks are saved.')).toBeVisible()
  const badge = button(page, `Waiver missing Sign the waiver of ${kim}`)

  await badge.click()
  await handOver(page)
  await expect(page.getByRole('heading', { name: `Waiver for ${kim}` })).toBeVisible()
  const alone = async () => {
    await expect(button(page, 'Hand back to staff')).toBeVisible()
    await expect(page.getByText(ada)).toHaveCount(0)
    await expect(page.getByRole('link')).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
  await alone()
  await context.setOffline(true)
  await handBack(page)
  await open.click()
  await expect(mark(ada), 'made before').toHaveAttribute('aria-pressed', 'true')
  await context.setOffline(false)

  await page.reload()
  await card(page, title)
    .getByRole('button', { name: /ttendance/ })
    .click()
  await badge.click()
  await button(page, 'Hand over').click()
  const main = page.getByRole('main')
  await draw(page, main)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByText(`Thank you, ${kim}.`)).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await alone()
  for (const address of ['/admin?table=students', '/admin/today', '/login', '/admin/sessions']) {
    await page.goto(address)
    await expect(page.getByText(`Thank you, ${kim}.`)).toBeVisible()
    await alone()
  }
  expect((await page.goto('/api/tables/students'))!.status()).toBe(403)
  await page.goto('/admin')
  await handBack(page)
  await expect(card(page, title)).toContainText('1 of 2 marked')
  await expect(card(page, title)).not.toContainText('Waiver missing')
  expect((await page.request.get('/api/tables/students')).status()).toBe(200)
})
