import type { Handler } from '@app/jobs'
import { everything } from '@app/record-query'
import { type BatchDeps, chunkSize } from './batch-job'
import type { StoredRevision } from './revision-store'
import { skipReason, type Write } from './write'

/** The name under which the changes of an undo are kept. */
export const undoneBatch = (id: string) => `${id}-undo`

/** The write that reverses a revision, if the record was not changed since. */
function opposite({ table, record_id: id, action, changes = {}, version }: StoredRevision, isFormer: boolean): Write {
  const expectedVersion = version?.toISOString()
  if (action === 'delete') return { action: 'restore', table, id }
  if (action === 'create' || action === 'restore') return { action: 'delete', table, id, expectedVersion }
  const values = Object.fromEntries(Object.entries(changes).map(([field, [before]]) => [field, before]))
  return { action: 'update', table, id, values, expectedVersion, isFormer }
}

/**
 * Undoes all changes of a job, as far as the records were not changed since. What is left to undo is read from the history, again after
 * the last part: the undone job may have been interrupted in the middle of a part, of which its progress says nothing.
 *
 * @param isFormer whether values return that the schema refuses by now
 */
export const undoJob = ({ apply, revisions, trash }: BatchDeps, isFormer = false): Handler<null> => ({
  version: 2,
  async *run({ undoes, table, actor, done, changed, skipped: before, isResumed }, { hold }) {
    const batch = undoneBatch(undoes!)
    // A job about several tables has deleted records only, whose revisions are copied at once.
    const own = table === null ? [] : [table]
    // Whom an import has added before those who refer to them goes after them.
    const isOther = (one: { table: string }) => Number(one.table !== table)
    const inOrder = <One extends { table: string }>(all: readonly One[]) =>
      all.toSorted((one, other) => isOther(one) - isOther(other))
    const settled = new Set(before.map(({ id }) => id))

    /** The changes that are neither undone nor skipped. */
    async function left() {
      for (const name of own) await revisions.flushBatch(name, undoes!)
      return inOrder((await revisions.ofBatch(undoes!)).filter(({ record_id }) => !settled.has(record_id)))
    }

    let due = await left()
    if (isResumed) {
      for (const name of new Set([...own, ...due.map((one) => one.table)])) await revisions.flushBatch(name, batch)
      const undone = await revisions.ofBatch(batch)
      for (const { record_id } of undone) settled.add(record_id)
      due = due.filter(({ record_id }) => !settled.has(record_id))
      done = settled.size
      changed = undone.length
      // The attempt before may have undone the last part without reporting it.
      yield { total: done + due.length, done, changed, skipped: [] }
    }
    for (; due.length > 0; due = await left()) {
      const total = done + due.length
      for (let at = 0; at < due.length; at += chunkSize) {
        const ids = due.slice(at, at + chunkSize).map(({ _id }) => _id)
        const part = inOrder(await revisions.byIds(ids))
        const tables = new Map(part.map((one) => [one.record_id, one.table]))
        const skipped: { id: string; reason: string }[] = []
        const writes = part.map((one) => opposite(one, isFormer))
        for (const outcome of await apply(actor!, { source: 'undo', batch, hold, scope: everything }, writes)) {
          const reason = await skipReason({ trash }, batch, tables.get(outcome.id)!, outcome)
          if (reason !== undefined) skipped.push({ id: outcome.id, reason })
        }
        for (const { record_id } of part) settled.add(record_id)
        done += part.length
        changed += part.length - skipped.length
        yield { total, done, changed, skipped }
      }
    }
  },
})
