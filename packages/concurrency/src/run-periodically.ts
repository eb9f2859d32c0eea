import { runLoop } from './run-loop'

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
