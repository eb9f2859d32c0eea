import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { seeded } from '../../faults/seeded-random'
import type { Gate } from './gate'
import { startBrowser } from './killable-browser'
import { at, uniqueName } from './school-day'

const headers = { 'sec-fetch-site': 'same-origin' }
const marks = ['Present', 'Absent', 'Excused'] as const
type Mark = (typeof marks)[number]
type Row = Record<string, unknown> & { id: string }

export type RangeDeps = {
  site: string
  /** Calls of the test itself, which do not pass the gate. */
  api: APIRequestContext
  cookies: Parameters<ReturnType<Page['context']>['addCookies']>[0]
  gate: Gate
  profile: string
}

export const group = (page: Page, student: string, mark: string) =>
  page.getByRole('group', { name: student }).getByRole('button', { name: mark, exact: true })

async function create(api: APIRequestContext, table: string, data: object): Promise<Row> {
  const response = await api.post(`/api/tables/${table}`, { data, headers })
  expect(response.status(), await response.text()).toBe(201)
  return response.json()
}

export async function addLessonOf(api: APIRequestContext, size: number) {
  const names = Array.from({ length: size }, (_, index) => uniqueName(`Student${index}`))
  const students: Row[] = []
  for (const name of names)
    students.push(
      await create(api, 'students', { name, birth_date: '1990-05-01', level: 'beginner', waiver_signed: true }),
    )
  const title = uniqueName('Range')
  const about = { kind: 'group', place: 'roseville', starts_at: at(12), minutes: 60, seats: size + 4 }
  const lesson = await create(api, 'lessons', { title, ...about, students: students.map(({ id }) => id) })
  return { id: lesson.id, title, names, ids: students.map(({ id }) => id) }
}

/** The lesson as it is shown, with its attendance open. */
export async function openLesson(page: Page, title: string) {
  const card = page.getByRole('article', { name: title })
  const open = card.getByRole('button', { name: /^(Take attendance|Attendance:)/ })
  await open.click()
  return card
}

/** Starts the browser; the session outlives the kill as one that is kept for the day does. */
export async function open({ profile, site, gate, cookies }: RangeDeps) {
  const browser = await startBrowser(profile, site, gate.port)
  await browser.context.addCookies(cookies)
  await browser.page.goto(`${site}/admin/today`)
  return browser
}

/** Waits until the service worker answers for the page. */
export async function untilWorking(page: Page) {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.waitForFunction('navigator.serviceWorker.controller !== null')
}

/** Waits until the device has the program and the day. */
export async function untilKept(page: Page) {
  await untilWorking(page)
  await page.waitForFunction(
    `new Promise((resolve) => {
      const request = indexedDB.open('staff')
      request.onsuccess = () => {
        const keys = request.result.transaction('kept').objectStore('kept').getAllKeys()
        keys.onsuccess = () => resolve(['/day/', '/people/', '/schema/'].every((part) => keys.result.some((key) => key.includes(part))))
      }
    })`,
  )
}

/**
 * Takes attendance without a connection and kills the browser in the middle of it, once or twice, and perhaps once more while it
 * sends. Then compares the school's records with what the page had confirmed: nothing is lost, nothing is there twice.
 */
