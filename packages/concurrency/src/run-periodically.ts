import { withTimeout } from './timeout'

const defaultPauseMs = 5_000
const defaultTimeoutMs = 60_000

/**
 * The timer of everything that a process repeats. Runs `task` periodically until stopped, the first time within five seconds or after `firstMs`. Rounds never overlap; a round that hangs is
 * abandoned after `timeoutMs`. Does not keep the process alive. Returns a stop function that waits for the current round.
 */
export function runPeriodically(
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
  pauseMs = defaultPauseMs,
  { firstMs = Math.min(pauseMs, defaultPauseMs), timeoutMs = defaultTimeoutMs } = {},
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let round: Promise<unknown> = Promise.resolve()
  const schedule = (delayMs: number) => {
    timer = setTimeout(() => {
      round = withTimeout(task(), timeoutMs)
        .catch(onError)
        .then(() => {
          if (!stopped) schedule(pauseMs)
        })
    }, delayMs)
    timer.unref?.()
  }
  schedule(firstMs)
  return async (): Promise<void> => {
    stopped = true
    clearTimeout(timer)
    await round
  }
}

export type StopTask = ReturnType<typeof runPeriodically>
