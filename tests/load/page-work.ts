import type { Page } from '@playwright/test'

/** Processor time of a page's main thread so far, in milliseconds: other processes do not count. `names` are those of Chromium's metrics. */
export async function pageWork(page: Page): Promise<(...names: string[]) => Promise<number>> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async (...names) => {
    const { metrics } = await client.send('Performance.getMetrics')
    return metrics.filter(({ name }) => names.includes(name)).reduce((sum, { value }) => sum + value * 1_000, 0)
  }
}
