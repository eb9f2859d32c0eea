import { checkedBody } from './checked-body'
import { changedValues, revisionOf } from './plan-update'
import { recordNotFound } from './record-not-found'
import type { RecordChange } from './record-writer'
import { staleError, updateRecord } from './update-record'
import type { Outcome, Write, WriteDeps, Writing } from './write'
import { rememberMissing, writeBatch } from './write-batch'

type Update = Extract<Write, { action: 'update' }>

/** Changes several records of a table by one read and one write. Not for users, whose roles have rules of their own. */
export async function updateRecords(deps: WriteDeps, writing: Writing, writes: readonly Update[]): Promise<Outcome[]> {
  const { records, writer, trash } = deps
  const { schema } = writing
  const checks = { files: deps.files, hasRight: deps.hasRight, integrity: rememberMissing(deps.integrity) }
  const ids = writes.map(({ id }) => id)
  const found = new Map((await records.some(schema, ids, writing.reason.scope)).map((record) => [record.id, record]))
  const changes: RecordChange[] = []
  // One time for all: what is written alike is written together.
  const now = writer.now()
  return writeBatch(writes, {
    async plan({ id, values, expectedVersion, isFormer }) {
      const before = found.get(id)
      if (!before) throw await recordNotFound(trash, schema.name, id, writing.reason.scope)
      if (expectedVersion !== undefined && expectedVersion !== before.updated_at) throw staleError(before)
      const change = await changedValues(checks, writing, before, checkedBody(schema, values), isFormer)
      if (Object.keys(change).length === 0) return { id, record: before, isChanged: false }
      changes.push({ before, values: change, revision: revisionOf(writing, before, change, now) })
      return { id, isChanged: true }
    },
    write: () => writer.updateMany(schema, changes),
    alone: (write) => updateRecord(deps, writing, write),
  })
}
