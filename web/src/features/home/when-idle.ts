import { seconds } from '@app/contracts/durations'

/** For browsers without `requestIdleCallback`. */
const idleFallbackMs = 300

/** Runs when the browser is idle, after two seconds at the latest. */
export const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window
    ? void requestIdleCallback(run, { timeout: seconds(2) })
    : void setTimeout(run, idleFallbackMs)
