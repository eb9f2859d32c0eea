import type { AuditEntry } from '@app/audit'
import type { Pause } from '@app/concurrency/pacer'
import type { AuditDetails } from '@app/contracts/audit'
import { isEnded, type JobState, type Skipped, type Job as WireJob } from '@app/contracts/jobs'
import { mayUse, mayUseOwn, type RightsHolder } from '@app/contracts/policy'

/** A job as the API shows it. */
export const toWire = (
  { id, kind, table, about, state, total, done, changed, skipped, reason, actor, undoes, ...job }: Job,
  { undoneBy, canUndo }: { undoneBy?: string | undefined; canUndo: boolean },
): WireJob => ({
  id,
  kind,
  table,
  state,
  total,
  done,
  changed,
  skipped,
  ...(about !== undefined && { about }),
  ...(reason !== undefined && { reason }),
  actor: actor && { id: actor.id, email: actor.email },
  createdAt: job.createdAt.toISOString(),
  startedAt: job.startedAt?.toISOString() ?? null,
  endedAt: job.endedAt?.toISOString() ?? null,
  undoable: canUndo && undoneBy === undefined,
  ...(undoes !== undefined && { undoes }),
  ...(undoneBy !== undefined && { undoneBy }),
})

/** The reasons with which a job ends early. */
export const rightEnded = 'The right to do this has ended. What was done before is kept.'
export const canceled = 'It was canceled. What was done before is kept.'
export const notCompleted = 'It could not be completed. Please try again.'

/** The actor who started a job, and the request. */
export type Actor = { id: string; email: string; requestId: string }

/**
 * The right that the actor must have for as long as the job runs. `own`: to see their own records of the table at least, where its
 * records were chosen within these.
 */
export type Right = 'admin' | { table: string; level: 'own' | 'view' | 'edit' | 'export' }

export type NewJob = {
  /** A derived id makes a repeated start find the first job. */
  id?: string
  kind: string
  table: string | null
  /** `null` for what the product does on its own. */
  actor: Actor | null
  /** All of several; `null`: the job runs to its end whatever happens to the rights of its actor. */
  right: Right | readonly Right[] | null
  input: unknown
  /** The number of records, if it is known. */
  total?: number
  /** It waits until then. Jobs are kept for 30 days from their start. */
  startsAt?: Date
  /** Jobs of one lane run one at a time, in all replicas together. */
  lane?: string
  /** By which the latest job of a thing is found. */
  key?: string
  undoes?: string
  /** The service that runs it; left out for the one that stores it. */
  service?: string
  /** Details for people: counts, names and choices, never values that people wrote. */
  about?: AuditDetails
}

/** The kind of job that undoes one, and whether there is something to undo even if no record was changed. */
export type Undo = { kind: string; version: number; changesMore?: true }

export type Job<Input = unknown, Progress = unknown> = Omit<NewJob, 'input'> & {
  id: string
  service: string
  version: number
  input: Input
  state: JobState
  total: number
  done: number
  changed: number
  /** One entry for each record that was not changed. */
  skipped: Skipped[]
  /** The handler's own; `null` before its first report. */
  progress: Progress | null
  reason?: string
  /** The number of times the work was begun since it last made progress. */
  attempts: number
  /** Another attempt may have done part of the next chunk: what it has written must not be written again. */
  isResumed: boolean
  /** Stored with the job, so that a service that does not know its kind can start the undo. */
  undo?: Undo
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
}

/** The result of one chunk. Counts are those of the whole job so far; members that are left out stay as they are. */
export type Chunk<Progress = unknown> = {
  done?: number
  changed?: number
  total?: number
  /** Records that were skipped in this chunk. */
  skipped?: Skipped[]
  progress?: Progress
  /** Ends the job with this report. */
  isLast?: boolean
}

export type JobContext = {
  /** Throws once another replica may have taken the job over: call it before each write. */
  hold: () => void
  /** Leaves time to requests: call it within long chunks. */
  pause: Pause
}

export type Handler<Input = unknown, Progress = unknown> = {
  /** A job of a later version waits for a replica that knows it. */
  version: number
  /** Such jobs pass the memory gate of the process, one at a time. */
  holdsFile?: true
  /** The kind of job that undoes one of this kind. */
  undoneBy?: string
  /** True if there is something to undo even if no record was changed. */
  changesMore?: true
  /** True if a job that cannot be completed is undone. */
  undoesFailures?: true
  /** Counts the stored changes of a job: an attempt that was interrupted has not reported its last chunk. */
  countChanged?: (job: Pick<Job, 'id' | 'table'>) => Promise<number>
  /**
   * Yields once per chunk, from `done` and `progress` on. A chunk takes seconds at most. Before each chunk the runner reads the right
   * of the actor again.
   *
   * @throws AppError below 500 to end the job as failed, with its message as the reason; another error is retried
   */
  run(job: Job<Input, Progress>, context: JobContext): AsyncIterable<Chunk<Progress>>
}

/** Handlers by kind. What `input` and `progress` hold is between a handler and the code that starts its jobs. */
export type Handlers = Readonly<
  Record<string, Omit<Handler, 'run'> & { run(job: Job<never, never>, context: JobContext): AsyncIterable<Chunk> }>
>

export type Undoable = Pick<Job, 'kind' | 'state' | 'changed' | 'isResumed' | 'undo'>

export function canUndo({
  state,
  changed,
  isResumed,
  undo,
}: Omit<Undoable, 'kind' | 'undo'> & { undo: Undo | undefined }): boolean {
  if (!isEnded({ state }) || undo === undefined) return false
  // An attempt that was interrupted may have changed records without a report.
  const mayHaveChanged = isResumed && state !== 'done'
  return changed > 0 || mayHaveChanged || (state !== 'failed' && undo.changesMore === true)
}

/** That a job was stopped, by a person or because its author has lost the right. The first entry is kept, however often it is repeated. */
export function stopEntry({ id, kind, table, done, total, actor: author }: Job, by?: Actor): AuditEntry {
  const why = by ? { why: 'canceled' } : { why: 'right', ...(author && { author: author.email }) }
  const about = { kind, done, total, ...why }
  return {
    actor: by ?? null,
    action: 'stop',
    ...(table !== null && { table }),
    recordId: id,
    about,
    ref: `job/${id}/stopped`,
  }
}

type Holder = RightsHolder & { disabled?: true }

export const rightsOf = ({ right }: Pick<NewJob, 'right'>): readonly Right[] =>
  right === null ? [] : ([right].flat() as Right[])

/** True if a person has a right that a job needs. */
export function holdsRight(holder: RightsHolder, right: Right): boolean {
  if (right === 'admin') return holder.role === 'admin'
  const { table, level } = right
  if (level === 'own') return mayUse(holder, table, 'view') || mayUseOwn(holder, table, 'view')
  return mayUse(holder, table, level)
}

/**
 * True if the actor of a job has every right for it at this moment.
 *
 * @param holderOf reads a person or a service account by id, uncached; `undefined` when it may not act any more
 */
export const currentRights =
  (holderOf: (id: string) => Promise<Holder | undefined>) =>
  async ({ actor, right }: Pick<Job, 'actor' | 'right'>): Promise<boolean> => {
    if (right === null) return true
    const holder = actor ? await holderOf(actor.id) : undefined
    if (!holder || holder.disabled) return false
    return rightsOf({ right }).every((one) => holdsRight(holder, one))
  }
