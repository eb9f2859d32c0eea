import { createRecord, planCreate } from './create-record'
import type { NewRecord } from './record-writer'
import type { Outcome, Write, WriteDeps, Writing } from './write'
import { rememberMissing, writeBatch } from './write-batch'

export type Create = Extract<Write, { action: 'create' }> & { id: string }

/** Adds several records to a table by one write. */
export async function createRecords(deps: WriteDeps, writing: Writing, writes: readonly Create[]): Promise<Outcome[]> {
  const checks = { ...deps, integrity: rememberMissing(deps.integrity) }
  const added: NewRecord[] = []
  return writeBatch(writes, {
    async plan({ id, values }) {
      added.push(await planCreate(checks, writing, id, values))
      return { id, isChanged: true }
    },
    write: () => deps.writer.insertMany(writing.schema, added),
    alone: (write) => createRecord(deps, writing, write),
  })
}
