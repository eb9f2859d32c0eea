import { seconds } from '@app/contracts/durations'
import { counterOf } from '@app/telemetry'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** A Redis that hangs costs a request no more than this. */
const timeoutMs = 300

const hitsOf = counterOf('rate_limit_hits_total', 'Requests refused or held because a limit was reached', 'limit')

/** Counts a hit of `key`. Resolves with 0, or beyond the maximum with the milliseconds to wait. */
export type Counter = (key: string) => Promise<number>

/**
 * Counters over a time window, incremented atomically in Redis and shared by all replicas. While Redis is unavailable each
 * process counts for itself: limits are looser then, but never off.
 */
export function sharedCounters({
  redisUrl,
  prefix,
  owner,
  onError,
}: {
  redisUrl: string
  prefix: string
  /** The owning service, which has no rights on other services' counters. */
  owner: string
  onError: (error: Error) => void
}) {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: seconds(2),
    commandTimeout: timeoutMs,
    retryStrategy: (attempt) => Math.min(attempt * 200, seconds(2)),
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
      const hits = hitsOf(name)
      return async (key) => {
        try {
          await limiter.consume(key)
          return 0
        } catch (reason) {
          if (!(reason instanceof RateLimiterRes)) throw reason
          hits.add()
          return Math.max(1, reason.msBeforeNext)
        }
      }
    },
    ping: () => redis.ping(),
    close: () => redis.disconnect(),
  }
}

export type SharedCounters = ReturnType<typeof sharedCounters>
