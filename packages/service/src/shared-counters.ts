import { shareReads } from '@app/concurrency/share-reads'
import { seconds } from '@app/contracts/durations'
import { connectRedis } from '@app/redis/connect'
import { counterOf } from '@app/telemetry'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** A Redis that hangs costs a request no more than this. */
const defaultTimeoutMs = 300

const hitsOf = counterOf('rate_limit_hits_total', 'Requests refused or held because a limit was reached', 'limit')

/** Where a hit stands in its window. `wait`: 0, or beyond the maximum the milliseconds until the window ends. */
export type Hit = { wait: number; left: number; endsIn: number }
/** Counts a hit of `key`; one that only `looks` learns where the next hit would stand. */
export type Counter = (key: string, options?: { looks: boolean }) => Promise<Hit>

type Counted = { consumedPoints: number; msBeforeNext: number }

/**
 * Counts the hits of a key that arrive during a call for that key by one further call. `place` is the place of a hit among all
 * of its window.
 */
export function combineHits(count: (key: string, hits: number) => Promise<Counted>) {
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
      const rule = { keyPrefix: `${prefix}:${owner}:limit:${name}`, points: max, duration: window / seconds(1) }
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

export type SharedCounters = ReturnType<typeof sharedCounters>
