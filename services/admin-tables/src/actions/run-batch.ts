import type { Batch } from '@app/contracts/batches'
import type { BatchStore, StoredBatch } from '../models/batch-store'
import type { RevisionStore } from '../models/revision-store'
import type { TrashStore } from '../models/trash-store'
import type { ApplyWrites } from '../writes/apply-writes'
import type { Write } from '../writes/write'
import { skipReason } from './skip-reason'

/** Records between two reports of the progress. */
const chunkSize = 250

type Deps = {
  apply: ApplyWrites
  batches: Pick<BatchStore, 'advance'>
  revisions: Pick<RevisionStore, 'flushBatch' | 'recordsOfBatch'>
  trash: Pick<TrashStore, 'find'>
}

function writeOf({ table, action, changes }: StoredBatch, id: string): Write {
  if (action === 'update') return { action, table, id, values: changes }
  return { action: action === 'delete' ? 'delete' : 'restore', table, id }
}

/**
 * Runs a batch from where it stands to its end. `isContinued`: a process that ended may have written some of the next
 * records. They are not written again, since they may have been changed meanwhile.
 */
export function runBatch(deps: Deps) {
  return async (batch: StoredBatch, { isContinued = false } = {}): Promise<void> => {
    const { _id, table, actor, ids, next: start } = batch
    const id = _id.toHexString()
    if (isContinued) await deps.revisions.flushBatch(table, id)
    for (let at = start; at < ids.length; at += chunkSize) {
      const part = ids.slice(at, at + chunkSize)
      const mayBeWritten = isContinued && at === start
      const written = mayBeWritten ? await deps.revisions.recordsOfBatch(id, table, part) : new Set()
      const writes = part.filter((one) => !written.has(one)).map((one) => writeOf(batch, one))
      const skipped: Batch['skipped'] = []
      for (const outcome of await deps.apply(actor, { source: 'batch', batch: id }, writes)) {
        const reason = await skipReason(deps, id, table, outcome)
        if (reason !== undefined) skipped.push({ id: outcome.id, reason })
      }
      const next = at + part.length
      const changed = part.length - skipped.length
      if (!(await deps.batches.advance(_id, at, { next, changed, skipped, isLast: next === ids.length }))) return
    }
  }
}
