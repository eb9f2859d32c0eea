import { minutes, seconds } from '@app/contracts/durations'
import { timeLimit } from './time-limit'

const defaultPauseMs = seconds(5)

/**
 * For sweeps of the database. Runs `task` periodically until stopped, the first time within five seconds or after `firstMs`. Rounds never overlap; a round that hangs is
 * abandoned after `timeoutMs`. Does not keep the process alive. Returns a stop function that waits for the current round.
 */
export function runPeriodically(
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
  pauseMs = defaultPauseMs,
  { firstMs = Math.min(pauseMs, defaultPauseMs), timeoutMs = minutes(1) } = {},
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let round: Promise<unknown> = Promise.resolve()
  const schedule = (delayMs: number) => {
    timer = setTimeout(() => {
      round = timeLimit(task(), timeoutMs)
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
