import { seconds } from '@app/contracts/durations'
import { type Origin, tracedJob } from '@app/telemetry'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { type DeliveryJob, lanes, openSignInMail, type SignInMail, type SignInMailJob } from './jobs'
import { reconnecting } from './reconnecting'

/** SMTP connections of each lane in one process: a server sees no more of them, whatever has piled up. */
export const connections = { delivery: 6, signIn: 3 } as const

type Options = { redisUrl: string; prefix: string; onFault: (error: Error) => void }

function worker<Job extends Origin>(
  lane: string,
  work: (job: Job) => Promise<void>,
  settings: { concurrency: number; lockDuration: number; stalledInterval: number },
  { redisUrl, prefix, onFault, lost = () => {} }: Options & { lost?: (job: Job) => void },
) {
  const redis = new Redis(redisUrl, reconnecting)
  redis.on('error', onFault)
  const running = new Worker<Job>(lane, ({ data }) => tracedJob(`process ${lane}`, data, () => work(data as Job)), {
    connection: redis,
    prefix,
    ...settings,
    maxStalledCount: 100,
  })
  running.on('error', onFault)
  running.on('failed', (job, error) => {
    onFault(error)
    if (job && job.attemptsMade >= (job.opts.attempts ?? 1)) lost(job.data)
  })
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
    deliver,
    // A job that its worker lost is soon taken up again: the claim in the database decides whether anything is left to do.
    { concurrency: 2 * connections.delivery, lockDuration: seconds(10), stalledInterval: seconds(5) },
    options,
  )

/**
 * Sends the mails around signing in. One that expired while it waited is dropped: a dead code only confuses.
 *
 * @param dropped hears of those, and of what was tried in vain too often
 */
export const signInMailWorker = (
  send: (mail: SignInMail, job: SignInMailJob) => Promise<void>,
  {
    key,
    dropped,
    now = Date.now,
    ...options
  }: Options & { key: Buffer; dropped: (kind: SignInMail['kind'], job: SignInMailJob) => void; now?: () => number },
) => {
  const lost = (job: SignInMailJob) => dropped(openSignInMail(key, job).kind, job)
  return worker<SignInMailJob>(
    lanes.signIn,
    async (job) => {
      if (Date.parse(job.expiresAt) <= now()) lost(job)
      else await send(openSignInMail(key, job), job)
    },
    // Longer than the slowest send: nothing but the lock keeps a second worker from sending it, too.
    { concurrency: connections.signIn, lockDuration: seconds(40), stalledInterval: seconds(15) },
    { ...options, lost },
  )
}
