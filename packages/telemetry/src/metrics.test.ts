import { expect, test, vi } from 'vitest'

// Metrics of its own: those of the module are shared with other tests, which also scrape them.
vi.resetModules()
const { counter, durations, gauge, metricsText, watchProcess } = await import('./metrics')

let time = 0
/** What a scrape says of one metric. */
async function scraped(name: string): Promise<string[]> {
  time += 10_000
  const text = await metricsText(() => time)
  return text.split('\n').filter((line) => line.startsWith(name))
}

test('a counter has every series from the start, so that the first event is seen as a change', async () => {
  const events = counter('test_events_total', 'Events', { way: ['code', 'google'], outcome: ['good', 'bad'] })
  events.add({ way: 'google', outcome: 'bad' })
  expect(await scraped('test_events_total')).toEqual([
    'test_events_total{way="code",outcome="good"} 0',
    'test_events_total{way="code",outcome="bad"} 0',
    'test_events_total{way="google",outcome="good"} 0',
    'test_events_total{way="google",outcome="bad"} 1',
  ])
})

test('a duration is reported in seconds, and one that was not started is not reported', async () => {
  const took = durations('test_took_seconds', 'Durations', { lane: [] }, [0.1, 1])
  took.observe({ lane: 'fast' }, 50)
  took.observe({ lane: 'fast' }, Number.NaN)
  expect(await scraped('test_took_seconds')).toEqual([
    'test_took_seconds_bucket{le="0.1",lane="fast"} 1',
    'test_took_seconds_bucket{le="1",lane="fast"} 1',
    'test_took_seconds_bucket{le="+Inf",lane="fast"} 1',
    'test_took_seconds_sum{lane="fast"} 0.05',
    'test_took_seconds_count{lane="fast"} 1',
  ])
})

test('a gauge that cannot be read has no value, and does not affect others', async () => {
  let read = async () => [{ labels: {}, value: 7 }]
  gauge('test_depth', 'Depth', [], () => read())
  expect(await scraped('test_depth')).toEqual(['test_depth 7'])
  read = () => Promise.reject(new Error('away'))
  expect(await scraped('test_depth')).toEqual([])
  expect(await scraped('test_took_seconds_count')).toHaveLength(1)
})

test('memory, open files and event loop lag are reported; metrics that are always zero are not', async () => {
  watchProcess()
  for (const name of ['process_resident_memory_bytes', 'process_open_fds', 'event_loop_lag_seconds'])
    expect(await scraped(name)).toEqual([expect.stringMatching(/ [\d.e-]+$/)])
  for (const name of ['nodejs_heap_space', 'nodejs_eventloop_lag']) expect(await scraped(name)).toEqual([])
})

test('all requests within a second get the same answer', async () => {
  let readings = 0
  gauge('test_readings', 'Readings', [], () => [{ labels: {}, value: ++readings }])
  time += 10_000
  const texts = await Promise.all(Array.from({ length: 100 }, () => metricsText(() => time)))
  expect(new Set(texts).size).toBe(1)
  expect(readings).toBe(1)
})
