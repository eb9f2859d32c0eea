import { minutes, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { SharedCounters } from '@app/service/shared-counters'

const window = minutes(1)
/**
 * Calls per session within the window: far more than a person makes, far fewer than a script. The secret address of a
 * calendar counts like a session.
 */
const maxCalls = { read: 300, write: 120, export: 6, calendar: 60 } as const

export type Use = keyof typeof maxCalls
/** Counts one use of a session. @throws AppError `too_many_requests` beyond the limit */
export type SessionLimits = (sid: string, use: Use) => Promise<void>

const texts: Record<Use, string> = {
  read: 'You have opened too many pages within a minute.',
  write: 'You have made too many changes within a minute.',
  export: `You have started ${maxCalls.export} exports within a minute.`,
  calendar: 'This calendar was fetched too often within a minute.',
}

const inSeconds = (count: number) => (count === 1 ? 'a second' : `${count} seconds`)

/**
 * Limits by session, counted for all replicas together.
 *
 * @param factor multiplies every maximum, for tests and measurements
 */
export function sessionLimits({ counter }: Pick<SharedCounters, 'counter'>, factor = 1): SessionLimits {
  const count = (use: Use) => counter(`session-${use}`, { max: maxCalls[use] * factor, window })
  const counters = { read: count('read'), write: count('write'), export: count('export'), calendar: count('calendar') }
  return async (sid, use) => {
    const wait = await counters[use](sid)
    if (wait === 0) return
    const retryAfter = Math.ceil(wait / seconds(1))
    const text = `${texts[use]} Please wait ${inSeconds(retryAfter)} and try again.`
    throw new AppError('too_many_requests', text, undefined, { retryAfter })
  }
}
