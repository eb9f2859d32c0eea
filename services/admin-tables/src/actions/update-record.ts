import { AppError } from '@app/contracts/errors'
import { type Role, role } from '@app/contracts/users'
import { changeErrors, type Descriptor, payloadForUpdate } from '@app/table-schema'
import * as v from 'valibot'
import type { Actor, AuditStore } from '../models/audit-store'
import type { WireRecord } from '../models/read-record'
import type { RecordStore } from '../models/record-store'
import type { RecordWriter } from '../models/record-writer'
import type { TrashStore } from '../models/trash-store'
import { type Body, checkedBody, refuseFaults } from './checked-body'
import { recordNotFound } from './record-not-found'
import { type UserRights, usersTable } from './user-rights'

type Deps = {
  records: Pick<RecordStore, 'one'>
  writer: Pick<RecordWriter, 'update'>
  trash: Pick<TrashStore, 'find'>
  audit: Pick<AuditStore, 'add'>
  rights: Pick<UserRights, 'setRole'>
}

const maxAttempts = 5

const stale = (record: WireRecord) =>
  new AppError('conflict', 'Somebody else has changed this record since you opened it.', undefined, {
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

/**
 * Changes the named fields of a record. With `seen`, the time of change that the editor saw, it refuses to write over
 * what somebody else has saved since; without, it is applied to whatever the record is, never to half of it.
 */
export const updateRecord =
  ({ records, writer, trash, audit, rights }: Deps) =>
  async (actor: Actor, descriptor: Descriptor, id: string, body: unknown, seenAt?: string): Promise<WireRecord> => {
    let values = checkedBody(descriptor, body)
    let seen = seenAt
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const before = await records.one(descriptor, id)
      if (!before) throw await recordNotFound(trash, descriptor.name, id)
      if (seen !== undefined && seen !== before.updated_at) throw stale(before)
      refuseFaults(changeErrors(descriptor, before, values))
      const change = payloadForUpdate(descriptor, before, values)
      if (Object.keys(change).length === 0) return before

      const right = newRole(descriptor, change)
      if (right) {
        // The role is written first, by the rules of auth: when it is refused, nothing changes. The rest follows in another round.
        await rights.setRole(id, right)
        await audit.add(actor, 'update', descriptor.name, id)
        const { role: _done, ...rest } = values
        values = rest
        seen = undefined
        continue
      }
      const after = await writer.update(descriptor, before, change)
      if (!after) continue
      await audit.add(actor, 'update', descriptor.name, id)
      return after
    }
    throw new AppError('unavailable', 'Several people are changing this record at the same time. Please try again.')
  }
