import { succeedsWithin } from '@app/concurrency/timeout'
import { seconds } from '@app/contracts/durations'
import { connectRedis } from '@app/redis/connect'
import { redisState } from '@app/redis/server-state'
import { currentTrace, type Origin, sampled, tracedHandOver } from '@app/telemetry'
import { Queue } from 'bullmq'
import { type DeliveryJob, queueNames, type SignInMailJob } from './jobs'
import { redisProbe, writeRefusal } from './redis-policy'

/** The longest time that queueing may take. The sweep queues later what was not queued by then. */
const deliveryTimeoutMs = 300
/** Code jobs run on their own queue, so they may wait as long as a Redis restart takes and delay nothing else. */
const codeTimeoutMs = seconds(20)
/** Without Redis the notice is lost, so the request waits longer than an inquiry would. */
const noticeTimeoutMs = seconds(2)

/** Jobs are only references to work stored in the database: they need no history, and a lost job is queued again. */
const withoutHistory = { removeOnComplete: true, removeOnFail: true } as const

export type DeliveryQueue = ReturnType<typeof deliveryQueue>
export type SignInQueue = ReturnType<typeof signInQueue>

/** Queues a job together with its trace. */
const enqueue = <Job extends Origin>(queue: string, job: Job, add: (job: Job) => Promise<unknown>) =>
  tracedHandOver(`enqueue ${queue}`, job, () => {
    const trace = currentTrace()
    return add(trace ? { ...job, trace } : job)
  })

/** Jobs of a queue by state, and the age of the oldest waiting job in milliseconds. */
export type QueueState = { queue: string; waiting: number; active: number; delayed: number; oldest: number }

async function stateOf(queue: Pick<Queue, 'name' | 'getJobCounts' | 'getJobs'>, now = Date.now): Promise<QueueState> {
  const [counts, [first]] = await Promise.all([
    queue.getJobCounts('waiting', 'active', 'delayed'),
    queue.getJobs(['waiting'], 0, 0, true),
  ])
  const { waiting = 0, active = 0, delayed = 0 } = counts
  return { queue: queue.name, waiting, active, delayed, oldest: first ? Math.max(0, now() - first.timestamp) : 0 }
}

type Options = {
  redisUrl: string
  prefix: string
  onError: (error: Error) => void
  /** Called when Redis is configured to evict keys, and with them jobs. */
  onEvictionPolicy?: (policy: string) => void
}

/** `waitForRedis`: commands sent while Redis is unavailable run on reconnection instead of failing at once. */
function openQueue<Job>(
  name: string,
  { redisUrl, prefix, onError, onEvictionPolicy = () => {} }: Options,
  { waitForRedis }: { waitForRedis: boolean },
) {
  const redis = connectRedis(redisUrl, { maxRetriesPerRequest: null, enableOfflineQueue: waitForRedis })
  redis.on('error', onError)
  const queue = new Queue<Job>(name, { prefix, defaultJobOptions: withoutHistory, connection: redis })
  queue.on('error', onError)
  const full = sampled(
    async () => writeRefusal(...(await Promise.all([redis.info('memory'), redis.info('persistence')]))) !== undefined,
    { every: seconds(2), timeoutMs: 300 },
  )
  return {
    queue,
    /** Rejects while Redis is unavailable. */
    state: () => stateOf(queue),
    ping: redisProbe(redis, onEvictionPolicy),
    /** Figures of Redis itself. Rejects while it is unavailable. */
    server: () => redisState(redis),
    /** True if Redis refuses jobs, as on full memory; read at most every two seconds, false while that is unknown. */
    isFull: async () => (await full()) ?? false,
    async close() {
      await succeedsWithin(seconds(2), queue.close())
      redis.disconnect()
    },
  }
}

/** A job's delay, in milliseconds: a call costs about as much as ten jobs, and no visitor waits for it. */
const gatherMs = 10

/** Jobs that are added within `gatherMs` reach Redis in one call. Add many together, not one after the other. */
export function batchJobs<Job>(addBulk: (jobs: Job[]) => Promise<unknown>) {
  let next: { jobs: Job[]; added: Promise<unknown> } | undefined
  const begin = () => {
    const jobs: Job[] = []
    const added = Bun.sleep(gatherMs).then(() => {
      next = undefined
      return addBulk(jobs)
    })
    return { jobs, added }
  }
  return (job: Job): Promise<unknown> => {
    next ??= begin()
    next.jobs.push(job)
    return next.added
  }
}

/** Work that is waited for before a connection closes. It must not reject. */
export function trackPending<Result>() {
  const pending = new Set<Promise<Result>>()
  return {
    add(work: Promise<Result>): Promise<Result> {
      pending.add(work)
      void work.then(() => pending.delete(work))
      return work
    },
    async settled(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

/** Queues mail of inquiries, or of mailings. It never throws: `false` means "not queued now", and the sweep queues it later. */
export function deliveryQueue(options: Options, kind: 'delivery' | 'mailing' = 'delivery') {
  const name = queueNames[kind]
  const { queue, ...rest } = openQueue<DeliveryJob>(name, options, { waitForRedis: false })
  const add = batchJobs((jobs: DeliveryJob[]) =>
    queue.addBulk(
      jobs.map((data) => ({ name: 'deliver', data, opts: { jobId: data.messageId.replaceAll(':', '-') } })),
    ),
  )
  const deliveries = trackPending<boolean>()
  return {
    ...rest,
    /** Queues one mail of a submission. While a job for it waits, further ones are ignored. */
    deliver: (job: DeliveryJob) => deliveries.add(succeedsWithin(deliveryTimeoutMs, enqueue(name, job, add))),
    /** Mails that are being queued are queued first: no request waits for them. */
    async close() {
      await deliveries.settled()
      await rest.close()
    },
  }
}

/** Queues sign-in mail. It waits for Redis to return, because these mails are stored nowhere else. */
export function signInQueue(options: Options) {
  const { queue, ...rest } = openQueue<SignInMailJob>(queueNames.signIn, options, { waitForRedis: true })
  const add = (job: SignInMailJob, { attempts, delay }: { attempts: number; delay: number }) =>
    enqueue(queueNames.signIn, job, (job) =>
      queue.add('send', job, { jobId: job.mailId, attempts, backoff: { type: 'exponential', delay } }),
    )
  return {
    ...rest,
    /** Queues a login code. It is retried a few times and dropped once it has expired. */
    sendLoginCode: (job: SignInMailJob) => succeedsWithin(codeTimeoutMs, add(job, { attempts: 8, delay: seconds(1) })),

    /** Queues a sign-in notice, which is not urgent but should arrive. */
    sendNotice: (job: SignInMailJob) => succeedsWithin(noticeTimeoutMs, add(job, { attempts: 12, delay: seconds(10) })),
  }
}
