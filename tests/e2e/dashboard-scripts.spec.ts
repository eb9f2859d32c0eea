import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { standIn } from './support/api'
import { dashboardApi } from './support/table-screens'
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
  // The dialog that signs in again is loaded ahead after two seconds, which a slow machine would count as needed.
  await page.addInitScript((aheadMs) => {
    const later = globalThis.setTimeout
    globalThis.setTimeout = ((run: () => void, ms?: number) =>
      ms === aheadMs ? 0 : later(run, ms)) as unknown as typeof setTimeout
  }, 2_000)
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
