import { AppError } from '@app/contracts/errors'
import { type Role, role } from '@app/contracts/users'
import { changeErrors, type Descriptor, payloadForUpdate } from '@app/table-schema'
import * as v from 'valibot'
import { recordNotFound } from '../actions/record-not-found'
import { usersTable } from '../actions/user-rights'
import type { WireRecord } from '../models/read-record'
import { nextVersion } from '../models/record-writer'
import { newRevision } from '../models/revision-store'
import { checkFiles } from './check-files'
import { checkReferences } from './check-references'
import { type Body, checkedBody, refuseErrors } from './checked-body'
import type { Write, WriteDeps, Writing, Written } from './write'

const maxAttempts = 5

export const staleError = (record: WireRecord) =>
  new AppError('conflict', 'Another person has changed this record since you opened it.', undefined, {
    details: { record },
  })

/** The new role, if the change includes one. */
function newRole({ name }: Descriptor, change: Body): Role | undefined {
  if (name !== usersTable || !Object.hasOwn(change, 'role')) return undefined
  if (v.is(role, change.role)) return change.role
  throw new AppError('invalid_input', 'Role must be one of the valid options', {
    role: 'Role must be one of the valid options',
  })
}

const changesOf = (before: WireRecord, change: Body): Record<string, [unknown, unknown]> =>
  Object.fromEntries(Object.entries(change).map(([name, value]) => [name, [before[name] ?? null, value]]))

/**
 * Changes the named fields of a record. With `seen` it refuses to overwrite a newer version; without,
 * it is applied to whatever the record is, never to half of it.
 */
export async function updateRecord(
  { records, writer, trash, revisions, integrity, rights, files }: WriteDeps,
  writing: Writing,
  { id, values: given, seen: seenAt }: Extract<Write, { action: 'update' }>,
): Promise<Written> {
  const { actor, reason, descriptor } = writing
  const table = descriptor.name
  let values = checkedBody(descriptor, given)
  let seen = seenAt
  let isChanged = false
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const before = await records.one(descriptor, id)
    if (!before) throw await recordNotFound(trash, table, id)
    if (seen !== undefined && seen !== before.updated_at) throw staleError(before)
    refuseErrors(changeErrors(descriptor, before, values))
    const change = payloadForUpdate(descriptor, before, values)
    if (Object.keys(change).length === 0) return { id, record: before, isChanged }
    await checkReferences(integrity, descriptor, before, change)
    await checkFiles(files, writing, before, change)

    const version = typeof before.updated_at === 'string' ? before.updated_at : undefined
    const at = nextVersion(version, writer.now())
    const right = newRole(descriptor, change)
    if (right) {
      // The role is written first, by the rules of auth: when it is refused, nothing changes. The rest follows in another round.
      await rights.setRole(id, right)
      const changes = changesOf(before, { role: right })
      await revisions.copy([newRevision(actor, reason, { table, id, action: 'update', changes, at })])
      const { role: _done, ...rest } = values
      values = rest
      seen = undefined
      isChanged = true
      continue
    }
    const changes = changesOf(before, change)
    const revision = newRevision(actor, reason, { table, id, action: 'update', changes, at })
    const after = await writer.update(descriptor, before, change, revision)
    if (after) return { id, record: after, isChanged: true }
  }
  throw new AppError('unavailable', 'Several people are changing this record at the same time. Please try again.')
}
