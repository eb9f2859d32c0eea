import { minutes, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { SharedCounters } from '@app/service/shared-counters'

const window = minutes(1)
/** How often one session may do what within the window: far more than a person does, far less than a script. */
const most = { read: 300, write: 120, export: 6 } as const

export type Use = keyof typeof most
/** Counts one use of a session. @throws AppError `too_many_requests` beyond the limit */
export type SessionLimits = (sid: string, use: Use) => Promise<void>

const texts: Record<Use, string> = {
  read: 'You are looking at more than this site hands out in a minute.',
  write: 'You are changing more than this site takes in a minute.',
  export: `You have started ${most.export} exports within a minute.`,
}

const inSeconds = (count: number) => (count === 1 ? 'a second' : `${count} seconds`)

/**
 * Limits by session, counted for all replicas together.
 *
 * @param factor multiplies every maximum, for tests and measurements
 */
export function sessionLimits({ counter }: Pick<SharedCounters, 'counter'>, factor = 1): SessionLimits {
  const count = (use: Use) => counter(`session-${use}`, { max: most[use] * factor, window })
  const counters = { read: count('read'), write: count('write'), export: count('export') }
  return async (sid, use) => {
    const wait = await counters[use](sid)
    if (wait === 0) return
    const retryAfter = Math.ceil(wait / seconds(1))
    const text = `${texts[use]} Please wait ${inSeconds(retryAfter)} and try again.`
    throw new AppError('too_many_requests', text, undefined, { retryAfter })
  }
}
