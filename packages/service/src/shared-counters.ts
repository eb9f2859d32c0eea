import { seconds } from '@app/contracts/durations'
import { counterOf } from '@app/telemetry'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** A Redis that hangs costs a request no more than this. */
const patience = 300

const hitsOf = counterOf('rate_limit_hits_total', 'What was refused or held because a limit was reached', 'limit')

/** Counts one more for `key`. Resolves with the milliseconds to wait when that is beyond the maximum, else with 0. */
export type Counter = (key: string) => Promise<number>

/**
 * Counters over a window of time, kept in Redis by one atomic step and so shared by all replicas. While Redis is away each
 * process counts for itself: a limit may be looser then, but it is never gone.
 */
export function sharedCounters({
  redisUrl,
  prefix,
  owner,
  onFault,
}: {
  redisUrl: string
  prefix: string
  /** The service whose counters they are: it has rights on no other's. */
  owner: string
  onFault: (error: Error) => void
}) {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: seconds(2),
    commandTimeout: patience,
    retryStrategy: (attempt) => Math.min(attempt * 200, seconds(2)),
  })
  redis.on('error', onFault)

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
