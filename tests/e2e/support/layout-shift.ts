import type { Page } from '@playwright/test'

/** The most that a page may move by itself, as the score of Cumulative Layout Shift. */
export const maxShift = 0.02

type Shift = [value: number, moved: string[]]

/** Notes in each page that is loaded from now on what moves until somebody does something there. */
export const watchShifts = (page: Page) =>
  page.addInitScript(`window.shifts = []
let usedAt = Infinity
for (const kind of ['pointerdown', 'keydown', 'input'])
  addEventListener(kind, ({ timeStamp }) => { usedAt = Math.min(usedAt, timeStamp) }, { capture: true })
new PerformanceObserver((list) => {
  for (const { value, startTime, sources } of list.getEntries())
    if (startTime < usedAt) window.shifts.push([value, sources.map(({ node }) => (node && (node.outerHTML ?? node.textContent) || '').slice(0, 90))])
}).observe({ type: 'layout-shift', buffered: true })`)

/** How much has moved in the page, and what. */
export async function shiftsOf(page: Page) {
  const shifts = await page.evaluate<Shift[]>('window.shifts')
  return { sum: shifts.reduce((total, [value]) => total + value, 0), what: JSON.stringify(shifts, null, 1) }
}
