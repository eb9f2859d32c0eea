import { toWholeSecond } from '@app/concurrency/run-loop'
import { seconds } from '@app/contracts/durations'

/** A block is measured too short by at most the interval. Each measurement wakes the process, so an idle one is measured less often. */
export const intervalMs = 250
export const restIntervalMs = seconds(1)
/** The share of a core below which a process is idle. */
const restShare = 0.05
/** Two windows are kept, so a scrape sees the last 15 to 30 seconds whenever it comes. */
const windowMs = seconds(15)

/**
 * Measures how late a timer runs. Bun's own histogram of the event loop reports 0.
 *
 * @returns reads the longest delay of the last 15 to 30 seconds, in milliseconds
 */
export function measureEventLoopLag(
  now: () => number = () => performance.now(),
  cpuUsage: () => NodeJS.CpuUsage = process.cpuUsage,
) {
  let due = now() + intervalMs
  /** In milliseconds. */
  const cpuTime = () => {
    const { user, system } = cpuUsage()
    return (user + system) / 1_000
  }
  let measured = { at: now(), cpu: cpuTime() }
  let window = { endsAt: now() + windowMs, longest: 0 }
  let previous = 0

  const tick = () => {
    const at = now()
    if (at >= window.endsAt) {
      previous = window.longest
      window = { endsAt: at + windowMs, longest: 0 }
    }
    window.longest = Math.max(window.longest, at - due)
    const cpu = cpuTime()
    const isResting = cpu - measured.cpu < (at - measured.at) * restShare
    measured = { at, cpu }
    const pauseMs = isResting ? toWholeSecond(restIntervalMs, at) : intervalMs
    due = at + pauseMs
    clearTimeout(timer)
    timer = setTimeout(tick, pauseMs).unref()
  }
  let timer = setTimeout(tick, intervalMs).unref()

  /** A block that still lasts, or has just ended, counts before the timer has run. */
  const read = () => Math.max(previous, window.longest, now() - due, 0)
  return { read, tick, stop: () => clearTimeout(timer) }
}
