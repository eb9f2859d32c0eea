import type { Batch, BatchRequest, BatchUndone } from '@app/contracts/batches'
import { days, seconds } from '@app/contracts/durations'
import type { ImportReport } from '@app/contracts/imports'
import { type Actor, derivedId, type StoredJob, undoJobId } from '@app/jobs'
import { unlessDuplicate } from '@app/mongo'
import { type Db, ObjectId } from 'mongodb'

type FormerBatch = {
  _id: ObjectId
  table: string
  action: Batch['action']
  actor: Actor
  at: Date
  ids: string[]
  changes?: BatchRequest['changes']
  request?: string
  state: Batch['state']
  next: number
  changed: number
  skipped: Batch['skipped']
  lease: Date
  undo?: BatchUndone & { actor: Actor; lease: Date }
  carried_over?: true
}
type FormerImport = Omit<ImportReport, 'id'> & {
  _id: ObjectId
  actor: Actor
  created_at: Date
  holder: string | null
  leased_until: Date | null
  check?: string
}

const service = 'admin-tables'
/** Longer than one piece of work takes to carry over; a crash in between repeats it. */
const takeover = seconds(30)

type About = Pick<StoredJob, '_id' | 'kind' | 'table' | 'input' | 'created_at'> & { actor: Actor } & Partial<StoredJob>

/** Work that had begun is continued like that of a replica that has ended. */
const jobOf = ({ actor: { id, email, requestId }, created_at, state = 'done', ...about }: About): StoredJob => ({
  service,
  version: 1,
  actor: { id, email, requestId },
  right: { table: about.table!, level: 'edit' },
  state,
  total: 0,
  done: 0,
  changed: 0,
  skipped: [],
  progress: null,
  attempts: 0,
  lease: { token: 1, until: created_at },
  created_at,
  started_at: created_at,
  ...(state !== 'waiting' && { ended_at: created_at }),
  ...about,
})

function importJobOf({ _id, table, actor, created_at, ...former }: FormerImport): StoredJob {
  const { mapping, match, total, applied, state, batch, failure } = former
  const { create, update, unchanged, errorRows, errors, creates, updates } = former
  const progress = { total, create, update, unchanged, errorRows, errors, creates, updates }
  const id = _id.toHexString()
  const isOpen = state === 'checking' || state === 'applying'
  return jobOf({
    _id: batch ? _id : new ObjectId(derivedId(`check ${id}`)),
    kind: batch ? 'import' : 'import-check',
    table,
    actor,
    created_at,
    total,
    key: `import/${id}`,
    lane: `import/${actor.id}`,
    input: { import: id, mapping, match },
    state: isOpen ? 'waiting' : state === 'failed' ? 'failed' : 'done',
    done: batch ? applied : total,
    changed: batch ? create + update : 0,
    progress: state === 'applying' && applied === 0 ? null : progress,
    ...(failure !== undefined && { reason: failure }),
  })
}

function batchJobsOf({ _id, table, action, actor, at, undo, ...former }: FormerBatch): StoredJob[] {
  const { ids, changes, request, next, changed, skipped } = former
  const id = _id.toHexString()
  const isImport = action === 'import'
  const job = jobOf({
    _id,
    table,
    actor,
    changed,
    skipped,
    created_at: at,
    kind: isImport ? 'import' : 'batch',
    input: isImport ? { import: id, mapping: {}, match: null } : { action, ids, changes, request },
    state: former.state === 'done' ? 'done' : 'waiting',
    total: isImport ? changed : ids.length,
    done: isImport ? changed : next,
  })
  if (!undo) return [job]
  const isUndone = undo.state === 'done'
  const undoing = jobOf({
    _id: new ObjectId(undoJobId(id)),
    kind: 'undo',
    table,
    actor: undo.actor,
    input: null,
    undoes: id,
    created_at: at,
    state: isUndone ? 'done' : 'waiting',
    // An undo that was interrupted starts again, and leaves what it has undone.
    ...(isUndone && { changed: undo.restored, skipped: undo.kept, total: undo.restored + undo.kept.length }),
  })
  return [job, undoing]
}

/**
 * Makes jobs of the batches and imports of earlier releases, which stay as they are for replicas of those. What one of these is at
 * work on is left until it ends or its lease has expired, so this is repeated while such replicas may run. Returns how many.
 */
export async function carryOver(db: Pick<Db, 'collection'>, now = () => new Date()): Promise<number> {
  const jobs = db.collection<StoredJob>('jobs')
  const add = (job: StoredJob) => unlessDuplicate(jobs.insertOne(job))
  const inMs = (ms: number) => new Date(now().getTime() + ms)
  let carried = 0

  const imports = db.collection<FormerImport>('imports')
  for (const former of await imports.find({ check: { $exists: false } }).toArray()) {
    const { _id, state, leased_until } = former
    const isOpen = state === 'checking' || state === 'applying'
    if (isOpen) {
      if (leased_until && leased_until > now()) continue
      const lease = { holder: service, leased_until: inMs(takeover) }
      if ((await imports.updateOne({ _id, state, leased_until }, { $set: lease })).matchedCount === 0) continue
    }
    const job = importJobOf(former)
    await add(job)
    const check = job._id.toHexString()
    await imports.updateOne({ _id }, { $set: { check, ...(isOpen && { leased_until: inMs(days(30)) }) } })
    carried++
  }

  const batches = db.collection<FormerBatch>('batches')
  for (const former of await batches.find({ carried_over: { $exists: false } }).toArray()) {
    const { _id, state, lease, undo } = former
    const open = {
      ...(state === 'running' && { lease }),
      ...(undo?.state === 'running' && { 'undo.lease': undo.lease }),
    }
    if (Object.values(open).some((until) => until > now())) continue
    if (Object.keys(open).length > 0) {
      const taken = Object.fromEntries(Object.keys(open).map((name) => [name, inMs(takeover)]))
      if ((await batches.updateOne({ _id, state, ...open }, { $set: taken })).matchedCount === 0) continue
    }
    for (const job of batchJobsOf(former)) await add(job)
    const ended = { state: 'done' as const, ...(undo && { 'undo.state': 'done' as const }) }
    await batches.updateOne({ _id }, { $set: { carried_over: true, ...ended } })
    carried++
  }
  return carried
}
