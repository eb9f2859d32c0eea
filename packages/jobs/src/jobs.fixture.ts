import type { Chunk, Job, NewJob, Undo } from './job'
import type { Claimed, JobStore, StoredJob } from './models/job-store'

type Kept = Job & Pick<StoredJob, 'lease' | 'in_lane' | 'is_canceled'>

/** Jobs without a database; `later` moves the clock. */
export function jobsInMemory({ leaseMs = 20_000, service = 'test' } = {}) {
  const jobs = new Map<string, Kept>()
  let skew = 0
  const now = () => new Date(Date.now() + skew)
  const leaseEnd = () => new Date(now().getTime() + leaseMs)
  const own = (id: string, token: number) => {
    const job = jobs.get(id)
    return job?.state === 'running' && job.lease.token === token ? job : undefined
  }
  const change = (job: Kept | undefined, values: Partial<Kept>) =>
    job !== undefined && Object.assign(job, values) === job
  const copy = (job: Kept): Job => structuredClone({ ...job, isResumed: job.lease.token > 1 })
  const open = (job: Kept) => job.state === 'waiting' || job.state === 'running'
  const store: JobStore = {
    leaseMs,
    prepare: async () => {},
    async add(job: NewJob & { id: string }, version: number, undo?: Undo) {
      if (jobs.has(job.id)) return false
      const counts = { total: 0, done: 0, changed: 0, skipped: [], progress: null, attempts: 0 }
      const about = {
        service,
        version,
        ...(undo && { undo }),
        state: 'waiting' as const,
        isResumed: false,
        lease: { token: 0, until: job.startsAt ?? now() },
      }
      jobs.set(job.id, { ...counts, ...about, ...job, createdAt: now(), startedAt: null, endedAt: null })
      return true
    },
    async claim(kinds, holder): Promise<Claimed | undefined> {
      const lanes = new Set([...jobs.values()].map((one) => one.in_lane))
      const fits = (one: Kept) =>
        open(one) &&
        one.service === service &&
        one.lease.until <= now() &&
        (!one.lane || one.in_lane === one.lane || !lanes.has(one.lane)) &&
        kinds.some(({ kind, version }) => kind === one.kind && one.version <= version)
      const job = [...jobs.values()].find(fits)
      if (!job) return undefined
      const token = job.lease.token + 1
      Object.assign(job, { state: 'running', attempts: job.attempts + 1, lease: { token, until: leaseEnd(), holder } })
      if (job.lane) job.in_lane = job.lane
      job.startedAt ??= now()
      return { job: copy(job) as Claimed['job'], token, isCanceled: !!job.is_canceled }
    },
    renew: async (id, token) => change(own(id, token), { lease: { token, until: leaseEnd() } }),
    async report(id, token, { skipped = [], isLast, ...counts }: Chunk) {
      const job = own(id, token)
      if (!job) return undefined
      job.skipped.push(...skipped)
      change(job, { ...structuredClone(counts), attempts: 1, lease: { token, until: leaseEnd() } })
      if (isLast) await store.end(id, token, 'done')
      return { isCanceled: job.is_canceled === true }
    },
    release: async (id, token, afterMs) => {
      const until = new Date(now().getTime() + afterMs)
      return change(own(id, token), { state: 'waiting', in_lane: undefined, lease: { token, until } } as Partial<Kept>)
    },
    end: async (id, token, state, reason) =>
      change(own(id, token), { state, endedAt: now(), in_lane: undefined, ...(reason && { reason }) } as Partial<Kept>),
    async cancel(id, reason) {
      const job = jobs.get(id)
      if (!job || !open(job)) return false
      return job.state === 'waiting'
        ? change(job, { state: 'stopped', reason, endedAt: now() })
        : change(job, { is_canceled: true })
    },
    async forget(keys, reason) {
      for (const job of jobs.values()) {
        if (!job.key || !keys.includes(job.key)) continue
        if (open(job)) change(job, { state: 'stopped', reason, lease: { ...job.lease, token: job.lease.token + 1 } })
        change(job, { input: null, progress: null, skipped: [] })
      }
    },
    async find(id) {
      const job = jobs.get(id)
      return job && copy(job)
    },
    async latest(key) {
      const job = [...jobs.values()].findLast((one) => one.key === key)
      return job && copy(job)
    },
    async page({ actorId, state }) {
      const found = [...jobs.values()].filter(
        (one) => (!actorId || one.actor?.id === actorId) && (!state || one.state === state),
      )
      return { data: found.reverse().map(copy), total: found.length }
    },
    undosOf: async (ids) =>
      new Map([...jobs.values()].flatMap(({ id, undoes }) => (undoes && ids.includes(undoes) ? [[undoes, id]] : []))),
  }
  const later = (ms: number) => {
    skew += ms
  }
  return { store, jobs, later }
}
