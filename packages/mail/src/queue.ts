import { randomBytes } from 'node:crypto'
import { succeedsWithin } from '@app/concurrency/timeout'
import { open, seal } from '@app/config/seal'
import type { LastingThing } from '@app/contracts/audit'
import { seconds } from '@app/contracts/durations'
import { connectRedis } from '@app/redis/connect'
import { redisState } from '@app/redis/server-state'
import { currentTrace, type Origin, sampled, tracedHandOver } from '@app/telemetry'
import { Queue } from 'bullmq'
import { redisProbe, writeRefusal } from './redis-policy'

/**
 * Queues of their own: thousands of waiting inquiries never delay a login code, and a mailing to hundreds of people delays neither.
 */
export const queueNames = { delivery: 'inquiry-mail', mailing: 'mailing-mail', signIn: 'sign-in-mail' } as const

/** One outgoing mail of an inquiry, or of what `source` names. Its content is read from that document when it is sent. */
export type DeliveryJob = Origin & {
  documentId: string
  messageId: string
  source?: 'mailing' | 'synthetic' | undefined
}

/** As the release before this one has queued it. */
export type FormerDeliveryJob = Omit<DeliveryJob, 'documentId'> & { submissionId: string }

/** When and from where a sign-in came. `device` is derived from the User-Agent header, which can be forged. */
export type SignInContext = { at: string; device: string; address: string }

type LoginCode = { kind: 'login_code'; to: string; code: string; asked: SignInContext }
/** The signed-in user `email` requests dashboard access; `to` is an admin. */
export type AccessRequest = { kind: 'access_request'; to: string; email: string; at: string; dashboardUrl: string }
/** An admin's account signed in from a new browser. */
export type NewDevice = SignInContext & { kind: 'new_device'; to: string; sessionsUrl: string }
/** Something was added that works without a session, or changes where data goes. */
export type AccessAdded = {
  kind: 'access_added'
  to: string
  at: string
  /** `admin`: a person was made one. */
  what: LastingThing | 'admin'
  /** The name of the thing that was added or changed. */
  name?: string
  /** The person who did it, where that is not `to`. */
  by?: string
  sessionsUrl: string
  /** Where it can be undone, if not among the sessions. */
  url?: string
}
/** Codes for an account are paused after too many wrong ones. */
export type CodesPaused = { kind: 'codes_paused'; to: string; until: string; loginUrl: string }
/** An admin invites a person to the dashboard; `by` is the admin's address. */
export type Invitation = { kind: 'invitation'; to: string; name: string | null; by: string; loginUrl: string }
/** An invitation to `email` was refused for good; `to` is the admin who sent it. */
export type InvitationRefused = { kind: 'invitation_refused'; to: string; email: string; peopleUrl: string }
/** The signed heads of the audit, for the owner to keep. `changed`: places that are not as they were signed before. */
export type AuditHeads = {
  kind: 'audit_heads'
  to: string
  at: string
  heads: Record<string, { number: number; hash: string }>
  /** In lines, as the mail shows it. */
  signed: string
  changed: string[]
}
/** A webhook of `to` receives nothing any more. */
export type WebhookStopped = {
  kind: 'webhook_stopped'
  to: string
  at: string
  host: string
  reason: string
  webhooksUrl: string
}
/** The contact details of the school were changed, or will be at a set time. `contacts`: the titles of what changed. */
export type ContactChanged = {
  kind: 'contact_changed'
  to: string
  at: string
  by: string
  contacts: string
  /** When it will be published, where that is later. */
  later?: string
  websiteUrl: string
}
export type SignInMail =
  | LoginCode
  | AccessRequest
  | NewDevice
  | AccessAdded
  | CodesPaused
  | Invitation
  | InvitationRefused
  | WebhookStopped
  | ContactChanged
  | AuditHeads

/** A queued sign-in mail. Its content is sealed, so that Redis holds no address and no code. */
export type SignInMailJob = Origin & { mailId: string; sealed: string; expiresAt: string }

const newMailId = () => randomBytes(16).toString('base64url')

/** The queue takes one of those with the same `mailId`, and drops it if it was not sent by `until` (milliseconds since 1970). */
export const signInMailJob = (
  key: Buffer,
  mail: SignInMail,
  { until, requestId, mailId = newMailId() }: { until: number; requestId: string; mailId?: string },
): SignInMailJob => ({
  mailId,
  sealed: seal(key, mailId, JSON.stringify(mail)),
  expiresAt: new Date(until).toISOString(),
  requestId,
})

/** @throws when the job was altered or sealed with another key */
export const openSignInMail = (key: Buffer, { mailId, sealed }: Pick<SignInMailJob, 'mailId' | 'sealed'>) =>
  JSON.parse(open(key, mailId, sealed)) as SignInMail

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
