import { seconds } from '@app/contracts/durations'
import { connectRedis } from '@app/redis/connect'
import { type Origin, tracedJob } from '@app/telemetry'
import { Worker } from 'bullmq'
import {
  type DeliveryJob,
  type FormerDeliveryJob,
  openSignInMail,
  queueNames,
  type SignInMail,
  type SignInMailJob,
} from './queue'

/** SMTP connections per queue and process, however large the backlog. Mailings have few: they must not crowd out the others. */
export const connections = { delivery: 6, mailing: 2, signIn: 3 } as const

type Options = { redisUrl: string; prefix: string; onError: (error: Error) => void }

function worker<Job extends Origin>(
  queue: string,
  work: (job: Job) => Promise<void>,
  settings: { concurrency: number; lockDuration: number; stalledInterval: number },
  { redisUrl, prefix, onError, lost = () => {} }: Options & { lost?: (job: Job) => void },
) {
  const redis = connectRedis(redisUrl, { maxRetriesPerRequest: null })
  redis.on('error', onError)
  const running = new Worker<Job>(queue, ({ data }) => tracedJob(`process ${queue}`, data, () => work(data as Job)), {
    connection: redis,
    prefix,
    ...settings,
    maxStalledCount: 100,
    // Longer waits cost an idle process less: a new job ends them at once. After a reconnect a wait can miss a job, so it is not longer still.
    drainDelay: 10,
  })
  running.on('error', onError)
  running.on('failed', (job, error) => {
    onError(error)
    if (job && job.attemptsMade >= (job.opts.attempts ?? 1)) lost(job.data)
  })
  return {
    ping: () => redis.ping(),
    /** Accepts no new jobs and waits for those in progress. */
    async close() {
      await running.close()
      redis.disconnect()
    },
  }
}

/** Delivers the mails of inquiries, or of mailings. `deliver` records failures itself, so the queue never retries a job. */
export const deliveryWorker = (
  deliver: (job: DeliveryJob) => Promise<void>,
  options: Options,
  kind: 'delivery' | 'mailing' = 'delivery',
) =>
  worker<DeliveryJob | FormerDeliveryJob>(
    queueNames[kind],
    (job) => deliver('documentId' in job ? job : { ...job, documentId: job.submissionId }),
    // Stalled jobs restart soon: the claim in the database decides whether anything is left to do.
    { concurrency: 2 * connections[kind], lockDuration: seconds(10), stalledInterval: seconds(10) },
    options,
  )

/**
 * Sends sign-in mail. Mail that expired while waiting is dropped, because an expired code only confuses.
 *
 * @param dropped called for expired mail, and for mail whose attempts are used up
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
    queueNames.signIn,
    async (job) => {
      if (Date.parse(job.expiresAt) <= now()) lost(job)
      else await send(openSignInMail(key, job), job)
    },
    // Longer than the slowest send: only the lock prevents a second worker from sending it as well.
    { concurrency: connections.signIn, lockDuration: seconds(40), stalledInterval: seconds(15) },
    { ...options, lost },
  )
}
