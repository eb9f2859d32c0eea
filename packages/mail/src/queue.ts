import { seconds } from '@app/contracts/durations'
import { currentTrace, type Origin, tracedHandOver } from '@app/telemetry'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { type DeliveryJob, lanes, type SignInMailJob } from './jobs'
import { reconnecting } from './reconnecting'
import { redisProbe } from './redis-policy'

/** How long a request may wait for Redis. What is not queued by then the sweeper queues later. */
const patience = 300
/** Nobody waits for a code's job but the code itself, so it may take the time of a Redis restart. */
const codePatience = seconds(20)
/** Somebody waits for the answer, but can do nothing else meanwhile. */
const noticePatience = seconds(2)

/** Jobs are only pointers to work that the database knows: they need no history, and a lost one is made again. */
const gone = { removeOnComplete: true, removeOnFail: true } as const

export type DeliveryQueue = ReturnType<typeof deliveryQueue>
export type SignInQueue = ReturnType<typeof signInQueue>

/** True when `work` succeeds within `ms`. */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Queues a job with the trace it belongs to. */
const handOver = <Job extends Origin>(lane: string, job: Job, add: (job: Job) => Promise<unknown>) =>
  tracedHandOver(`enqueue ${lane}`, job, () => {
    const trace = currentTrace()
    return add(trace ? { ...job, trace } : job)
  })

/** How a lane stands: jobs by state, and how long the oldest one waits, in milliseconds. */
export type LaneState = { lane: string; waiting: number; active: number; delayed: number; oldest: number }

async function stateOf(queue: Pick<Queue, 'name' | 'getJobCounts' | 'getJobs'>, now = Date.now): Promise<LaneState> {
  const [counts, [first]] = await Promise.all([
    queue.getJobCounts('waiting', 'active', 'delayed'),
    queue.getJobs(['waiting'], 0, 0, true),
  ])
  const { waiting = 0, active = 0, delayed = 0 } = counts
  return { lane: queue.name, waiting, active, delayed, oldest: first ? Math.max(0, now() - first.timestamp) : 0 }
}

type Options = {
  redisUrl: string
  prefix: string
  onFault: (error: Error) => void
  /** Hears of a Redis that may drop jobs to make room. */
  onUnfit?: (policy: string) => void
}

/** `waits`: what is asked while Redis is away is done when it is back, instead of failing at once. */
function openLane<Job>(
  lane: string,
  { redisUrl, prefix, onFault, onUnfit = () => {} }: Options,
  { waits }: { waits: boolean },
) {
  const redis = new Redis(redisUrl, { ...reconnecting, enableOfflineQueue: waits, connectTimeout: seconds(2) })
  redis.on('error', onFault)
  const queue = new Queue<Job>(lane, { prefix, defaultJobOptions: gone, connection: redis })
  queue.on('error', onFault)
  return {
    queue,
    /** How the lane stands. Rejects while Redis is away. */
    state: () => stateOf(queue),
    ping: redisProbe(redis, onUnfit),
    async close() {
      await within(seconds(2), queue.close())
      redis.disconnect()
    },
  }
}

/** The producing side of the inquiries' lane. It never throws: `false` means "not queued now", and the sweeper has it. */
export function deliveryQueue(options: Options) {
  const { queue, ...lane } = openLane<DeliveryJob>(lanes.delivery, options, { waits: false })
  return {
    ...lane,
    /** Queues one mail of a submission. While a job for it waits, a second one is ignored. */
    deliver: (job: DeliveryJob) =>
      within(
        patience,
        handOver(lanes.delivery, job, (job) =>
          queue.add('deliver', job, { jobId: job.messageId.replaceAll(':', '-') }),
        ),
      ),
  }
}

/** The producing side of the sign-in lane. It waits for Redis to come back: nothing else remembers these mails. */
export function signInQueue(options: Options) {
  const { queue, ...lane } = openLane<SignInMailJob>(lanes.signIn, options, { waits: true })
  const add = (job: SignInMailJob, { attempts, delay }: { attempts: number; delay: number }) =>
    handOver(lanes.signIn, job, (job) =>
      queue.add('send', job, { jobId: job.mailId, attempts, backoff: { type: 'exponential', delay } }),
    )
  return {
    ...lane,
    /** Queues a login code. It is tried a few times and dropped once it expired. */
    sendLoginCode: (job: SignInMailJob) => within(codePatience, add(job, { attempts: 8, delay: seconds(1) })),

    /** Queues a notice around signing in, which is no hurry but should get through. */
    sendNotice: (job: SignInMailJob) => within(noticePatience, add(job, { attempts: 12, delay: seconds(10) })),
  }
}
