import { days, seconds } from '@app/contracts/durations'
import { type JobState, jobPageSize, maxListedSkips, type Skipped } from '@app/contracts/jobs'
import { isDuplicateKey, unlessDuplicate } from '@app/mongo'
import { pageOf } from '@app/mongo/page-of'
import { type Collection, type Db, type Document, type Filter, ObjectId } from 'mongodb'
import type { Chunk, Job, NewJob, Undo } from '../job'

/** A job and its undo are kept for this long. */
const keptFor = days(30)
const maxTimeMS = seconds(2)
/** Jobs looked at before one is claimed, as those of a busy lane cannot be. */
const maxCandidates = 20
/** Each round leaves out the busy lanes of those before it; more lanes are not busy at once. */
const maxRounds = 50

export type StoredJob = Omit<NewJob, 'id' | 'startsAt'> & {
  _id: ObjectId
  service: string
  version: number
  undo?: Undo
  state: JobState
  total: number
  done: number
  changed: number
  skipped: Skipped[]
  progress: unknown
  reason?: string
  attempts: number
  /**
   * `until`: when a waiting job may start, or a running one be taken over. The token grows with each claim: reports under an earlier
   * one are refused.
   */
  lease: { token: number; until: Date; holder?: string }
  /** Holds the lane while it runs; unique. */
  in_lane?: string
  is_canceled?: true
  created_at: Date
  started_at?: Date
  ended_at?: Date
}

/** A job as the process sees it that has claimed it. */
export type Claimed = { job: Job<never, never>; token: number; isCanceled: boolean }

const toJob = ({ _id, lease, in_lane, is_canceled, created_at, started_at, ended_at, ...job }: StoredJob): Job => ({
  ...job,
  id: _id.toHexString(),
  isResumed: lease.token > 1,
  createdAt: created_at,
  startedAt: started_at ?? null,
  endedAt: ended_at ?? null,
})

const ended = { in_lane: '', is_canceled: '', 'lease.holder': '' } as const

/**
 * The jobs that a service runs. What names a job by its id, and lists, reach those of all services; the service of a job alone claims it.
 * Every write of a running job names the token of its claim.
 */
