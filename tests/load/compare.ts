import { median } from '../support/percentile'
import { load, type Measure, type Target } from './wrk'

/** BENCH_ROUNDS and BENCH_SECONDS shorten a run that only looks for regressions. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const mostConnections = 16

/** The median of the rounds, with the least and the most of them. */
export type Ratio = { median: number; least: number; most: number }

export type Comparison = { connections: number; product: Measure; bare: Measure; throughput: Ratio; cpu: Ratio }

const ratioOf = (values: number[]): Ratio => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
})
const medianOf = (measures: Measure[]): Measure => ({
  perSecond: median(measures.map(({ perSecond }) => perSecond)),
  cpuMs: median(measures.map(({ cpuMs }) => cpuMs)),
  p50: median(measures.map(({ p50 }) => p50)),
  p99: median(measures.map(({ p99 }) => p99)),
})

/** Alternates between both, so other load on the machine affects both; the ratios are medians of the rounds. */
export async function compare(product: Target, bare: Target): Promise<Comparison> {
  const alone = [await load(product, { seconds: 3, connections: 1 }), await load(bare, { seconds: 3, connections: 1 })]
  // A slow database gets less concurrency, so that no request waits longer than half a second.
  const bearable = Math.floor(Math.min(...alone.map(({ perSecond }) => perSecond)) / 2)
  const connections = Math.min(Math.max(bearable, 2), mostConnections)
  const round = { seconds, connections }
  const pairs: { product: Measure; bare: Measure }[] = []
  for (let i = 0; i < rounds; i++) pairs.push({ bare: await load(bare, round), product: await load(product, round) })
  return {
    connections,
    product: medianOf(pairs.map(({ product }) => product)),
    bare: medianOf(pairs.map(({ bare }) => bare)),
    throughput: ratioOf(pairs.map(({ product, bare }) => product.perSecond / bare.perSecond)),
    cpu: ratioOf(pairs.map(({ product, bare }) => product.cpuMs / bare.cpuMs)),
  }
}
