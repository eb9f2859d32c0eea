import { seconds } from '@app/contracts/durations'

/** A block is measured too short by at most the interval. Each look wakes a process, so one at rest is looked at less often. */
export const intervalMs = 250
export const restIntervalMs = seconds(1)
/** The share of the time in which a process at rest may be working. */
const restShare = 0.05
/** Two windows are kept, so a scrape sees the last 15 to 30 seconds whenever it comes. */
const windowMs = seconds(15)

/**
 * Measures how late a timer runs. Bun's own histogram of the event loop reports 0.
 *
 * @returns reads the longest delay of the last 15 to 30 seconds, in milliseconds
 */
export function measureEventLoopLag(now: () => number = () => performance.now(), cpuUsage = process.cpuUsage) {
  let due = now() + intervalMs
  let looked = { at: now(), cpu: cpuUsage() }
  let window = { endsAt: now() + windowMs, longest: 0 }
  let previous = 0

  const tick = () => {
    const at = now()
    if (at >= window.endsAt) {
      previous = window.longest
      window = { endsAt: at + windowMs, longest: 0 }
    }
    window.longest = Math.max(window.longest, at - due)
    const { user, system } = cpuUsage(looked.cpu)
    const isResting = (user + system) / 1_000 < (at - looked.at) * restShare
    looked = { at, cpu: cpuUsage() }
    const pauseMs = isResting ? restIntervalMs : intervalMs
    due = at + pauseMs
    clearTimeout(timer)
    timer = setTimeout(tick, pauseMs).unref()
  }
  let timer = setTimeout(tick, intervalMs).unref()

  /** A block that still lasts, or has just ended, counts before the timer has run. */
  const read = () => Math.max(previous, window.longest, now() - due, 0)
  return { read, tick, stop: () => clearTimeout(timer) }
}
