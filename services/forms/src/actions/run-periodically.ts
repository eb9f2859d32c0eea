import { minutes, seconds } from '@app/contracts/durations'
import { timeLimit } from '@app/mongo'

const defaultPauseMs = seconds(5)
const roundTimeoutMs = minutes(1)

/**
 * Runs `task` periodically until stopped, the first time within five seconds or after `firstMs`. Rounds never overlap; a round that hangs is
 * abandoned after a minute. Returns a stop function that waits for the current round.
 */
export function runPeriodically(
  task: () => Promise<void>,
  onError: (error: unknown) => void,
  pauseMs = defaultPauseMs,
  firstMs = Math.min(pauseMs, defaultPauseMs),
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let round = Promise.resolve()
  const schedule = (delayMs: number) => {
    timer = setTimeout(() => {
      round = timeLimit(task(), roundTimeoutMs)
        .catch(onError)
        .then(() => {
          if (!stopped) schedule(pauseMs)
        })
    }, delayMs)
  }
  schedule(firstMs)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await round
  }
}
