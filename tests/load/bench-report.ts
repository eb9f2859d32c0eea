import type { Comparison } from './compare'

export type Results = { list: Comparison; inquiry: Comparison }

const names: Record<keyof Results, string> = { list: 'list of 50 of 1,000', inquiry: 'inquiry' }

const row = (name: string, ...cells: string[]) => `${name.padEnd(40)}${cells.map((cell) => cell.padStart(11)).join('')}`

/** The figures as a table for people. */
export function describeBench(results: Results): string[] {
  const lines = (Object.keys(names) as (keyof Results)[]).flatMap((key) => {
    const { connections, product, bare, throughput, cpu } = results[key]
    const cells = (read: (each: typeof product) => number, digits: number) =>
      [product, bare].map((each) => read(each).toFixed(digits))
    return [
      row(
        `${names[key]}, requests/s at ${connections}`,
        ...cells((each) => each.perSecond, 0),
        `${throughput.toFixed(2)}x`,
      ),
      row(`${names[key]}, ms CPU a request`, ...cells((each) => each.cpuMs, 2), `${cpu.toFixed(2)}x`),
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
    return cpu <= limit
      ? []
      : [`too slow: ${names[key]} takes ${cpu.toFixed(2)}x the CPU of the bare limit, at most ${limit}x`]
  })
