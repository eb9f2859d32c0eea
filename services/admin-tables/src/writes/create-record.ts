import { createHash } from 'node:crypto'
import { AppError } from '@app/contracts/errors'
import { payloadForCreate, validateRecord } from '@app/table-schema'
import { newRevision } from '../models/revision-store'
import { checkFiles } from './check-files'
import { checkReferences } from './check-references'
import { checkedBody, refuseErrors } from './checked-body'
import type { Write, WriteDeps, Writing, Written } from './write'

/** The same key of the same user gives the same id, so a repeated call finds the record that the first one created. */
const idFor = (userId: string, table: string, key: string) =>
  createHash('sha256')
    .update(JSON.stringify([userId, table, key]))
    .digest('hex')
    .slice(0, 24)

const changesOf = (values: Readonly<Record<string, unknown>>): Record<string, [unknown, unknown]> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, [null, value]]])))

/** Adds a record. `key` makes a repeated call safe: it finds the first record, and other values under it are refused. */
export async function createRecord(
  { writer, revisions, integrity, records, files }: WriteDeps,
  writing: Writing,
  { values, key, id: given }: Extract<Write, { action: 'create' }>,
): Promise<Written> {
  const { actor, reason, descriptor } = writing
  const table = descriptor.name
  if (descriptor.creatable === false)
    throw new AppError('conflict', 'Records in this table are created automatically and cannot be added here.')
  const body = checkedBody(descriptor, values)
  refuseErrors(validateRecord(descriptor, body))
  const payload = payloadForCreate(descriptor, body)
  await checkReferences(integrity, descriptor, {}, payload)
  await checkFiles(files, writing, {}, payload)

  const id = key === undefined ? (given ?? writer.newId()) : idFor(actor.id, table, key)
  const changes = changesOf(payload)
  const repeated = async (): Promise<Written | undefined> => {
    await revisions.flush(table, [id])
    const first = await revisions.creation(table, id)
    if (!first) return undefined
    const record = await records.one(descriptor, id)
    if (!record) throw new AppError('conflict', 'The record that was created with this Idempotency-Key was deleted.')
    if (first.changes && JSON.stringify(first.changes) !== JSON.stringify(changes))
      throw new AppError('invalid_input', 'This Idempotency-Key was used with other values.')
    return { id, record, isChanged: false }
  }

  const earlier = key === undefined ? undefined : await repeated()
  if (earlier) return earlier
  const revision = newRevision(actor, reason, { table, id, action: 'create', changes, at: writer.now() })
  const { record, isNew } = await writer.insert(descriptor, id, payload, revision)
  return (!isNew && (await repeated())) || { id, record, isChanged: isNew }
}
