import { AppError } from '@app/contracts/errors'
import type { Redis } from 'ioredis'

/**
 * A probe of Redis that also fails while its `maxmemory-policy` evicts keys: jobs would vanish silently, and BullMQ only
 * logs a warning.
 *
 * @param onEvictionPolicy called once when such a policy is found
 */
export function redisProbe(redis: Pick<Redis, 'info'>, onEvictionPolicy: (policy: string) => void) {
  let reported: string | undefined
  return async (): Promise<void> => {
    const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1] ?? 'noeviction'
    const evicting = policy === 'noeviction' ? undefined : policy
    if (evicting && evicting !== reported) onEvictionPolicy(evicting)
    reported = evicting
    if (evicting) throw new AppError('unavailable', 'Redis may evict jobs.')
  }
}
