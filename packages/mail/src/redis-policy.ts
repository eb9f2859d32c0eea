import { AppError } from '@app/contracts/errors'
import type { Redis } from '@app/redis/connect'

const field = (info: string, name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1]

/** Why Redis would refuse a write: no memory left, or its file cannot be written. */
export function writeRefusal(memory: string, persistence: string): string | undefined {
  const limit = Number(field(memory, 'maxmemory') ?? 0)
  if (limit > 0 && Number(field(memory, 'used_memory') ?? 0) >= limit) return 'Redis has no memory left.'
  if (field(persistence, 'aof_last_write_status') === 'err') return 'Redis cannot write its file.'
  return undefined
}

/**
 * A probe of Redis that also fails while Redis refuses writes, and while its `maxmemory-policy` evicts keys: jobs would vanish
 * silently, and BullMQ only logs a warning.
 *
 * @param onEvictionPolicy called once when such a policy is found
 */
export function redisProbe(redis: Pick<Redis, 'info'>, onEvictionPolicy: (policy: string) => void) {
  let reported: string | undefined
  return async (): Promise<void> => {
    const [memory, persistence] = await Promise.all([redis.info('memory'), redis.info('persistence')])
    const policy = field(memory, 'maxmemory_policy') ?? 'noeviction'
    const evicting = policy === 'noeviction' ? undefined : policy
    if (evicting && evicting !== reported) onEvictionPolicy(evicting)
    reported = evicting
    if (evicting) throw new AppError('unavailable', 'Redis may evict jobs.')
    const refused = writeRefusal(memory, persistence)
    if (refused) throw new AppError('unavailable', refused)
  }
}
