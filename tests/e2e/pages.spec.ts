import type { Page, Request } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { byNight, devices } from './support/devices'
import { expect, test } from './support/inquiries'
import { maxShift, shiftsOf, watchShifts } from './support/layout-shift'
import { pages, pagesByDay } from './support/pages'
import { addGuardian, addLesson, addStudent, at, today, uniqueName } from './support/school-day'

// Any worker takes the next one.
test.describe.configure({ mode: 'parallel' })

const pagesPerTest = 4

/** On a connection on which nothing arrives in the same moment as the page. */
async function loadSlowly(page: Page) {
  const session = await page.context().newCDPSession(page)
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1, offline: false }
  await session.send('Network.emulateNetworkConditions', { latency: 150, ...unlimited })
}

/** Resolves when nothing is on its way any more, apart from the stream of events, which stays open. */
function followRequests(page: Page) {
  const open = new Set<Request>()
  let changedAt = Date.now()
  const change = (isOpen: boolean) => (request: Request) => {
    if (request.url().includes('/api/forms/inbox/live')) return
    if (isOpen) open.add(request)
    else open.delete(request)
    changedAt = Date.now()
  }
  page.on('request', change(true))
  page.on('requestfinished', change(false))
  page.on('requestfailed', change(false))
  return () => expect.poll(() => open.size === 0 && Date.now() - changedAt > 500, { intervals: [100] }).toBe(true)
}

for (const { device, viewport, details } of devices)
  for (let first = 0; first < pages.length; first += pagesPerTest)
    test(
      `on a ${device} pages ${first + 1} to ${first + pagesPerTest} stay where they are while they load, and are accessible`,
      first < pagesByDay ? details : byNight,
      async ({ page, world, records }) => {
        const guardians = [(await addGuardian(page, uniqueName('R. Brook'))).id]
        const child = { birth_date: '2017-05-01', guardians, waiver_signed: false }
        const [{ id: inquiry }, { id: student }, { id: waiting }, { id: gone }] = await Promise.all([
          world.write(),
          addStudent(page, uniqueName('Ada Brook'), child),
          addStudent(page, uniqueName('Ben Ito'), child),
          addStudent(page, uniqueName('Gone'), child),
          addLesson(page, uniqueName('Off'), { starts_at: at(15), cancelled: true }),
        ])
        const seats = { seats: 1, students: [student], waiting: [waiting] }
        const [{ id: lesson }] = await Promise.all([
          addLesson(page, uniqueName('First arrows'), { starts_at: at(12), ...seats }),
          records('students').remove(gone),
        ])
        await watchShifts(page)
        await loadSlowly(page)
        const untilQuiet = followRequests(page)
        for (const [nth, one] of pages.slice(first, first + pagesPerTest).entries()) {
          const path = typeof one === 'string' ? one : one({ student, lesson, inquiry, day: today() })
          await page.setViewportSize(viewport)
          const byDay = (first + nth) % 2 ? 'dark' : 'light'
          await page.emulateMedia({ colorScheme: process.env.NIGHT ? 'light' : byDay })
          await page.goto(path)
          await untilQuiet()
          const { sum, what } = await shiftsOf(page)
          expect.soft(sum, `${path}: ${what}`).toBeLessThanOrEqual(maxShift)
          await test.step(path, () => expectAccessible(page, byDay))
        }
      },
    )

test(
  'an age to filter by, lessons to offer and a mail that came back are accessible',
  byNight,
  async ({ page, world }) => {
    await addLesson(page, uniqueName('Next arrows'), { starts_at: at(34), public: true })
    const look = async (name: string) => {
      await test.step(name, () => expectAccessible(page))
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/admin?table=students')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'Add a filter' })
      .getByRole('button', { name: 'Date of birth', exact: true })
      .click()
    const listed = page.waitForResponse((answer) => answer.url().includes('birth_date__'))
    await page.getByLabel('Age under').fill('14')
    await listed
    await look('an age')

    const asked = await world.write({ interest: 'Lessons', message: 'Is there a seat on Saturday?' })
    // The site's answer, which names the lessons, is kept for a moment.
    await expect(async () => {
      await page.goto(`/admin/inbox?open=${asked.id}`)
      await expect(page.getByRole('region', { name: 'Lessons with free seats' })).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await look('lessons to offer')

    await world.refuse(asked.email)
    await world.reply(asked.id, 'Your lesson')
    await page.goto(`/admin/inbox?view=them&open=${asked.id}`)
    await expect(page.getByText(/rejected/).first()).toBeVisible()
    await look('a mail that came back')
  },
)
