import { tableRecord } from '../tables/table-record'
import { deleteRecord, trashOf } from './delete-record'
import { recordNotFound } from './record-not-found'
import type { WholeRecord } from './record-writer'
import { refuseStale } from './update-record'
import type { Outcome, Write, WriteDeps, Writing } from './write'
import { writeBatch } from './write-batch'

type Delete = Extract<Write, { action: 'delete' }>

/**
 * Moves several records of a table to the trash, in the order of one deletion: the copies, the removals, the history. Records
 * that others refer to are deleted one by one. Not for users, whose deletion has rules of its own.
 */
export async function deleteRecords(deps: WriteDeps, writing: Writing, writes: readonly Delete[]): Promise<Outcome[]> {
  const { writer, trash, revisions, integrity } = deps
  const { schema } = writing
  const table = schema.name
  const ids = writes.map(({ id }) => id)
  const [stored, referred] = await Promise.all([writer.rawDocuments(table, ids), integrity.referred(table, ids)])
  const found = new Map(stored.map((whole) => [String(whole._id), whole]))
  const removed: WholeRecord[] = []

  async function remove(): Promise<ReadonlySet<string>> {
    const planned = removed.map((whole) => trashOf(deps, writing, whole))
    const entries = await trash.put(planned.map(({ copy }) => copy))
    const changed = await writer.removeMany(table, removed)
    const isGone = (_: unknown, at: number) => !changed.has(planned[at]!.copy.id)
    for (const [at, entry] of entries.entries()) if (!isGone(entry, at)) await trash.drop(entry)
    // Entries that are not complete are swept: their revisions are copied then.
    await revisions.copy(planned.filter(isGone).flatMap(({ pending }) => pending))
    await trash.complete(entries.filter(isGone))
    return changed
  }

  return writeBatch(writes, {
    async plan(write) {
      const { id, expectedVersion } = write
      const whole = found.get(id)
      if (!whole) throw await recordNotFound(trash, table, id, writing.reason.scope)
      if (expectedVersion !== undefined) refuseStale(tableRecord(schema, whole), expectedVersion)
      if (referred.has(id)) return deleteRecord(deps, writing, write)
      removed.push(whole)
      return { id, isChanged: true }
    },
    write: remove,
    alone: (write) => deleteRecord(deps, writing, write),
  })
}
