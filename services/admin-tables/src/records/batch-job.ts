import type { Batch, BatchRequest, BatchUndone } from '@app/contracts/batches'
import { isEnded } from '@app/contracts/jobs'
import type { Handler, Job } from '@app/jobs'
import { everything } from '@app/record-query'
import type { ApplyWrites } from './apply-writes'
import type { RevisionStore } from './revision-store'
import type { TrashStore } from './trash-store'
import { skipReason, type Write } from './write'

/** Records between two reports of the progress. */
export const chunkSize = 100

export type BatchInput = {
  action: BatchRequest['action']
  ids: readonly string[]
  changes?: BatchRequest['changes']
  /** Digest of the request, by which a repeated key is recognized. */
  request?: string
}

export type BatchDeps = {
  apply: ApplyWrites
  revisions: Pick<RevisionStore, 'flushBatch' | 'recordsOfBatch' | 'ofBatch' | 'byIds'>
  trash: Pick<TrashStore, 'find'>
}

const writeOf = ({ action, changes }: BatchInput, table: string, id: string): Write =>
  action === 'update' ? { action, table, id, values: changes } : { action, table, id }

/** The number of records that a job has changed, by its revisions. */
export const countRevisions =
  ({ revisions }: Pick<BatchDeps, 'revisions'>): NonNullable<Handler['countChanged']> =>
  async ({ id, table }) => {
    await revisions.flushBatch(table!, id)
    return (await revisions.ofBatch(id)).length
  }

/**
 * Changes many records in the same way. What an interrupted attempt has written is not written again, since it may have been changed
 * meanwhile.
 */
export const batchJob = ({ apply, revisions, trash }: BatchDeps): Handler<BatchInput> => ({
  version: 1,
  undoneBy: 'undo',
  countChanged: countRevisions({ revisions }),
  async *run({ id, table, actor, input, done: start, changed, isResumed }, { hold }) {
    if (isResumed) await revisions.flushBatch(table!, id)
    for (let at = start; at < input.ids.length; at += chunkSize) {
      const part = input.ids.slice(at, at + chunkSize)
      const mayBeWritten = isResumed && at === start
      const written = mayBeWritten ? await revisions.recordsOfBatch(id, table!, part) : new Set()
      const writes = part.filter((one) => !written.has(one)).map((one) => writeOf(input, table!, one))
      const skipped: Batch['skipped'] = []
      for (const outcome of await apply(actor!, { source: 'batch', batch: id, hold, scope: everything }, writes)) {
        const reason = await skipReason({ trash }, id, table!, outcome)
        if (reason !== undefined) skipped.push({ id: outcome.id, reason })
      }
      changed += part.length - skipped.length
      yield { done: at + part.length, changed, skipped, isLast: at + part.length === input.ids.length }
    }
  },
})

const stateOf = (job: Job) => (isEnded(job) ? ('done' as const) : ('running' as const))

export const toUndone = (undo: Job): BatchUndone => ({
  state: stateOf(undo),
  restored: undo.changed,
  kept: undo.skipped,
})

/** Each record of a batch is changed or listed with its reason, also where the batch ended early. */
export function toBatch(job: Job, undo: Job | undefined): Batch {
  const { ids = [], action } = (job.input ?? {}) as Partial<BatchInput>
  const left = isEnded(job) && job.reason !== undefined ? ids.slice(job.done) : []
  const isImport = job.kind === 'import'
  return {
    id: job.id,
    action: isImport ? 'import' : (action ?? 'update'),
    state: stateOf(job),
    total: isImport ? job.changed : job.total,
    changed: job.changed,
    skipped: isImport ? [] : [...job.skipped, ...left.map((id) => ({ id, reason: job.reason! }))],
    ...(undo && { undo: toUndone(undo) }),
  }
}
