import { sentinelSet } from '@app/config/redis-address'
import { seconds } from '@app/contracts/durations'
import { Redis, type RedisOptions, type SentinelConnectionOptions, SentinelConnector } from 'ioredis'

export type { Redis }

/** Reconnects for as long as Redis is unavailable, at least every two seconds. */
const pause = (attempt: number) => Math.min(attempt * 200, seconds(2))

/** A primary that became a replica refuses writes; none was carried out, so they are sent to the new primary. */
const isDemoted = ({ message }: Error) => message.startsWith('READONLY') && 2

/**
 * While a connection is being made, Sentinels that report another primary would end it for good: ioredis takes the end of an attempt
 * for the wish of its user. They are asked for the primary then anyway, so their reports count only once there is a connection.
 */
class PatientSentinelConnector extends SentinelConnector {
  // The options that ioredis passes; its type of such a class says less.
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions)
  }

  override connect(...args: Parameters<SentinelConnector['connect']>) {
    const detector: { cleanup(): void } | null = Reflect.get(this, 'failoverDetector')
    detector?.cleanup()
    return super.connect(...args)
  }
}

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
    Connector: PatientSentinelConnector,
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
