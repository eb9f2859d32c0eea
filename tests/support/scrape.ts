import { until } from './until'

/** The processes that expose metrics. */
export const processes = ['auth', 'forms', 'email-worker', 'admin-tables'] as const
export type Process = (typeof processes)[number]

export type Series = { name: string; labels: Record<string, string>; value: number }

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** Parses Prometheus' text format. @throws on a malformed line */
function readMetrics(text: string): Series[] {
  return text
    .split('\n')
    .filter((one) => one && !one.startsWith('#'))
    .map((one) => {
      const [, name, labels = '', value] = line.exec(one) ?? []
      if (!name) throw new Error(`Not a metric: ${one}`)
      return {
        name,
        labels: Object.fromEntries(Array.from(labels.matchAll(label), ([, key, text]) => [key, text])),
        value: Number(value),
      }
    })
}

type Ports = { ports: Record<string, number> }

export async function scrape({ ports }: Ports, process: Process): Promise<{ text: string; series: Series[] }> {
  const answer = await fetch(`http://127.0.0.1:${ports[process]}/metrics`, { signal: AbortSignal.timeout(10_000) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${process} answered ${answer.status}`)
  return { text, series: readMetrics(text) }
}

/** The sum of the series with these labels. */
export const sumOf = (series: Series[], name: string, labels: Record<string, string> = {}) =>
  series
    .filter((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0)

type Counted = { process: Process; name: string; labels?: Record<string, string> }

/** Reads a metric now and returns a function that waits until it has grown by `by`. Metrics are up to a second old. */
export async function counting(stack: Ports, { process, name, labels = {} }: Counted) {
  const read = async () => sumOf((await scrape(stack, process)).series, name, labels)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const before = await read()
  return (by: number) =>
    until(
      `${name} ${JSON.stringify(labels)} of ${process} to grow by ${by}`,
      async () => (await read()) === before + by,
    )
}

export const untilMetricIs = (stack: Ports, { process, name, labels = {} }: Counted, value: number) =>
  until(
    `${name} ${JSON.stringify(labels)} of ${process} to be ${value}`,
    async () => sumOf((await scrape(stack, process)).series, name, labels) === value,
  )
