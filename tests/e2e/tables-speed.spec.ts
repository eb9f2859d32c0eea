import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { standIn } from './support/api'
import { dashboardApi, listOf } from './support/table-screens'
import { expect, test } from './support/test'

const kilobyte = 1000
const build = resolve(import.meta.dirname, '../../web/dist')

/** The size of a script as sent: the precompressed file. */
const sizeOf = async (url: string) => (await stat(`${build}${new URL(url).pathname}.br`)).size

test('the dashboard needs at most 180 KB of JavaScript, brotli, and no editor before one is shown', async ({
  page,
}) => {
  const scripts = new Set<string>()
  page.on('response', (response) => response.url().endsWith('.js') && scripts.add(response.url()))
  await standIn(page, dashboardApi)
  await page.goto('/admin', { waitUntil: 'networkidle' })
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  const sizes = await Promise.all([...scripts].map(sizeOf))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  test.info().annotations.push({ type: 'JavaScript, brotli', description: `${total} bytes` })
  expect(total).toBeLessThanOrEqual(180 * kilobyte)

  const before = scripts.size
  await page.getByRole('button', { name: 'Add New' }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible()
  expect(scripts.size).toBeGreaterThan(before)
})

const largePage = listOf(200, 1000, 200)
const frame = 1000 / 60

/** CPU milliseconds of the page's main thread, independent of other processes. */
async function workOf(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async (...names: string[]) => {
    const { metrics } = await client.send('Performance.getMetrics')
    return metrics.filter(({ name }) => names.includes(name)).reduce((sum, { value }) => sum + value * 1000, 0)
  }
}

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

test('a table of 50 rows is shown promptly once its records have arrived', async ({ page }) => {
  await standIn(page, { ...dashboardApi, '/api/tables/lessons': [200, listOf(50, 120)] })
  const times: number[] = []
  const works: number[] = []
  const work = await workOf(page)
  const rendering = () => work('ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration')
  for (let round = 0; round < 5; round++) {
    await page.goto('/admin?table=students')
    await expect(page.getByText('No records found')).toBeVisible()
    const before = await rendering()
    times.push(await page.evaluate<number>(timeToShow('Lesson', 50)))
    works.push((await rendering()) - before)
  }
  const [median, cpu] = [times, works].map((all) => all.sort((a, b) => a - b)[2]!) as [number, number]
  test.info().annotations.push({
    type: 'switch of tables',
    description: `${median.toFixed(1)} ms, ${cpu.toFixed(1)} ms of CPU from the click on`,
  })
  // The goal is 100 ms on a quiet machine, reported above; the limit here allows for a busy one.
  expect(median).toBeLessThanOrEqual(1_000)
})

/** Runs in the page: scrolls the records step by step and records long tasks. */
const scrollThrough = `new Promise(async (resolve) => {
  const tasks = []
  const note = (entries) => tasks.push(...entries.map(({ duration }) => duration))
  const watch = new PerformanceObserver((list) => note(list.getEntries()))
  watch.observe({ type: 'longtask' })
  const frame = document.querySelector('.grid-frame')
  for (let step = 0; step < 60; step++) {
    frame.scrollTop += 120
    frame.scrollLeft = step * 4
    await new Promise(requestAnimationFrame)
  }
  note(watch.takeRecords())
  resolve({ tasks, scrolled: frame.scrollTop })
})`

test('200 rows scroll smoothly', async ({ page }) => {
  await standIn(page, { ...dashboardApi, '/api/tables/lessons': [200, largePage] })
  await page.goto('/admin?limit=200')
  await expect(page.locator('[data-row]')).toHaveCount(200)
  const work = await workOf(page)
  const before = await work('TaskDuration')
  const { tasks, scrolled } = await page.evaluate<{ tasks: number[]; scrolled: number }>(scrollThrough)
  expect(scrolled).toBeGreaterThan(5000)
  test.info().annotations.push({ type: 'tasks over 50 ms while scrolling', description: tasks.join(', ') || 'none' })
  const each = ((await work('TaskDuration')) - before) / 60
  test.info().annotations.push({ type: 'CPU for a frame of scrolling', description: `${each.toFixed(1)} ms` })
  // The goal is one frame on a quiet machine, reported above; the limit here allows for a busy one.
  expect(each, 'milliseconds of work for each frame').toBeLessThanOrEqual(4 * frame)
})
