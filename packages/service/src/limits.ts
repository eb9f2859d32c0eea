import { minutes, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { LimitName } from '@app/contracts/policy'
import { clientAddress, widerNetworks } from './client-address'
import type { Counter, Hit, SharedCounters } from './shared-counters'

type Budget = { max: number; window: number }
const perMinute = (max: number): Budget => ({ max, window: minutes(1) })

/**
 * Calls within a window, counted by each service for all its replicas: of one session, far more than a person makes and far
 * fewer than a script; of one service account; of one network, what a school behind one address needs; `secret`, of one secret
 * address.
 */
const budgets: Record<LimitName, { session?: Budget; account?: Budget; network: Budget; secret?: Budget }> = {
  read: { session: perMinute(300), account: perMinute(600), network: perMinute(3_000) },
  write: { session: perMinute(120), account: perMinute(300), network: perMinute(1_200) },
  send: { session: perMinute(60), account: perMinute(30), network: perMinute(300) },
  export: { session: perMinute(6), account: perMinute(6), network: perMinute(60) },
  upload: { session: perMinute(60), account: perMinute(60), network: perMinute(300) },
  codeSend: { network: { max: 20, window: minutes(15) } },
  codeCheck: { network: { max: 40, window: minutes(15) } },
  providerLogin: { network: { max: 60, window: minutes(15) } },
  inquiry: { network: { max: 5, window: minutes(10) } },
  visit: { network: perMinute(60) },
  calendar: { network: perMinute(600), secret: perMinute(60) },
  hook: { network: perMinute(1_200), secret: perMinute(300) },
}

const overSession: Partial<Record<LimitName, string>> = {
  read: 'You have opened too many pages within a minute.',
  write: 'You have made too many changes within a minute.',
  send: 'You have sent too many emails within a minute.',
  export: 'You have started 6 exports within a minute.',
  upload: 'You have uploaded too many files within a minute.',
}
const overAccount = 'This service account has made too many calls of this kind within a minute.'
const overSecret = 'This address was used too often within a minute.'
const overNetwork = 'Too many attempts from your network. Please wait a few minutes and try again.'

const inSeconds = (count: number) => (count === 1 ? 'a second' : `${count} seconds`)

function refuse(wait: number, text: string): never {
  const retryAfter = Math.ceil(wait / seconds(1))
  const message = text === overNetwork ? text : `${text} Please wait ${inSeconds(retryAfter)} and try again.`
  throw new AppError('too_many_requests', message, undefined, { retryAfter })
}

type Caller = {
  request: Request
  session?: string | undefined
  /** The id of a service account, which has a budget instead of a session's. */
  account?: string | undefined
  secret?: string | undefined
  /** Learns whether the call would be let in; it counts when it arrives itself. */
  looks?: boolean
  /** Receives the state of the account's budget as headers of the response, also of a refusal. */
  report?: (headers: Record<string, string>) => void
}
/** Counts a call, or looks at its budgets. @throws AppError `too_many_requests` beyond the budget */
export type CallLimits = (name: LimitName, caller: Caller) => Promise<void>

/** `RateLimit` and `RateLimit-Policy` as the IETF draft writes them: quota, window, what is left and when it is full again. */
const rateLimitHeaders = (name: LimitName, max: number, window: number, { left, endsIn }: Hit) => ({
  'ratelimit-policy': `"${name}";q=${max};w=${window / seconds(1)}`,
  ratelimit: `"${name}";r=${left};t=${Math.ceil(endsIn / seconds(1))}`,
})

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
  const byNetwork = async (name: LimitName, network: Budget, request: Request, hasSession: boolean, looks: boolean) => {
    const wider = hasSession ? [] : widerNetworks(request)
    const hits = await Promise.all([
      count(name, network)(clientAddress(request), { looks }),
      ...wider.map(({ key, factor: times }) => count(`${name}-x${times}`, network, times)(key, { looks })),
    ])
    return Math.max(...hits.map(({ wait }) => wait))
  }
  return async (name, { request, session, account, secret, report, looks = false }) => {
    const budget = budgets[name]
    // First the caller's own budget: one session beyond it must not use up that of its network.
    if (account !== undefined && budget.account) {
      const byAccount = await count(`account-${name}`, budget.account)(account, { looks })
      report?.(rateLimitHeaders(name, budget.account.max * factor, budget.account.window, byAccount))
      if (byAccount.wait > 0) refuse(byAccount.wait, overAccount)
    }
    if (session !== undefined && budget.session) {
      const { wait } = await count(`session-${name}`, budget.session)(session, { looks })
      if (wait > 0) refuse(wait, overSession[name]!)
    }
    if (secret !== undefined && budget.secret) {
      const { wait } = await count(`secret-${name}`, budget.secret)(secret, { looks })
      if (wait > 0) refuse(wait, overSecret)
    }
    const isKnown = session !== undefined || account !== undefined
    const ofNetwork = await byNetwork(name, budget.network, request, isKnown, looks)
    if (ofNetwork > 0) refuse(ofNetwork, overNetwork)
  }
}
