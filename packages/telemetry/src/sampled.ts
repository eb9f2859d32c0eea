import { withTimeout } from '@app/concurrency/timeout'
import { seconds } from '@app/contracts/durations'

/** A read that is older than this is considered lost, and the next call starts a new one. */
const abandonAfterMs = seconds(60)

/**
 * Reads a value at most once in `every` ms, however often it is requested. A call waits `timeoutMs` at most; a late value
 * serves the next call. One read at a time.
 *
 * @returns undefined while the value is unavailable
 */
export function sampled<Value>(
  read: () => Promise<Value>,
  { every, timeoutMs = seconds(1), now = Date.now }: { every: number; timeoutMs?: number; now?: () => number },
): () => Promise<Value | undefined> {
  type Read = { at: number; settled: boolean; value: Promise<Value | undefined> }
  let latest: Read | undefined

  function begin(): Read {
    const answer = read()
    const current = { at: now(), settled: false, value: answer.catch(() => undefined) }
    const ended = () => {
      current.settled = true
    }
    answer.then(ended, ended)
    return current
  }

  return () => {
    const age = latest ? now() - latest.at : Number.POSITIVE_INFINITY
    if (!latest || (age >= every && (latest.settled || age >= abandonAfterMs))) latest = begin()
    return withTimeout(latest.value, timeoutMs).catch(() => undefined)
  }
}
