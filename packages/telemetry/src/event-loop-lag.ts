import { seconds } from '@app/contracts/durations'

/** Each look wakes a process at rest. A block is measured too short by at most this much. */
export const intervalMs = 250
/** Two windows are kept, so a scrape sees the last 15 to 30 seconds whenever it comes. */
const windowMs = seconds(15)

/**
 * Measures how late a timer runs. Bun's own histogram of the event loop reports 0.
 *
 * @returns reads the longest delay of the last 15 to 30 seconds, in milliseconds
 */
export function measureEventLoopLag(now: () => number = () => performance.now()) {
  let due = now() + intervalMs
  let window = { endsAt: now() + windowMs, longest: 0 }
  let previous = 0

  const tick = () => {
    const at = now()
    if (at >= window.endsAt) {
      previous = window.longest
      window = { endsAt: at + windowMs, longest: 0 }
    }
    window.longest = Math.max(window.longest, at - due)
    due = at + intervalMs
  }
  const timer = setInterval(tick, intervalMs)
  timer.unref()

  /** A block that still lasts, or has just ended, counts before the timer has run. */
  const read = () => Math.max(previous, window.longest, now() - due, 0)
  return { read, tick, stop: () => clearInterval(timer) }
}
