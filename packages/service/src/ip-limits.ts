import { minutes, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { clientAddress } from './client-address'

/** How often one address may do what, within which window. */
const limits = {
  codeSend: { max: 20, window: minutes(15) },
  codeCheck: { max: 40, window: minutes(15) },
  providerLogin: { max: 60, window: minutes(15) },
} as const

export type IpLimitName = keyof typeof limits
/** Counts a request. @throws AppError `too_many_requests` beyond the limit */
export type IpLimit = (request: Request) => Promise<void>
export type IpLimits = Record<IpLimitName, IpLimit>

/** A Redis that hangs costs a request no more than this. */
const patience = 300

/**
 * Limits by client address, counted in Redis by one atomic step and so shared by all replicas. While Redis is away each
 * process counts for itself: a limit may be looser then, but it is never gone.
 *
 * @param factor multiplies every maximum, for a site behind one shared address and for tests
 */
export function ipLimits({
  redisUrl,
  prefix,
  factor = 1,
  onFault,
}: {
  redisUrl: string
  prefix: string
  factor?: number
  onFault: (error: Error) => void
}): IpLimits & { close(): void } {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: seconds(2),
    commandTimeout: patience,
    retryStrategy: (attempt) => Math.min(attempt * 200, seconds(2)),
  })
  redis.on('error', onFault)

  const limit = (name: IpLimitName): IpLimit => {
    const { max, window } = limits[name]
    const rule = { keyPrefix: `${prefix}:limit:${name}`, points: max * factor, duration: window / seconds(1) }
    const limiter = new RateLimiterRedis({
      ...rule,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(rule),
    })
    return async (request) => {
      try {
        await limiter.consume(clientAddress(request))
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason
        const retryAfter = Math.max(1, Math.ceil(reason.msBeforeNext / seconds(1)))
        const text = 'Too many attempts from your network. Please wait a few minutes and try again.'
        throw new AppError('too_many_requests', text, undefined, { retryAfter })
      }
    }
  }
  return {
    codeSend: limit('codeSend'),
    codeCheck: limit('codeCheck'),
    providerLogin: limit('providerLogin'),
    close: () => redis.disconnect(),
  }
}
