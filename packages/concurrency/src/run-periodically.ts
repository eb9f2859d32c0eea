import { succeedsWithin, withTimeout } from './timeout'

const defaultPauseMs = 5_000
const defaultTimeoutMs = 60_000
/** A process that stops has other work to end. Whatever a round leaves undone is done by the next process, as after a kill. */
const stopTimeoutMs = 3_000

/**
 * The timer of everything that a process repeats. Runs `task` periodically until stopped, the first time within five seconds or after
 * `firstMs`. Rounds never overlap; a round that hangs is abandoned after `timeoutMs`. Does not keep the process alive.
 *
 * @param task its signal is aborted when the round is abandoned or the process stops; a long round ends then
 * @returns stops, and waits for the current round for three seconds at most
 */
export function runPeriodically(
  task: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  pauseMs = defaultPauseMs,
  { firstMs = Math.min(pauseMs, defaultPauseMs), timeoutMs = defaultTimeoutMs } = {},
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let abandon = () => {}
  let round: Promise<unknown> = Promise.resolve()
  const schedule = (delayMs: number) => {
    timer = setTimeout(() => {
      const abandoned = new AbortController()
      abandon = () => abandoned.abort()
      round = withTimeout(task(abandoned.signal), timeoutMs)
        .catch(onError)
        .then(() => {
          abandon()
          if (!stopped) schedule(pauseMs)
        })
    }, delayMs)
    timer.unref?.()
  }
  schedule(firstMs)
  return async (): Promise<void> => {
    stopped = true
    clearTimeout(timer)
    abandon()
    await succeedsWithin(stopTimeoutMs, round)
  }
}

export type StopTask = ReturnType<typeof runPeriodically>
