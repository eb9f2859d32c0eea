import { AppError } from '@app/contracts/errors'
import { recordNotFound } from '../actions/record-not-found'
import type { RecordChange } from '../models/record-writer'
import type { ReferenceIntegrity } from '../models/reference-integrity'
import { checkedBody } from './checked-body'
import { changedValues, revisionOf } from './plan-update'
import { staleError, updateRecord } from './update-record'
import type { Outcome, Write, WriteDeps, Writing } from './write'

type Update = Extract<Write, { action: 'update' }>

/** Many records usually get the same reference, which is looked up once. */
function rememberMissing({ missing }: Pick<ReferenceIntegrity, 'missing'>): Pick<ReferenceIntegrity, 'missing'> {
  const known = new Map<string, ReturnType<typeof missing>>()
  return {
    missing(table, ids) {
      const key = JSON.stringify([table, ids])
      const found = known.get(key) ?? missing(table, ids)
      known.set(key, found)
      return found
    },
  }
}

/**
 * Changes several records of a table by one read and one write of the database, which makes a large batch fast. What holds
 * for one record holds for each: it is validated, changed whole together with its revision, and reported. Not for users,
 * whose roles have rules of their own.
 */
export async function updateRecords(deps: WriteDeps, writing: Writing, writes: readonly Update[]): Promise<Outcome[]> {
  const { records, writer, trash } = deps
  const { descriptor } = writing
  const checks = { files: deps.files, integrity: rememberMissing(deps.integrity) }
  const ids = writes.map(({ id }) => id)
  const found = new Map((await records.some(descriptor, ids)).map((record) => [record.id, record]))
  const changes: RecordChange[] = []

  async function plan({ id, values, seen }: Update): Promise<Outcome> {
    try {
      const before = found.get(id)
      if (!before) throw await recordNotFound(trash, descriptor.name, id)
      if (seen !== undefined && seen !== before.updated_at) throw staleError(before)
      const change = await changedValues(checks, writing, before, checkedBody(descriptor, values))
      if (Object.keys(change).length === 0) return { id, record: before, isChanged: false }
      changes.push({ before, values: change, revision: revisionOf(writing, before, change, writer.now()) })
      return { id, isChanged: true }
    } catch (error) {
      if (error instanceof AppError) return { id, error }
      throw error
    }
  }

  const outcomes: Outcome[] = []
  for (const write of writes) outcomes.push(await plan(write))
  const lost = await writer.updateMany(descriptor, changes)
  // Changed since they were read; retried one by one.
  for (const [at, write] of writes.entries()) if (lost.has(write.id)) outcomes[at] = await alone(deps, writing, write)
  return outcomes
}

async function alone(deps: WriteDeps, writing: Writing, write: Update): Promise<Outcome> {
  try {
    return await updateRecord(deps, writing, write)
  } catch (error) {
    if (error instanceof AppError) return { id: write.id, error }
    throw error
  }
}
