import { isIP } from 'node:net'
import { shareReads } from '@app/concurrency/share-reads'
import { minutes, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { LimitName } from '@app/contracts/policy'
import { connectRedis } from '@app/redis/connect'
import { counterOf } from '@app/telemetry'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** The first `bits` of an IPv6 address, a multiple of 8. */
export function network(address: string, bits: number): string {
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = (text: string) => (text ? text.split(':') : [])
  const first = groups(head)
  const last = groups(tail ?? '')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const all = [...first, ...new Array<string>(missing).fill('0'), ...last]
  const prefix = all.slice(0, Math.ceil(bits / 16)).map((group) => Number.parseInt(group, 16))
  if (bits % 16) prefix.push(prefix.pop()! & 0xff00)
  return `${prefix.map((group) => group.toString(16)).join(':')}::/${bits}`
}

function addressOf(request: Request): { kind: 4 | 6; address: string } | undefined {
  const address =
    request.headers
      .get('x-real-ip')
      ?.trim()
      .replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  const kind = isIP(address)
  if (kind === 4) return { kind, address }
  return kind === 6 && !address.includes('%') && !address.includes('.') ? { kind, address } : undefined
}

/** The address of the client as Nginx has seen it. */
export const exactAddress = (request: Request): string | undefined => addressOf(request)?.address

/**
 * The key of limits per client: the IPv4 address, or the /64 network of an IPv6 one, which is what one household gets. Taken
 * from `X-Real-IP`, which Nginx overwrites with the address of the connection; services are reachable through Nginx only.
 * Requests without one share a key.
 */
export function clientAddress(request: Request): string {
  const found = addressOf(request)
  if (!found) return 'unknown'
  return found.kind === 4 ? found.address : network(found.address, 64)
}

/** The larger networks around an IPv6 client, which one customer of a provider may own; none for IPv4. */
export function widerNetworks(request: Request): { key: string; factor: number }[] {
  const found = addressOf(request)
  if (found?.kind !== 6) return []
  return [
    { key: network(found.address, 56), factor: 2 },
    { key: network(found.address, 48), factor: 4 },
  ]
}

/** A Redis that hangs costs a request no more than this. */
const defaultTimeoutMs = 300

const hitsOf = counterOf('rate_limit_hits_total', 'Requests refused or held because a limit was reached', 'limit')

/** The place of a hit in its window. `wait`: milliseconds until the window ends once the maximum is passed, else 0. */
type Hit = { wait: number; left: number; endsIn: number }
/** Counts a hit of `key`; one that only `looks` learns where the next hit would stand. */
type Counter = (key: string, options?: { looks: boolean }) => Promise<Hit>

type Counted = { consumedPoints: number; msBeforeNext: number }

/**
 * Counts the hits of a key that arrive during a call for that key by one further call. `place` is the place of a hit among all
 * of its window.
 */
function combineHits(count: (key: string, hits: number) => Promise<Counted>) {
  const share = shareReads<{ hits: number; counted: Counted }>({ gathers: true })
  const waiting = new Map<string, number>()
  return async (key: string): Promise<{ place: number; msBeforeNext: number }> => {
    const position = (waiting.get(key) ?? 0) + 1
    waiting.set(key, position)
    const { hits, counted } = await share(key, async () => {
      const hits = waiting.get(key)!
      waiting.delete(key)
      return { hits, counted: await count(key, hits) }
    })
    return { place: counted.consumedPoints - hits + position, msBeforeNext: counted.msBeforeNext }
  }
}

/**
 * Counters over a time window, incremented atomically in Redis and shared by all replicas. While Redis is unavailable each
 * process counts on its own: limits are looser then, but never off.
 */
export function sharedCounters({
  redisUrl,
  prefix,
  owner,
  onError,
  timeoutMs = defaultTimeoutMs,
}: {
  redisUrl: string
  prefix: string
  /** The owning service, which has no rights on other services' counters. */
  owner: string
  onError: (error: Error) => void
  /** After it a call counts in the process alone. */
  timeoutMs?: number
}) {
  const redis = connectRedis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: timeoutMs,
  })
  redis.on('error', onError)

  return {
    counter(name: string, { max, window }: { max: number; window: number }): Counter {
      const rule = { keyPrefix: `${prefix}:${owner}:limit:${name}`, points: max, duration: window / second }
      const limiter = new RateLimiterRedis({
        ...rule,
        storeClient: redis,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory(rule),
      })
      const refused = hitsOf(name)
      const consume = combineHits((key, hits) =>
        limiter.consume(key, hits).catch((reason) => {
          // More hits than allowed is a result as well.
          if (reason instanceof RateLimiterRes) return reason
          throw reason
        }),
      )
      const look = async (key: string) => {
        const counted = await limiter.get(key)
        return { place: (counted?.consumedPoints ?? 0) + 1, msBeforeNext: counted?.msBeforeNext ?? window }
      }
      return async (key, { looks } = { looks: false }) => {
        const { place, msBeforeNext } = await (looks ? look(key) : consume(key))
        const endsIn = Math.max(1, msBeforeNext)
        if (place <= max) return { wait: 0, left: max - place, endsIn }
        refused.add()
        return { wait: endsIn, left: 0, endsIn }
      }
    },
    ping: () => redis.ping(),
    close: () => redis.disconnect(),
  }
}

type SharedCounters = ReturnType<typeof sharedCounters>

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

const second = seconds(1)
const inSeconds = (count: number) => (count === 1 ? 'a second' : `${count} seconds`)

function refuse(wait: number, text: string): never {
  const retryAfter = Math.ceil(wait / second)
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
  'ratelimit-policy': `"${name}";q=${max};w=${window / second}`,
  ratelimit: `"${name}";r=${left};t=${Math.ceil(endsIn / second)}`,
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
