import { hostname } from 'node:os'
import { hours, seconds } from '@app/contracts/durations'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { containerMemory } from './container-memory'
import { measureEventLoopLag } from './event-loop-lag'

/** The unit of times in metrics. */
const second = seconds(1)

let running = 'unknown'

/** The version of the running process, for its metrics and its health endpoint. */
export const runningVersion = () => running

/**
 * Registers the version, and the time of the start by the name of the container: an address may pass to another container.
 * Call it once per process.
 */
export function announceVersion(version: string | undefined): void {
  running = version || running
  gauge('build_info', 'The version that runs', ['version'], () => [{ labels: { version: running }, value: 1 }])
  const startedAt = Date.now() / second
  gauge('replica_start_time_seconds', 'When this process started (Unix time), by its container', ['replica'], () => [
    { labels: { replica: hostname() }, value: startedAt },
  ])
}

const registry = new Registry()

/** The allowed values of each label: others cannot become a series. */
type Labels = Record<string, readonly string[]>
type Chosen<Of extends Labels> = { [Name in keyof Of]: Of[Name][number] }

function combinations(labels: Labels): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  )
}

/** Counts events. Every combination of labels starts at 0, so that the first event shows as an increase. */
export function counter<const Of extends Labels>(name: string, help: string, labels: Of) {
  const made = new Counter({ name, help, labelNames: Object.keys(labels), registers: [registry] })
  for (const combination of combinations(labels)) made.inc(combination, 0)
  return { add: (chosen: Chosen<Of>, count = 1) => made.inc(chosen as Record<string, string>, count) }
}

/** Counters whose label values are fixed in code, one per call, never taken from input. */
export function counterOf(name: string, help: string, label: string) {
  const made = new Counter({ name, help, labelNames: [label], registers: [registry] })
  return (value: string) => {
    const labels = { [label]: value }
    made.inc(labels, 0)
    return { add: () => made.inc(labels) }
  }
}

/**
 * Durations in seconds. For a label without listed values the caller bounds the values, and its series appear with the first
 * observation.
 */
export function durations<const Of extends Labels>(name: string, help: string, labels: Of, buckets: readonly number[]) {
  const labelNames = Object.keys(labels)
  const made = new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [registry] })
  for (const combination of combinations(labels)) made.zero(combination)
  return {
    observe: (labels: { [Name in keyof Of]: string | number }, ms: number) => {
      if (Number.isFinite(ms)) made.observe(labels, ms / second)
    },
  }
}

type Sample = { labels: Record<string, string>; value: number }
/** A number is the value of a gauge without labels. */
type Reading = readonly Sample[] | number | undefined

/** A value read at each scrape. An unreadable value is left out: no value is better than a stale one. */
export function gauge(
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => Reading | Promise<Reading>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      this.reset()
      // A reset gauge without labels is 0, which would be reported.
      if (labelNames.length === 0) this.remove()
      try {
        const reading = await read()
        const samples = typeof reading === 'number' ? [{ labels: {}, value: reading }] : (reading ?? [])
        for (const { labels, value } of samples) this.set(labels, value)
      } catch {
        // No value is reported.
      }
    },
  })
}

/** Default metrics that are constant zeros under Bun. */
const unsupportedByBun = [
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
  'nodejs_eventloop_lag_seconds',
  'nodejs_eventloop_lag_mean_seconds',
  'nodejs_eventloop_lag_stddev_seconds',
  'nodejs_eventloop_lag_min_seconds',
  'nodejs_eventloop_lag_max_seconds',
  'nodejs_eventloop_lag_p50_seconds',
  'nodejs_eventloop_lag_p90_seconds',
  'nodejs_eventloop_lag_p99_seconds',
]

/** Registers memory, CPU time, open files and event loop lag. Call it once per process. */
export function watchProcess(): void {
  // Its histogram of the event loop is removed below, but its timer would wake the process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: hours(1) })
  for (const name of unsupportedByBun) registry.removeSingleMetric(name)
  const lag = measureEventLoopLag()
  gauge(
    'event_loop_lag_seconds',
    'Longest delay of a timer within the last 15 to 30 seconds',
    [],
    () => lag.read() / second,
  )
  gauge('container_memory_bytes', 'Memory of the container as its limit counts it, and the limit', ['kind'], () => {
    const memory = containerMemory()
    return (
      memory && [
        { labels: { kind: 'working_set' }, value: memory.workingSet },
        { labels: { kind: 'limit' }, value: memory.limit },
      ]
    )
  })
}

/** Scrapes within this time share one answer. */
const cacheMs = seconds(1)
let last: { until: number; text: Promise<string> } | undefined

export const metricsType = registry.contentType

/** All metrics of this process in the Prometheus text format. */
export function metricsText(now = Date.now): Promise<string> {
  if (!last || now() >= last.until) last = { until: now() + cacheMs, text: registry.metrics() }
  return last.text
}
