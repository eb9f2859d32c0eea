import { seconds } from '@app/contracts/durations'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()

/** The values that each label may have: what is not listed cannot become a series. */
type Labels = Record<string, readonly string[]>
type Chosen<Of extends Labels> = { [Name in keyof Of]: Of[Name][number] }

function combinations(labels: Labels): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  )
}

/** Counts events. Every combination of labels is there from the start, so that the first event is a change that shows. */
export function counter<const Of extends Labels>(name: string, help: string, labels: Of) {
  const made = new Counter({ name, help, labelNames: Object.keys(labels), registers: [registry] })
  for (const combination of combinations(labels)) made.inc(combination, 0)
  return { add: (chosen: Chosen<Of>, count = 1) => made.inc(chosen as Record<string, string>, count) }
}

/** Counts events of kinds that are named while the program is put together, one counter each, never by what comes in. */
export function counterOf(name: string, help: string, label: string) {
  const made = new Counter({ name, help, labelNames: [label], registers: [registry] })
  return (value: string) => {
    const labels = { [label]: value }
    made.inc(labels, 0)
    return { add: () => made.inc(labels) }
  }
}

/**
 * Durations in seconds. A label without listed values is bounded by whoever observes, and its series are there once they
 * are needed.
 */
export function durations<const Of extends Labels>(name: string, help: string, labels: Of, buckets: readonly number[]) {
  const labelNames = Object.keys(labels)
  const made = new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [registry] })
  for (const combination of combinations(labels)) made.zero(combination)
  return {
    observe: (labels: { [Name in keyof Of]: string | number }, ms: number) => {
      if (Number.isFinite(ms)) made.observe(labels, ms / seconds(1))
    },
  }
}

type Sample = { labels: Record<string, string>; value: number }

/** A value that is read when somebody looks. What cannot be read is left out: no value is better than an old one. */
export function gauge(
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => readonly Sample[] | Promise<readonly Sample[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      this.reset()
      // A gauge without labels starts anew at 0, which would be a value.
      if (labelNames.length === 0) this.remove()
      try {
        for (const { labels, value } of await read()) this.set(labels, value)
      } catch {
        // Left out.
      }
    },
  })
}

/** What the library would add and Bun does not know: constant zeros. */
const unknownToBun = [
  'nodejs_heap_space_size_total_bytes',
  'nodejs_heap_space_size_used_bytes',
  'nodejs_heap_space_size_available_bytes',
  'nodejs_active_resources',
  'nodejs_active_resources_total',
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'process_heap_bytes',
  // Always 0 when asked for while serving a scrape; the percentiles beside it tell.
  'nodejs_eventloop_lag_seconds',
  // Bun leaves their first values open.
  'nodejs_eventloop_lag_mean_seconds',
  'nodejs_eventloop_lag_stddev_seconds',
  'nodejs_eventloop_lag_min_seconds',
]

/** Adds memory, CPU time, open files and the lag of the event loop. Once in a process. */
export function watchProcess(): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 })
  for (const name of unknownToBun) registry.removeSingleMetric(name)
}

/** One answer serves everybody who asks within this time, so that no crowd of scrapers costs more than one. */
const cachedFor = seconds(1)
let last: { until: number; text: Promise<string> } | undefined

export const metricsType = registry.contentType

/** All metrics of this process in Prometheus' text format. */
export function metricsText(now = Date.now): Promise<string> {
  if (!last || now() >= last.until) last = { until: now() + cachedFor, text: registry.metrics() }
  return last.text
}
