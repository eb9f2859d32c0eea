import { seconds } from '@app/contracts/durations'
import { type Processor, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { type DeliveryJob, lanes, openSignInMail, type SignInMail, type SignInMailJob } from './jobs'
import { reconnecting } from './reconnecting'

/** SMTP connections of each lane in one process: a server sees no more of them, whatever has piled up. */
export const connections = { delivery: 6, signIn: 3 } as const

type Options = { redisUrl: string; prefix: string; onFault: (error: Error) => void }

function worker<Job>(
  lane: string,
  process: Processor<Job>,
  settings: { concurrency: number; lockDuration: number; stalledInterval: number },
  { redisUrl, prefix, onFault }: Options,
) {
  const redis = new Redis(redisUrl, reconnecting)
  redis.on('error', onFault)
  const running = new Worker<Job>(lane, process, {
    connection: redis,
    prefix,
    ...settings,
    maxStalledCount: 100,
  })
  running.on('error', onFault)
  running.on('failed', (_, error) => onFault(error))
  return {
    ping: () => redis.ping(),
    /** Takes no new job and waits for those at work. */
    async close() {
      await running.close()
      redis.disconnect()
    },
  }
}

/** Delivers the mails of submissions. `deliver` keeps its own account of failures, so a job is never tried again by the queue. */
export const deliveryWorker = (deliver: (job: DeliveryJob) => Promise<void>, options: Options) =>
  worker<DeliveryJob>(
    lanes.delivery,
    (job) => deliver(job.data),
    // A job that its worker lost is soon taken up again: the claim in the database decides whether anything is left to do.
    { concurrency: 2 * connections.delivery, lockDuration: seconds(10), stalledInterval: seconds(5) },
    options,
  )

/** Sends the mails around signing in. One that expired while it waited is dropped: a dead code only confuses. */
export const signInMailWorker = (
  send: (mail: SignInMail, job: SignInMailJob) => Promise<void>,
  { key, now = Date.now, ...options }: Options & { key: Buffer; now?: () => number },
) =>
  worker<SignInMailJob>(
    lanes.signIn,
    async ({ data }) => {
      if (Date.parse(data.expiresAt) <= now()) return
      await send(openSignInMail(key, data), data)
    },
    // Longer than the slowest send: nothing but the lock keeps a second worker from sending it, too.
    { concurrency: connections.signIn, lockDuration: seconds(40), stalledInterval: seconds(15) },
    options,
  )
