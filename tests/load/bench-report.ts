import { loadavg } from 'node:os'
import type { Comparison, Ratio } from './compare'

export type Results = { list: Comparison; inquiry: Comparison }

const names: Record<keyof Results, string> = { list: 'list of 50 of 1,000', inquiry: 'inquiry' }

const row = (name: string, ...cells: string[]) =>
  `${name.padEnd(40)}${cells.map((cell) => ` ${cell.padStart(10)}`).join('')}`

const spread = ({ median, least, most }: Ratio) => `${median.toFixed(2)}x  (${least.toFixed(2)}-${most.toFixed(2)})`

/** Other work distorts both sides. Read before the bench makes load of its own. */
export function busyLine(): string | undefined {
  const [load = 0] = loadavg()
  return load > 0.5 ? `The machine is busy (load ${load.toFixed(1)}): these figures say little.` : undefined
}

/** The figures as a table for people. */
export function describeBench(results: Results): string[] {
  const lines = (Object.keys(names) as (keyof Results)[]).flatMap((key) => {
    const { connections, product, bare, throughput, cpu } = results[key]
    const cells = (read: (each: typeof product) => number, digits: number) =>
      [product, bare].map((each) => read(each).toFixed(digits))
    return [
      row(`${names[key]}, requests/s at ${connections}`, ...cells((each) => each.perSecond, 0), spread(throughput)),
      row(`${names[key]}, ms CPU a request`, ...cells((each) => each.cpuMs, 2), spread(cpu)),
      row(`${names[key]}, p50 in ms`, ...cells((each) => each.p50, 1)),
      row(`${names[key]}, p99 in ms`, ...cells((each) => each.p99, 1)),
    ]
  })
  return [row('', 'product', 'bare', 'ratio'), ...lines]
}

/** The CPU ratios that exceed their limit, in words. */
export const overLimit = (results: Results, limits: Partial<Record<keyof Results, string | undefined>>): string[] =>
  (Object.keys(names) as (keyof Results)[]).flatMap((key) => {
    const limit = limits[key] === undefined ? Number.POSITIVE_INFINITY : Number(limits[key])
    const { cpu } = results[key]
    return cpu.median <= limit
      ? []
      : [`too slow: ${names[key]} takes ${cpu.median.toFixed(2)}x the CPU of the bare limit, at most ${limit}x`]
  })