export function jobStore(
  db: () => Pick<Db, 'collection'>,
  service: string,
  { leaseMs = seconds(20), now = () => new Date(), signals = { send: (_: 'jobs') => {} } } = {},
) {
  const jobs = (): Collection<StoredJob> => db().collection<StoredJob>('jobs')
  const ownedBy = (id: string, token: number): Filter<StoredJob> => ({
    _id: new ObjectId(id),
    state: 'running',
    'lease.token': token,
  })
  const leaseEnd = () => new Date(now().getTime() + leaseMs)
  const isMatched = async (filter: Filter<StoredJob>, update: Document) =>
    (await jobs().updateOne(filter, update)).matchedCount === 1

  /** Its lane is free for another job. */
  const setDown = (id: string, token: number, update: Document): Promise<boolean> =>
    isMatched(ownedBy(id, token), update).finally(() => signals.send('jobs'))

  const given = (key: string): Filter<StoredJob> => ({ key: { $eq: key }, service, input: { $ne: null } })
  type JobPageOf = { actorId?: string; state?: JobState; table?: string; quiet?: readonly string[]; page: number }

  /** `false` when another job holds the lane. */
  async function take({ _id, lease, lane }: StoredJob, holder: string): Promise<StoredJob | null | 'lane is busy'> {
    const at = now()
    try {
      return await jobs().findOneAndUpdate(
        { _id, state: { $in: ['waiting', 'running'] }, 'lease.token': lease.token, 'lease.until': { $lte: at } },
        {
          $set: { state: 'running', 'lease.until': leaseEnd(), 'lease.holder': holder, ...(lane && { in_lane: lane }) },
          $min: { started_at: at },
          $inc: { 'lease.token': 1, attempts: 1 },
        },
        { returnDocument: 'after', maxTimeMS },
      )
    } catch (error) {
      if (isDuplicateKey(error)) return 'lane is busy'
      throw error
    }
  }

  return {
    leaseMs,

    async prepare(): Promise<void> {
      const keep = { name: 'ends', expireAfterSeconds: keptFor / seconds(1) }
      await jobs().createIndex({ created_at: 1 }, keep)
      await jobs().createIndex({ service: 1, state: 1, 'lease.until': 1 }, { name: 'due' })
      await jobs().createIndex({ in_lane: 1 }, { name: 'lane', unique: true, sparse: true })
      await jobs().createIndex({ key: 1 }, { name: 'key', sparse: true })
      await jobs().createIndex({ undoes: 1 }, { name: 'undoes', sparse: true })
    },

    /** `false` when there is a job of this id. */
    async add(
      { id, total = 0, startsAt, ...about }: NewJob & { id: string },
      version: number,
      undo?: Undo,
    ): Promise<boolean> {
      const at = now()
      const stored: StoredJob = {
        _id: new ObjectId(id),
        service,
        version,
        ...(undo && { undo }),
        ...about,
        state: 'waiting',
        total,
        done: 0,
        changed: 0,
        skipped: [],
        progress: null,
        attempts: 0,
        lease: { token: 0, until: startsAt ?? at },
        created_at: at,
      }
      const isNew = await unlessDuplicate(jobs().insertOne(stored))
      if (isNew) signals.send('jobs')
      return isNew
    },

    /** Milliseconds until the first job is due that was not due at `since`, or its lease ends; `Infinity` when there is none. */
    async nextDueMs(since: Date): Promise<number> {
      const active = { service, state: { $in: ['waiting' as const, 'running' as const] } }
      const options = { sort: { 'lease.until': 1 }, projection: { lease: 1 }, maxTimeMS } as const
      const next = await jobs().findOne({ ...active, 'lease.until': { $gt: since } }, options)
      return next ? Math.max(0, next.lease.until.getTime() - now().getTime()) : Number.POSITIVE_INFINITY
    },

    /** Takes the job that has been due for longest, of these kinds up to these versions, unless its lane is busy. */
    async claim(kinds: readonly { kind: string; version: number }[], holder: string): Promise<Claimed | undefined> {
      if (kinds.length === 0) return undefined
      const due: Filter<StoredJob> = {
        service,
        state: { $in: ['waiting', 'running'] },
        'lease.until': { $lte: now() },
        $or: kinds.map(({ kind, version }) => ({ kind, version: { $lte: version } })),
      }
      const busy: string[] = []
      for (let round = 0; round < maxRounds; round++) {
        const candidates = await jobs()
          .find({ ...due, lane: { $nin: busy } }, { projection: { lane: 1, lease: 1 }, maxTimeMS })
          .sort({ 'lease.until': 1 })
          .limit(maxCandidates)
          .toArray()
        for (const candidate of candidates) {
          if (candidate.lane && busy.includes(candidate.lane)) continue
          const taken = await take(candidate, holder)
          if (taken === 'lane is busy') busy.push(candidate.lane!)
          else if (taken)
            return { job: toJob(taken) as Claimed['job'], token: taken.lease.token, isCanceled: !!taken.is_canceled }
        }
        if (candidates.length < maxCandidates) return undefined
      }
      throw new Error(`no job could be claimed in ${maxRounds} rounds although jobs are due`)
    },

    /** `false` when another process has taken the job over. */
    renew: (id: string, token: number) => isMatched(ownedBy(id, token), { $set: { 'lease.until': leaseEnd() } }),

    /** Records a chunk. `undefined` when another process has taken the job over. */
    async report(
      id: string,
      token: number,
      { skipped = [], isLast = false, ...counts }: Chunk,
    ): Promise<{ isCanceled: boolean } | undefined> {
      const given = Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined))
      const end = isLast && { state: 'done' as const, ended_at: now() }
      const found = await jobs().findOneAndUpdate(
        ownedBy(id, token),
        {
          $set: { ...given, attempts: 1, 'lease.until': leaseEnd(), ...end },
          ...(skipped.length > 0 && { $push: { skipped: { $each: skipped } } }),
          ...(isLast && { $unset: ended }),
        },
        { returnDocument: 'after', projection: { is_canceled: 1 }, maxTimeMS },
      )
      if (isLast) signals.send('jobs')
      return found ? { isCanceled: found.is_canceled === true } : undefined
    },

    /** Gives a job back, to be continued by any replica after a while. */
    release: (id: string, token: number, afterMs: number) =>
      setDown(id, token, {
        $set: { state: 'waiting', 'lease.until': new Date(now().getTime() + afterMs) },
        $unset: { in_lane: '', 'lease.holder': '' },
      }),

    /** `false` when another process has taken the job over. */
    end: (id: string, token: number, state: 'done' | 'stopped' | 'failed', reason?: string) =>
      setDown(id, token, {
        $set: { state, ended_at: now(), ...(reason !== undefined && { reason }) },
        $unset: ended,
      }),

    /** Asks a running job to stop after its chunk, and stops one that waits. `false` when it has ended. */
    async cancel(id: string, reason: string): Promise<boolean> {
      const waiting = { _id: new ObjectId(id), state: 'waiting' as const }
      if (await isMatched(waiting, { $set: { state: 'stopped', reason, ended_at: now() } })) return true
      return isMatched({ _id: new ObjectId(id), state: 'running' }, { $set: { is_canceled: true } })
    },

    /** Removes what the jobs of these keys know of records, and stops those that have not ended, at once. */
    async forget(keys: readonly string[], reason: string): Promise<void> {
      const these = { key: { $in: [...keys] }, service }
      await jobs().updateMany(
        { ...these, state: { $in: ['waiting', 'running'] } },
        { $set: { state: 'stopped', reason, ended_at: now() }, $unset: ended, $inc: { 'lease.token': 1 } },
      )
      await jobs().updateMany(these, { $set: { input: null, progress: null, skipped: [] } })
    },

    /** The inputs of the jobs of a key. */
    async inputsOf<Input>(key: string): Promise<Input[]> {
      const found = jobs().find(given(key), { projection: { input: 1 }, maxTimeMS })
      return (await found.toArray()).map(({ input }) => input as Input)
    },

    /** Replaces what the jobs of a key were given, unless `change` returns nothing. Resolves with the number of those it has changed. */
    async amend<Input>(key: string, change: (input: Input) => Input | undefined): Promise<number> {
      let changed = 0
      for (const { _id, input } of await jobs().find(given(key), { maxTimeMS }).toArray()) {
        const other = change(input as Input)
        if (other === undefined) continue
        await jobs().updateOne({ _id }, { $set: { input: other } })
        changed++
      }
      return changed
    },

    async find(id: string): Promise<Job | undefined> {
      const stored = await jobs().findOne({ _id: new ObjectId(id) }, { maxTimeMS })
      return stored ? toJob(stored) : undefined
    },

    /** The latest job of a key. */
    async latest(key: string): Promise<Job | undefined> {
      const stored = await jobs().findOne(
        { key: { $eq: key }, service },
        { sort: { created_at: -1, _id: -1 }, maxTimeMS },
      )
      return stored ? toJob(stored) : undefined
    },

    /** Newest first, without what only the handlers read. `quiet`: kinds that are left out once they are done. */
    async page({ actorId, state, table, quiet, page }: JobPageOf) {
      const filter = {
        ...(actorId !== undefined && { 'actor.id': actorId }),
        ...(state !== undefined && { state }),
        ...(table !== undefined && { table }),
        ...(quiet !== undefined && { $nor: [{ kind: { $in: [...quiet] }, state: 'done' }] }),
      } as Filter<StoredJob>
      const wanted = { sort: { created_at: -1, _id: -1 }, projection: { input: 0, progress: 0 } } as const
      const { data, total } = await pageOf(jobs(), filter, { ...wanted, page, size: jobPageSize, maxTimeMS })
      return { data: data.map((one) => toJob({ ...one, skipped: one.skipped.slice(0, maxListedSkips) })), total }
    },

    /** The jobs that undo these, by what they undo. */
    async undosOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const found = await jobs()
        .find({ undoes: { $in: [...ids] } }, { projection: { undoes: 1 }, maxTimeMS })
        .toArray()
      return new Map(found.map(({ _id, undoes }) => [undoes!, _id.toHexString()]))
    },
  }
}

export type JobStore = ReturnType<typeof jobStore>
