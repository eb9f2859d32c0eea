import type { Page, Request } from '@playwright/test'
import { onDesktopAndPhone } from './support/devices'
import { addLesson, at, uniqueName } from './support/school-day'
import { expect, test } from './support/staff'

/** Runs in the page: the shifts of the layout that nobody caused by a click or a key, and what moved. */
const measure = `window.shifts = []
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) window.shifts.push([value, sources.map(({ node }) => (node && (node.outerHTML ?? node.textContent) || '').slice(0, 90))])
}).observe({ type: 'layout-shift', buffered: true })`

type Shift = [value: number, moved: string[]]

const pages = [
  '?table=students',
  '?table=lessons',
  '?table=contact_submissions',
  '/today',
  '/inbox',
  '/calendar',
  '/calendar?view=week',
  '/calendar?view=agenda',
  '/insights',
  '/people',
  '/setup',
  '/website',
  '/inquiry-settings',
  '/service-accounts',
  '/webhooks',
  '/incoming',
  '/email',
  '/waiver',
  '/person-file',
  '/shape?table=students',
  '/trash?table=students',
  '/activity',
  '/work',
  '/sessions',
]

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
  return () => expect.poll(() => open.size === 0 && Date.now() - changedAt > 500).toBe(true)
}

onDesktopAndPhone(() => {
  for (let first = 0; first < pages.length; first += 4)
    test(`pages ${first + 1} to ${first + 4} stay where they are while they load`, async ({ page, records }) => {
      await addLesson(page, uniqueName('First arrows'), { starts_at: at(12) })
      await records('students').create({ name: uniqueName('Ada Brook'), birth_date: '1990-05-05', level: 'beginner' })
      await page.addInitScript(measure)
      await loadSlowly(page)
      const untilQuiet = followRequests(page)
      for (const path of pages.slice(first, first + 4)) {
        await page.goto(`/admin${path}`)
        await untilQuiet()
        const shifts = await page.evaluate<Shift[]>('window.shifts')
        const sum = shifts.reduce((total, [value]) => total + value, 0)
        expect.soft(sum, `/admin${path}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThanOrEqual(0.02)
      }
    })
})
