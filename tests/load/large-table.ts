import { chromium } from '@playwright/test'
import { standIn } from '../e2e/support/api'
import { dashboardApi, listOf } from '../e2e/support/table-screens'
import { median } from '../support/percentile'
import { startProduct } from '../support/product'
import { pageWork } from './page-work'

// How long the dashboard takes to show 50 records once they have arrived, and how much work a frame of scrolling is with 200, in Chromium.
// Responses are made up, so that only the page is measured.
//
//   ROUNDS=9 bun tests/load/large-table.ts

const rounds = Number(process.env.ROUNDS ?? 9)
const { CHROMIUM = '/usr/bin/chromium' } = process.env
const frames = 60

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Runs in the page: from the arrival of the records until they are laid out. */
const timeToShow = (tab: string, rows: number) => `new Promise((resolve) => {
  const watch = new MutationObserver(() => {
    if (document.querySelectorAll('[data-row]').length !== ${rows}) return
    watch.disconnect()
    document.body.getBoundingClientRect()
    const lists = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/tables/'))
    resolve(performance.now() - Math.max(...lists.map(({ responseEnd }) => responseEnd)))
  })
  watch.observe(document.body, { childList: true, subtree: true })
  for (const each of document.querySelectorAll('[role=tab]')) if (each.textContent === '${tab}') each.click()
})`

/** Runs in the page: scrolls the records step by step and resolves with the durations of long tasks. */
const scrollThrough = `new Promise(async (resolve) => {
  const tasks = []
  const note = (entries) => tasks.push(...entries.map(({ duration }) => duration))
  const watch = new PerformanceObserver((list) => note(list.getEntries()))
  watch.observe({ type: 'longtask' })
  const frame = document.querySelector('.grid-frame')
  for (let step = 0; step < ${frames}; step++) {
    frame.scrollTop += 120
    frame.scrollLeft = step * 4
    await new Promise(requestAnimationFrame)
  }
  note(watch.takeRecords())
  resolve(tasks)
})`

const product = await startProduct({ SEED_SAMPLES: 'false', SEED_INQUIRIES: 'false' })
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  const context = await browser.newContext({ baseURL: product.site, viewport: { width: 1280, height: 720 } })
  const page = await context.newPage()
  const work = await pageWork(page)
  const rendering = () => work('ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration')
  await standIn(page, { ...dashboardApi, '/api/tables/lessons': [200, listOf(50, 120)] })
  const [times, works]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    await page.goto('/admin?table=students')
    await page.getByText('No records found').waitFor()
    const before = await rendering()
    times.push(await page.evaluate<number>(timeToShow('Lesson', 50)))
    works.push((await rendering()) - before)
  }
  say(
    `change of table to 50 rows: ${median(times).toFixed(0)} ms, CPU from the click on: ${median(works).toFixed(0)} ms`,
  )

  await page.unrouteAll()
  await standIn(page, { ...dashboardApi, '/api/tables/lessons': [200, listOf(200, 1000, 200)] })
  await page.goto('/admin?limit=200')
  await page.locator('[data-row]').nth(199).waitFor()
  const before = await work('TaskDuration')
  const tasks = await page.evaluate<number[]>(scrollThrough)
  say(`scrolling 200 rows: ${(((await work('TaskDuration')) - before) / frames).toFixed(1)} ms of CPU a frame`)
  say(`  tasks over 50 ms: ${tasks.map((task) => task.toFixed(0)).join(', ') || 'none'}`)
} finally {
  await browser.close()
  await product.stop()
}
process.exit()
