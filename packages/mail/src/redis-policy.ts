import { AppError } from '@app/contracts/errors'
import type { Redis } from 'ioredis'

/**
 * A probe of Redis that also fails while Redis may drop keys to make room: jobs would vanish without a word, and BullMQ
 * only warns of it.
 *
 * @param onUnfit hears of such a policy when it is found
 */
export function redisProbe(redis: Pick<Redis, 'info'>, onUnfit: (policy: string) => void) {
  let told: string | undefined
  return async (): Promise<void> => {
    const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1] ?? 'noeviction'
    const unfit = policy === 'noeviction' ? undefined : policy
    if (unfit && unfit !== told) onUnfit(unfit)
    told = unfit
    if (unfit) throw new AppError('unavailable', 'Redis may drop jobs to make room.')
  }
}
