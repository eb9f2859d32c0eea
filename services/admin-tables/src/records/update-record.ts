import { AppError, invalidField } from '@app/contracts/errors'
import { ownFields } from '@app/contracts/policy'
import { type Role, role } from '@app/contracts/users'
import { payloadForUpdate, referencedIds, referenceFields, type TableSchema } from '@app/table-schema'
import * as v from 'valibot'
import type { WireRecord } from '../tables/read-record'
import { usersTable } from '../tables/users-table'
import { type Body, checkedBody } from './checked-body'
import { changedValues, changesOf, revisionOf } from './plan-update'
import { recordNotFound } from './record-not-found'
import { newRevision } from './revision-store'
import type { Write, WriteDeps, Writing, Written } from './write'

/** The field with the students of a lesson. */
const membersField = 'students'

/**
 * Refuses what people may not change in their own records. Only who is in a lesson can be marked: a mark shows the name of whom it
 * is about.
 * @throws AppError `forbidden`
 */
function requireOwnChange(schema: TableSchema, before: WireRecord, values: Body): void {
  const change = payloadForUpdate(schema, before, values)
  if (Object.keys(change).some((name) => !ownFields.includes(name)))
    throw new AppError('forbidden', 'In your own lessons you may mark who came and write notes, nothing else.')
  const members = new Set(referencedIds(before[membersField]))
  for (const { name } of referenceFields(schema)) {
    const marked = new Set(referencedIds(before[name]))
    if (referencedIds(change[name]).some((id) => !members.has(id) && !marked.has(id)))
      throw new AppError('forbidden', 'Only students who are in the lesson can be marked.')
  }
}

const maxAttempts = 5

/** @throws AppError `conflict` when the record is not of the version that a write was decided on */
export function refuseStale(record: WireRecord, expectedVersion: string | undefined): void {
  if (expectedVersion === undefined || expectedVersion === record.updated_at) return
  const text = 'Another person has changed this record since you opened it.'
  throw new AppError('conflict', text, undefined, { details: { record } })
}

/** The new role, if the change includes one. */
function newRole({ name }: TableSchema, change: Body): Role | undefined {
  if (name !== usersTable || !Object.hasOwn(change, 'role')) return undefined
  if (v.is(role, change.role)) return change.role
  throw invalidField('role', 'Role must be one of the valid options')
}

/**
 * Changes the named fields of a record. With `expectedVersion` it refuses to overwrite a newer version; without,
 * it is applied to the current record, and never in part.
 */
export async function updateRecord(
  deps: WriteDeps,
  writing: Writing,
  { id, values: given, expectedVersion: givenVersion, isFormer }: Extract<Write, { action: 'update' }>,
): Promise<Written> {
  const { records, writer, trash, revisions, rights } = deps
  const { actor, reason, schema } = writing
  const table = schema.name
  const isOwn = reason.scope.reach(table) === 'own'
  let values = checkedBody(schema, given)
  let expectedVersion = givenVersion
  let isChanged = false
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const before = await records.one(schema, id, reason.scope)
    if (!before) throw await recordNotFound(trash, table, id, reason.scope)
    refuseStale(before, expectedVersion)
    if (isOwn) requireOwnChange(schema, before, values)
    const change = await changedValues(deps, writing, before, values, isFormer)
    if (Object.keys(change).length === 0) return { id, record: before, isChanged }
    const revision = revisionOf(writing, before, change, writer.now())
    const right = newRole(schema, change)
    if (right) {
      // The role is written first, by auth's rules; if it is refused, nothing changes. The other fields follow.
      await rights.setRole(actor, id, right)
      const about = { table, id, action: 'update' as const, at: revision.at }
      await revisions.copy([newRevision(actor, reason, { ...about, changes: changesOf(before, { role: right }) })])
      const { role: _done, ...rest } = values
      values = rest
      expectedVersion = undefined
      isChanged = true
      continue
    }
    const after = await writer.update(schema, before, change, revision)
    if (after) return { id, record: after, isChanged: true }
  }
  throw new AppError('unavailable', 'Several people are changing this record at the same time. Please try again.')
}
