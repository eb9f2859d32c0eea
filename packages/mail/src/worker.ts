import { seconds } from '@app/contracts/durations'
import { type Processor, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { type DeliveryJob, lanes, openSignInMail, type SignInMail, type SignInMailJob } from './jobs'
import { reconnecting } from './reconnecting'

type Options = { redisUrl: string; prefix: string; onFault: (error: Error) => void }

function worker<Job>(
  lane: string,
  concurrency: number,
  process: Processor<Job>,
  { redisUrl, prefix, onFault }: Options,
) {
  const redis = new Redis(redisUrl, reconnecting)
  redis.on('error', onFault)
  const running = new Worker<Job>(lane, process, {
    connection: redis,
    prefix,
    concurrency,
    // A job that its worker loses is taken up again; the claim in the database decides whether anything is left to do.
    lockDuration: seconds(60),
    maxStalledCount: 5,
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
  worker<DeliveryJob>(lanes.delivery, 5, (job) => deliver(job.data), options)

/** Sends the mails around signing in. One that expired while it waited is dropped: a dead code only confuses. */
export const signInMailWorker = (
  send: (mail: SignInMail, job: SignInMailJob) => Promise<void>,
  { key, now = Date.now, ...options }: Options & { key: Buffer; now?: () => number },
) =>
  worker<SignInMailJob>(
    lanes.signIn,
    5,
    async ({ data }) => {
      if (Date.parse(data.expiresAt) <= now()) return
      await send(openSignInMail(key, data), data)
    },
    options,
  )
