import type { Handler } from '@app/jobs'
import type { StoredRevision } from '../models/revision-store'
import type { Write } from '../writes/write'
import { type BatchDeps, chunkSize } from './batch'
import { skipReason } from './skip-reason'

/** The name under which the changes of an undo are kept. */
export const undoneBatch = (id: string) => `${id}-undo`

/** The write that reverses a revision, if the record was not changed since. */
function opposite({ table, record_id: id, action, changes = {}, version }: StoredRevision, isFormer: boolean): Write {
  const seen = version?.toISOString()
  if (action === 'delete') return { action: 'restore', table, id }
  if (action === 'create' || action === 'restore') return { action: 'delete', table, id, seen }
  const values = Object.fromEntries(Object.entries(changes).map(([field, [before]]) => [field, before]))
  return { action: 'update', table, id, values, seen, isFormer }
}

/**
 * Undoes all changes of a job, as far as the records were not changed since.
 *
 * @param isFormer whether values return that the schema refuses by now
 */
export const undoJob = ({ apply, revisions, trash }: BatchDeps, isFormer = false): Handler<null> => ({
  version: 1,
  async *run({ undoes, table, actor, done: start, changed, isResumed }, { hold }) {
    const batch = undoneBatch(undoes!)
    await revisions.flushBatch(table!, undoes!)
    if (isResumed) await revisions.flushBatch(table!, batch)
    const ids = await revisions.idsOfBatch(undoes!)
    for (let at = start; at < ids.length; at += chunkSize) {
      const part = await revisions.byIds(ids.slice(at, at + chunkSize))
      const records = part.map(({ record_id }) => record_id)
      const done = isResumed && at === start ? await revisions.recordsOfBatch(batch, table!, records) : new Set()
      const due = part.filter(({ record_id }) => !done.has(record_id)).map((one) => opposite(one, isFormer))
      const skipped: { id: string; reason: string }[] = []
      for (const outcome of await apply(actor!, { source: 'undo', batch, hold }, due)) {
        const reason = await skipReason({ trash }, batch, table!, outcome)
        if (reason !== undefined) skipped.push({ id: outcome.id, reason })
      }
      changed += part.length - skipped.length
      const end = Math.min(at + chunkSize, ids.length)
      yield { total: ids.length, done: end, changed, skipped, isLast: end === ids.length }
    }
  },
})
