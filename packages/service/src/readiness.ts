import { seconds } from '@app/contracts/durations'

/** A dependency by its name and a probe that rejects while it is away. */
export type Checks = Record<string, () => Promise<unknown>>

const probeTimeout = seconds(1)
const cachedFor = seconds(2)
/** Whoever waits for a start should hear of it soon. */
const refusalCachedFor = seconds(0.25)

async function passes(probe: () => Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('probe timed out')), probeTimeout)
  })
  try {
    await Promise.race([probe(), late])
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Asks every dependency, at most once in two seconds (four times a second while one is away) however often it is
 * called: a probe must not become a load.
 */
export function readiness(checks: Checks, now = Date.now) {
  let last: { until: number; answer: Promise<{ ready: boolean; checks: Record<string, boolean> }> } | undefined
  const ask = async () => {
    const names = Object.keys(checks)
    const results = await Promise.all(Object.values(checks).map(passes))
    return { ready: results.every(Boolean), checks: Object.fromEntries(names.map((name, i) => [name, results[i]!])) }
  }
  return () => {
    if (!last || now() >= last.until) {
      const asked = { until: now() + cachedFor, answer: ask() }
      void asked.answer.then(({ ready }) => {
        if (!ready) asked.until = now() + refusalCachedFor
      })
      last = asked
    }
    return last.answer
  }
}
