import { seconds } from '@app/contracts/durations'
import { gauge, sampled } from '@app/telemetry'
import type { Checks } from './readiness'

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
