import type { BatchUndone } from '@app/contracts/batches'
import type { BatchStore, StoredBatch } from '../models/batch-store'
import type { RevisionStore, StoredRevision } from '../models/revision-store'
import type { TrashStore } from '../models/trash-store'
import type { ApplyWrites } from '../writes/apply-writes'
import type { Write } from '../writes/write'
import { skipReason } from './skip-reason'

/** Records between two reports of the progress. */
const chunkSize = 250

type Deps = {
  apply: ApplyWrites
  batches: Pick<BatchStore, 'reportUndo'>
  revisions: Pick<RevisionStore, 'ofBatch' | 'flushBatch' | 'recordsOfBatch'>
  trash: Pick<TrashStore, 'find'>
}

/** The name under which the changes of an undo are kept. */
export const undoneBatch = (id: string) => `${id}-undo`

/** The write that takes a revision back, if the record was not changed since. */
function opposite({ table, record_id: id, action, changes = {}, version }: StoredRevision): Write {
  const seen = version?.toISOString()
  if (action === 'delete') return { action: 'restore', table, id }
  if (action === 'create' || action === 'restore') return { action: 'delete', table, id, seen }
  const values = Object.fromEntries(Object.entries(changes).map(([field, [before]]) => [field, before]))
  return { action: 'update', table, id, values, seen }
}

/**
 * Takes all changes of a batch back, as far as the records were not changed since. `isContinued`: an undo that was
 * interrupted starts again and leaves what it has taken back.
 */
export function undoBatch(deps: Deps) {
  return async (batch: StoredBatch, { isContinued = false } = {}): Promise<BatchUndone> => {
    const id = batch._id.toHexString()
    const undoId = undoneBatch(id)
    const { table, undo } = batch
    const actor = undo?.actor ?? batch.actor
    await deps.revisions.flushBatch(table, id)
    if (isContinued) await deps.revisions.flushBatch(table, undoId)
    const sum: BatchUndone = { state: 'running', restored: 0, kept: [] }
    for await (const part of deps.revisions.ofBatch(id, chunkSize)) {
      // References that a deletion removed are restored with the record.
      const own = part.filter(({ source }) => source !== 'unlink')
      const ids = own.map(({ record_id }) => record_id)
      const done = isContinued ? await deps.revisions.recordsOfBatch(undoId, table, ids) : new Set()
      const due = own.filter(({ record_id }) => !done.has(record_id))
      const kept: BatchUndone['kept'] = []
      for (const outcome of await deps.apply(actor, { source: 'undo', batch: undoId }, due.map(opposite))) {
        const reason = await skipReason(deps, undoId, table, outcome)
        if (reason !== undefined) kept.push({ id: outcome.id, reason })
      }
      sum.restored += own.length - kept.length
      sum.kept.push(...kept)
      await deps.batches.reportUndo(batch._id, sum)
    }
    const end: BatchUndone = { ...sum, state: 'done' }
    await deps.batches.reportUndo(batch._id, end)
    return end
  }
}
