import type { LimitName } from '@app/contracts/calls/policy'
import { minutes, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { clientAddress, widerNetworks } from './client-address'
import type { Counter, SharedCounters } from './shared-counters'

type Budget = { max: number; window: number }
const perMinute = (max: number): Budget => ({ max, window: minutes(1) })

/**
 * Calls within a window, counted by each service for all its replicas: of one session, far more than a person makes and far
 * fewer than a script; of one network, what a school behind one address needs; `secret`, of one secret address.
 */
const budgets: Record<LimitName, { session?: Budget; network: Budget; secret?: Budget }> = {
  read: { session: perMinute(300), network: perMinute(3_000) },
  write: { session: perMinute(120), network: perMinute(1_200) },
  send: { session: perMinute(60), network: perMinute(300) },
  export: { session: perMinute(6), network: perMinute(60) },
  upload: { session: perMinute(60), network: perMinute(300) },
  codeSend: { network: { max: 20, window: minutes(15) } },
  codeCheck: { network: { max: 40, window: minutes(15) } },
  providerLogin: { network: { max: 60, window: minutes(15) } },
  inquiry: { network: { max: 5, window: minutes(10) } },
  calendar: { network: perMinute(600), secret: perMinute(60) },
}

const overSession: Partial<Record<LimitName, string>> = {
  read: 'You have opened too many pages within a minute.',
  write: 'You have made too many changes within a minute.',
  send: 'You have sent too many emails within a minute.',
  export: 'You have started 6 exports within a minute.',
  upload: 'You have uploaded too many files within a minute.',
}
const overSecret = 'This calendar was fetched too often within a minute.'
const overNetwork = 'Too many attempts from your network. Please wait a few minutes and try again.'

const inSeconds = (count: number) => (count === 1 ? 'a second' : `${count} seconds`)

function refuse(wait: number, text: string): never {
  const retryAfter = Math.ceil(wait / seconds(1))
  const message = text === overNetwork ? text : `${text} Please wait ${inSeconds(retryAfter)} and try again.`
  throw new AppError('too_many_requests', message, undefined, { retryAfter })
}

type Caller = { request: Request; session?: string | undefined; secret?: string | undefined }
/** Counts a call. @throws AppError `too_many_requests` beyond the budget */
export type CallLimits = (name: LimitName, caller: Caller) => Promise<void>

/**
 * The budgets of all calls.
 *
 * @param factor multiplies every maximum, for a site behind one shared address and for tests
 */
export function callLimits({ counter }: Pick<SharedCounters, 'counter'>, factor = 1): CallLimits {
  const counters = new Map<string, Counter>()
  const count = (name: string, { max, window }: Budget, times = 1): Counter => {
    if (!counters.has(name)) counters.set(name, counter(name, { max: max * factor * times, window }))
    return counters.get(name)!
  }
  /** An owner of a /48 has 65,536 networks of the size that a household gets, so larger networks have budgets as well. */
  const byNetwork = async (name: LimitName, network: Budget, request: Request, hasSession: boolean) => {
    const wider = hasSession ? [] : widerNetworks(request)
    const waits = await Promise.all([
      count(name, network)(clientAddress(request)),
      ...wider.map(({ key, factor: times }) => count(`${name}-x${times}`, network, times)(key)),
    ])
    return Math.max(...waits)
  }
  return async (name, { request, session, secret }) => {
    const budget = budgets[name]
    // First the caller's own budget: one session beyond it must not use up that of its network.
    if (session !== undefined && budget.session) {
      const bySession = await count(`session-${name}`, budget.session)(session)
      if (bySession > 0) refuse(bySession, overSession[name]!)
    }
    if (secret !== undefined && budget.secret) {
      const bySecret = await count(`secret-${name}`, budget.secret)(secret)
      if (bySecret > 0) refuse(bySecret, overSecret)
    }
    const ofNetwork = await byNetwork(name, budget.network, request, session !== undefined)
    if (ofNetwork > 0) refuse(ofNetwork, overNetwork)
  }
}
