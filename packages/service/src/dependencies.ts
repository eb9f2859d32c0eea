import { seconds } from '@app/contracts/durations'
import { gauge, sampled } from '@app/telemetry'
import type { Checks } from './readiness'

/** A scrape asks the dependencies anew after this time at the earliest. */
const every = seconds(5)

/** Shows in the metrics whether each dependency answers, and how fast. Unlike readiness it names those that may be away. */
export function watchDependencies(checks: Checks): void {
  const readings = Object.entries(checks).map(([dependency, ask]) => {
    const read = sampled(
      async () => {
        const startedAt = performance.now()
        await ask()
        return performance.now() - startedAt
      },
      { every },
    )
    return { dependency, read }
  })
  const answers = () =>
    Promise.all(readings.map(async ({ dependency, read }) => ({ labels: { dependency }, ms: await read() })))

  gauge('dependency_up', 'Whether a dependency answers within a second', ['dependency'], async () =>
    (await answers()).map(({ labels, ms }) => ({ labels, value: ms === undefined ? 0 : 1 })),
  )
  gauge('dependency_ping_seconds', 'How long a dependency took to answer', ['dependency'], async () =>
    (await answers()).flatMap(({ labels, ms }) => (ms === undefined ? [] : [{ labels, value: ms / seconds(1) }])),
  )
}
