import { hostname } from 'node:os'
import { expect, test, vi } from 'vitest'

// Metrics of its own: those of the module are shared with other tests, which may have scraped them within the second.
vi.resetModules()
const { announceVersion, metricsText, runningVersion } = await import('.')

test('the version that runs is in the metrics, next to when this container started', async () => {
  expect(runningVersion()).toBe('unknown')
  announceVersion('v1.4.0')
  expect(runningVersion()).toBe('v1.4.0')
  const text = await metricsText()
  expect(text).toContain('build_info{version="v1.4.0"} 1')
  const [, startedAt] = new RegExp(`^replica_start_time_seconds{replica="${hostname()}"} (\\S+)$`, 'm').exec(text) ?? []
  expect(Math.abs(Number(startedAt) - Date.now() / 1_000)).toBeLessThan(60)
})
