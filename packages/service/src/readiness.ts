import { succeedsWithin } from '@app/concurrency/timeout'
import { seconds } from '@app/contracts/durations'
import { gauge, sampled } from '@app/telemetry'

/** Probes by dependency name. A probe rejects while its dependency is unavailable. */
export type Checks = Record<string, () => Promise<unknown>>

const probeTimeoutMs = seconds(1)
const readyCacheMs = seconds(2)
/** Shorter, so that a poll during a start sees readiness soon. */
const notReadyCacheMs = seconds(0.25)

/**
 * Probes every dependency, at most once in two seconds (every 250 ms while one is unavailable), however often it is
 * called: probing must not become a load.
 */
export function readiness(checks: Checks, now = Date.now) {
  let last: { until: number; answer: Promise<{ ready: boolean; checks: Record<string, boolean> }> } | undefined
  const probeAll = async () => {
    const names = Object.keys(checks)
    const results = await Promise.all(
      Object.values(checks).map((probe) => succeedsWithin(probeTimeoutMs, Promise.resolve().then(probe))),
    )
    return { ready: results.every(Boolean), checks: Object.fromEntries(names.map((name, i) => [name, results[i]!])) }
  }
  return () => {
    if (!last || now() >= last.until) {
      const current = { until: now() + readyCacheMs, answer: probeAll() }
      void current.answer.then(({ ready }) => {
        if (!ready) current.until = now() + notReadyCacheMs
      })
      last = current
    }
    return last.answer
  }
}

/** Minimum time between two probes of a dependency. */
const every = seconds(5)

/** Metrics of whether each dependency responds, and how fast, including those that readiness does not require. */
export function watchDependencies(checks: Checks): void {
  const readings = Object.entries(checks).map(([dependency, probe]) => {
    const read = sampled(
      async () => {
        const startedAt = performance.now()
        await probe()
        return performance.now() - startedAt
      },
      { every },
    )
    return { dependency, read }
  })
  const results = () =>
    Promise.all(readings.map(async ({ dependency, read }) => ({ labels: { dependency }, ms: await read() })))

  gauge('dependency_up', 'Whether a dependency responds within a second', ['dependency'], async () =>
    (await results()).map(({ labels, ms }) => ({ labels, value: ms === undefined ? 0 : 1 })),
  )
  gauge('dependency_ping_seconds', 'Response time of a dependency', ['dependency'], async () =>
    (await results()).flatMap(({ labels, ms }) => (ms === undefined ? [] : [{ labels, value: ms / seconds(1) }])),
  )
}