export async function takeAttendance(seed: number, deps: RangeDeps) {
  const { api, gate } = deps
  const random = seeded(seed)
  const lesson = await addLessonOf(api, random.between(2, 4))
  gate.set('open')
  let browser = await open(deps)
  try {
    await expect(browser.page.getByRole('article', { name: lesson.title })).toBeVisible()
    await untilKept(browser.page)
    await openLesson(browser.page, lesson.title)
    gate.set('closed')
    /** What each student may be marked as: one mark, or two after a kill in the middle of a tap. */
    const expected = new Map<string, (Mark | undefined)[]>()
    const walkIns: string[] = []
    const notes: string[] = []
    const unsaved = () => [...expected.values()].filter((each) => each.length === 1 && each[0]).length
    for (let kills = random.between(1, 2); kills >= 0; kills -= 1) {
      const { page } = browser
      for (let taps = random.between(1, 3); taps > 0; taps -= 1) {
        const student = random.pick(lesson.names)
        const mark = random.pick(marks)
        const [before] = expected.get(student) ?? []
        if (before === mark) continue
        const button = group(page, student, mark)
        await button.click()
        if (kills > 0 && taps === 1 && random.next() < 0.4) {
          expected.set(student, [before, mark])
          break
        }
        expected.set(student, [mark])
        await expect(button).toHaveAttribute('aria-pressed', 'true')
        const text = unsaved() === 1 ? /1 mark is kept on this device/ : /\d+ marks? (is|are) kept on this device/
        await expect(page.getByText(text)).toBeVisible()
      }
      if (random.next() < 0.4) {
        const line = uniqueName('Wind')
        await page.getByRole('button', { name: `Note on ${lesson.title}` }).click()
        await page.getByLabel(`Note on ${lesson.title}`).last().fill(line)
        await page.getByRole('button', { name: 'Add note' }).click()
        await expect(page.getByText('The note is kept.')).toBeVisible()
        notes.push(line)
      }
      if (random.next() < 0.4) {
        const name = uniqueName('Walker')
        await page.getByRole('button', { name: 'Walk-in' }).click()
        const dialog = page.getByRole('dialog', { name: 'Walk-in' })
        await dialog.getByLabel('Full Name').fill(name)
        await dialog.getByLabel('Date of birth').fill('1990-05-01')
        await dialog.getByRole('button', { name: 'Add walk-in' }).click()
        await expect(dialog).toHaveCount(0)
        await expect(page.getByRole('list', { name: 'Walk-ins to send' })).toContainText(name)
        walkIns.push(name)
      }
      if (kills === 0) break
      await browser.kill()
      browser = await open(deps)
      await openLesson(browser.page, lesson.title)
      await settle(browser.page, expected)
    }
    if (random.next() < 0.5) {
      // What arrives is not answered: the device does not learn of it before it is killed.
      gate.set('mute')
      const lost = browser.page.waitForEvent('requestfailed')
      await browser.page.evaluate("dispatchEvent(new Event('online'))")
      const waits = random.next() < 0.5
      if (waits) await lost
      else lost.catch(() => {})
      await browser.kill()
      gate.set('open')
      browser = await open(deps)
    }
    gate.set('open')
    const { page } = browser
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(async () => {
      expect(await saved(api, lesson)).toEqual(
        Object.fromEntries([...expected].flatMap(([name, [mark]]) => (mark ? [[name, mark]] : []))),
      )
      await expectOnce(api, lesson, walkIns, notes)
      expect(await countWaiting(page)).toBe(0)
    }).toPass({ timeout: 60_000 })
    // Nothing is sent again by the next start.
    await browser.kill()
    browser = await open(deps)
    await expect(browser.page.getByRole('article', { name: lesson.title })).toBeVisible()
    await expectOnce(api, lesson, walkIns, notes)
    return { taps: expected.size, walkIns: walkIns.length, notes: notes.length }
  } finally {
    await browser.kill()
    await api.delete(`/api/tables/lessons/${lesson.id}`, { headers })
  }
}

/** Learns what a tap in the middle of a kill has become; everything confirmed is shown as it was. */
async function settle(page: Page, expected: Map<string, (Mark | undefined)[]>) {
  for (const [student, possible] of expected) {
    const shown: (Mark | undefined)[] = []
    for (const mark of marks)
      if ((await group(page, student, mark).getAttribute('aria-pressed')) === 'true') shown.push(mark)
    expect(possible, student).toContain(shown[0])
    expected.set(student, [shown[0]])
  }
}

const listOf = (value: unknown) => (Array.isArray(value) ? (value as string[]) : [])
type Lesson = Awaited<ReturnType<typeof addLessonOf>>

async function saved(api: APIRequestContext, { id, ids, names }: Lesson): Promise<Record<string, Mark>> {
  const row: Row = await (await api.get(`/api/tables/lessons/${id}`)).json()
  const marked = marks.flatMap((mark) => listOf(row[mark.toLowerCase()]).map((student) => [student, mark] as const))
  return Object.fromEntries(
    marked.flatMap(([student, mark]) => (ids.includes(student) ? [[names[ids.indexOf(student)], mark]] : [])),
  )
}

async function expectOnce(api: APIRequestContext, { id, ids }: Lesson, walkIns: string[], notes: string[]) {
  const row: Row = await (await api.get(`/api/tables/lessons/${id}`)).json()
  const added: string[] = []
  for (const name of walkIns) {
    const { data } = await (await api.get(`/api/tables/students?q=${encodeURIComponent(name)}`)).json()
    expect(data, name).toHaveLength(1)
    added.push(data[0].id)
  }
  expect(listOf(row['students']).toSorted()).toEqual([...ids, ...added].toSorted())
  expect(listOf(row['present'])).toEqual(expect.arrayContaining(added))
  for (const line of notes) expect(String(row['notes']).split(line), line).toHaveLength(2)
}

/** What the device still has to send. */
const countWaiting = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const request = indexedDB.open('staff')
    request.onsuccess = () => {
      const keys = request.result.transaction('kept').objectStore('kept').getAllKeys()
      keys.onsuccess = () => resolve(keys.result.filter((key) => key.includes('/unsent/')).length)
    }
  })`)
