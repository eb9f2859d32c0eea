import { succeedsWithin, withTimeout } from './timeout'

const defaultTimeoutMs = 60_000
const defaultFailedMs = 2_000
const defaultGatherMs = 250
/** A process that stops has other work to end. Whatever a round leaves undone is done by the next process, as after a kill. */
const stopTimeoutMs = 3_000
const second = 1_000

/**
 * Shortens a pause of a second or more so that it ends with a whole second of the process: all that ends its pauses there wakes a process
 * at rest once.
 */
export const toWholeSecond = (pauseMs: number, now = performance.now()): number =>
  pauseMs < second ? pauseMs : Math.ceil(pauseMs - ((now + pauseMs) % second))

/**
 * Runs rounds in the background until stopped. Rounds never overlap; a round that hangs is abandoned after `timeoutMs`. After one that
 * failed there is a pause of `failedMs`, however often it is woken. Does not keep the process alive.
 *
 * @param gatherMs the pause before a round that was woken: what arrives meanwhile is gathered. Rounds of a little each would take as long as
 *   the work itself
 * @param round resolves with the milliseconds until the next one. Its signal is aborted when it is abandoned or the process stops; a long
 *   round ends then
 */
export function runLoop(
  round: (signal: AbortSignal) => Promise<number>,
  onError: (error: unknown) => void,
  { firstMs = 0, failedMs = defaultFailedMs, timeoutMs = defaultTimeoutMs, gatherMs = defaultGatherMs } = {},
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let isRunning = false
  let isWoken = false
  /** Before it, `wake` begins no round. */
  let restedAt = Number.NEGATIVE_INFINITY
  let abandon = () => {}
  let running: Promise<unknown> = Promise.resolve()

  const schedule = (delayMs: number) => {
    timer = setTimeout(() => {
      isRunning = true
      isWoken = false
      const abandoned = new AbortController()
      abandon = () => abandoned.abort()
      running = withTimeout(Promise.try(round, abandoned.signal), timeoutMs)
        .then((pauseMs) => ({ pauseMs, restMs: Math.min(pauseMs, gatherMs) }))
        .catch((error) => {
          onError(error)
          return { pauseMs: failedMs, restMs: failedMs }
        })
        .then(({ pauseMs, restMs }) => {
          abandon()
          isRunning = false
          restedAt = performance.now() + restMs
          if (!isStopped) schedule(isWoken ? restMs : toWholeSecond(pauseMs))
        })
    }, delayMs)
    timer.unref?.()
  }
  schedule(toWholeSecond(firstMs))

  return {
    /** There is something to do: ends the pause. */
    wake(): void {
      if (isWoken || isStopped) return
      isWoken = true
      if (isRunning) return
      clearTimeout(timer)
      schedule(Math.max(0, restedAt - performance.now()))
    },

    /** Waits for the current round for three seconds at most. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      abandon()
      await succeedsWithin(stopTimeoutMs, running)
    },
  }
}

const defaultPauseMs = 5_000

/**
 * The timer of everything that a process repeats without being told that there is something to do. Runs `task` periodically until
 * stopped, the first time within five seconds or after `firstMs`, as `runLoop` does.
 *
 * @returns stops, and waits for the current round for three seconds at most
 */
export const runPeriodically = (
  task: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  pauseMs = defaultPauseMs,
  { firstMs = Math.min(pauseMs, defaultPauseMs), ...timing }: { firstMs?: number; timeoutMs?: number } = {},
) => runLoop((signal) => task(signal).then(() => pauseMs), onError, { firstMs, failedMs: pauseMs, ...timing }).stop

export type StopTask = ReturnType<typeof runPeriodically>
