import { conflict, keyOfOther, refuseErrors } from '@app/contracts/errors'
import { derivedId } from '@app/jobs'
import { payloadForCreate, validateRecord } from '@app/table-schema'
import type { NewRecord } from './record-writer'
import { newRevision } from './revision-store'
import { checkedBody, checkLinks, type LinkDeps } from './update-record'
import type { Write, WriteDeps, Writing, Written } from './write'

/** The same key of the same user gives the same id, so a repeated call finds the record that the first one created. */
const idFor = (userId: string, table: string, key: string) => derivedId(JSON.stringify([userId, table, key]))

const changesOf = (values: Readonly<Record<string, unknown>>): Record<string, [unknown, unknown]> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, [null, value]]])))

/** A record to add, checked, with its revision. @throws AppError what refuses it */
export async function planCreate(
  { writer, ...deps }: Pick<WriteDeps, 'writer'> & LinkDeps,
  writing: Writing,
  id: string,
  given: unknown,
): Promise<NewRecord> {
  const { actor, reason, schema } = writing
  if (schema.creatable === false)
    throw conflict('Records in this table are created automatically and cannot be added here.')
  const body = checkedBody(schema, given)
  refuseErrors(validateRecord(schema, body))
  const values = payloadForCreate(schema, body)
  await checkLinks(deps, writing, {}, values)
  const about = { table: schema.name, id, action: 'create' as const, changes: changesOf(values), at: writer.now() }
  return { id, values, revision: newRevision(actor, reason, about) }
}

/** Adds a record. `key` makes a repeated call safe: it finds the first record, and other values under it are refused. */
export async function createRecord(
  deps: WriteDeps,
  writing: Writing,
  { values, key, id: given }: Extract<Write, { action: 'create' }>,
): Promise<Written> {
  const { writer, revisions, records } = deps
  const { actor, reason, schema } = writing
  const table = schema.name
  const id = key === undefined ? (given ?? writer.newId()) : idFor(actor.id, table, key)
  const added = await planCreate(deps, writing, id, values)
  const repeated = async (): Promise<Written | undefined> => {
    await revisions.flush(table, [id])
    const first = await revisions.creation(table, id)
    if (!first) return undefined
    const record = await records.one(schema, id, reason.scope)
    if (!record) throw conflict('The record that was created with this Idempotency-Key was deleted.')
    if (first.changes && JSON.stringify(first.changes) !== JSON.stringify(added.revision.changes)) throw keyOfOther()
    return { id, record, isChanged: false }
  }

  const earlier = key === undefined ? undefined : await repeated()
  if (earlier) return earlier
  const { record, isNew } = await writer.insert(schema, added)
  return (!isNew && (await repeated())) || { id, record, isChanged: isNew }
}
