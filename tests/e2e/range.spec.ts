import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { byNight } from './support/devices'
import { type Gate, startGate } from './support/gate'
import {
  addLessonOf,
  group,
  open,
  openLesson,
  type RangeDeps,
  takeAttendance,
  untilKept,
  untilWorking,
} from './support/range'
import { clearLessons } from './support/school-day'
import { expect, test } from './support/staff'

/** `RANGE_SEEDS=500` runs that many, from `RANGE_FROM`, otherwise one by day and two by night; a failure names its seed. */
const seeds = Number(process.env.RANGE_SEEDS ?? (process.env.NIGHT ? 2 : 1))
const from = Number(process.env.RANGE_FROM ?? 1)
const secondsPerSeed = 60

let gate: Gate
let profile: string
let deps: RangeDeps

test.beforeEach(async ({ page, baseURL }) => {
  await clearLessons(page)
  gate = await startGate(baseURL!)
  profile = await mkdtemp(join(tmpdir(), 'range-'))
  deps = { site: baseURL!, api: page.request, cookies: await page.context().cookies(), gate, profile }
})
test.afterEach(async () => {
  await gate.stop()
  await rm(profile, { recursive: true, force: true })
})

test(
  'attendance without a connection survives kills of the browser: nothing lost, nothing twice',
  byNight,
  async () => {
    test.setTimeout(120_000 + seeds * secondsPerSeed * 1_000)
    for (let seed = from; seed < from + seeds; seed++)
      await test.step(`seed ${seed}`, async () => {
        const done = await takeAttendance(seed, deps).catch((error) => {
          throw new Error(`seed ${seed}`, { cause: error })
        })
        if (seeds > 10) process.stdout.write(`seed ${seed} ${JSON.stringify(done)}\n`)
      })
  },
)

test('the day opens without a connection, with what is needed in an emergency; a logout leaves nothing', async () => {
  const lesson = await addLessonOf(deps.api, 2)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const brook = { name: 'R. Brook', phone: '(916) 555-0142', pickup_note: 'Only by car' }
  const { id: guardian } = await (await deps.api.post('/api/tables/guardians', { data: brook, headers })).json()
  await deps.api.put(`/api/tables/students/${lesson.ids[0]}`, {
    data: { notes: 'Allergic to bees', birth_date: '2018-05-01', guardians: [guardian] },
    headers,
  })
  let browser = await open(deps)
  await expect(browser.page.getByRole('article', { name: lesson.title })).toBeVisible()
  await untilKept(browser.page)
  // What the worker of an earlier release has left is there as long as a page is open.
  await browser.page.evaluate("caches.open('admin-earlier').then(() => undefined)")
  const hasEarlier = () => browser.page.evaluate("caches.has('admin-earlier')")
  await browser.page.reload()
  await expect(browser.page.getByRole('article', { name: lesson.title })).toBeVisible()
  expect(await hasEarlier()).toBe(true)
  await browser.kill()
  gate.set('closed')
  browser = await open(deps)
  const { page } = browser
  try {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByText(/^Offline/)).toBeVisible()
    await expect.poll(hasEarlier).toBe(false)
    await expect(page.getByText(/^Lessons as of/)).toBeVisible()
    await openLesson(page, lesson.title)
    await page.getByRole('button', { name: lesson.names[0]!, exact: true }).click()
    const card = page.getByRole('dialog', { name: lesson.names[0]! })
    await expect(card.getByText('Allergic to bees')).toBeVisible()
    await expect(card.getByText('R. Brook', { exact: true })).toBeVisible()
    await expect(card.getByRole('link', { name: 'Call R. Brook, (916) 555-0142' })).toBeVisible()
    await expect(card.getByText('Pick-up: Only by car')).toBeVisible()
    await card.getByRole('button', { name: 'Close' }).last().click()
    await group(page, lesson.names[1]!, 'Present').click()
    await expect(page.getByText(/1 mark is kept on this device/)).toBeVisible()

    const stored = () =>
      page.evaluate(`new Promise((resolve) => {
        const request = indexedDB.open('staff')
        request.onsuccess = () => {
          const keys = request.result.transaction('kept').objectStore('kept').getAllKeys()
          keys.onsuccess = () => resolve(keys.result)
        }
      })`)
    expect(await stored()).not.toEqual([])
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    const asked = page.getByRole('alertdialog', { name: 'Not sent yet' })
    await asked.getByRole('button', { name: 'Log out and lose them' }).click()
    await expect.poll(stored).toEqual([])
  } finally {
    await browser.kill()
  }
})

test('an open page finds the files of its release after an update; they go once no page is open', byNight, async () => {
  let browser = await open(deps)
  try {
    await untilWorking(browser.page)
    // What the worker of an earlier release has left: a file that the server no longer has.
    const file = '/assets/earlier-abcdefgh.js'
    await browser.page.evaluate(`caches.open('admin-earlier').then((cache) => cache.put('${file}', new Response('1')))`)
    const status = () => browser.page.evaluate<number>(`fetch('${file}').then(({ status }) => status)`)
    expect(await status()).toBe(200)
    await browser.page.reload()
    expect(await status(), 'a page was open').toBe(200)
    await browser.kill()
    browser = await open(deps)
    await expect.poll(status).toBe(404)
    await browser.page.goto(`${deps.site}/`)
    expect(await browser.page.evaluate('navigator.serviceWorker.controller'), 'the public page has none').toBeNull()
  } finally {
    await browser.kill()
  }
})
