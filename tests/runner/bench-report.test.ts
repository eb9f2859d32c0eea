import { expect, test } from 'vitest'
import { describeBench, overLimit, type Results } from '../load/bench-report'

const measure = { perSecond: 1_000, cpuMs: 1.5, p50: 2, p99: 9 }
const bare = { ...measure, cpuMs: 1 }
const ratio = (median: number) => ({ median, least: median - 0.1, most: median + 0.2 })
const comparison = (cpu: number) => ({
  connections: 8,
  product: measure,
  bare,
  throughput: ratio(0.9),
  cpu: ratio(cpu),
})
const results: Results = { list: comparison(1.5), inquiry: comparison(2.1) }

test('a CPU ratio beyond its limit is named, and one without a limit or below it is not', () => {
  expect(overLimit(results, { list: '1.4' })).toEqual([
    'too slow: list of 50 of 1,000 takes 1.50x the CPU of the bare limit, at most 1.4x',
  ])
  expect(overLimit(results, { list: '1.5', inquiry: '2.2' })).toEqual([])
})

test('the table has requests, CPU and latencies of both, and the spread of a ratio', () => {
  expect(describeBench(results).join('\n')).toContain('2.10x  (2.00-2.30)')
  expect(describeBench(results).join('\n')).toMatch(/at 8 +1000 +1000 0\.90x {2}\(0\.80-1\.10\)/)
  expect(describeBench(results).join('\n')).toMatch(/inquiry, p99 in ms +9.0 +9.0/)
})
