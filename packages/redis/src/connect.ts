import { sentinelSet } from '@app/config/redis-address'
import { seconds } from '@app/contracts/durations'
import { Redis, type RedisOptions } from 'ioredis'

export type { Redis }

/** Reconnects for as long as Redis is unavailable, at least every two seconds. */
const pause = (attempt: number) => Math.min(attempt * 200, seconds(2))

/** A primary that became a replica refuses writes; none was carried out, so they are sent to the new primary. */
const isDemoted = ({ message }: Error) => message.startsWith('READONLY') && 2

/** Through Sentinels the primary is asked for anew with each connection, and a failover that they report ends the former one. */
function sentinelOptions(url: string): RedisOptions | undefined {
  const found = sentinelSet(url)
  if (!found) return undefined
  const { name, isEncrypted, sentinels, user, sentinel, db } = found
  return {
    name,
    sentinels,
    db,
    ...user,
    ...(sentinel.username && { sentinelUsername: sentinel.username }),
    ...(sentinel.password && { sentinelPassword: sentinel.password }),
    ...(isEncrypted && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    sentinelRetryStrategy: pause,
    sentinelCommandTimeout: seconds(2),
    failoverDetector: true,
    reconnectOnError: isDemoted,
  }
}

/** The connection that a `REDIS_URL` names: a server, or the primary that Sentinels know. */
export function connectRedis(url: string, options: RedisOptions): Redis {
  const shared = { connectTimeout: seconds(2), retryStrategy: pause, ...options }
  const sentinel = sentinelOptions(url)
  return sentinel ? new Redis({ ...sentinel, ...shared }) : new Redis(url, shared)
}
