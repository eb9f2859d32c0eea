import type { FieldErrors } from '@app/contracts/errors'
import { referenceFields, titleOf } from '@app/table-schema'
import { usersTable } from '../models/users-table'
import { type Body, refuseErrors } from './checked-body'
import type { HasRight, Writing } from './write'

/**
 * Lets only admins say who signs in as an instructor: it decides whose lessons a person with a right to their own may see.
 * @throws AppError `invalid_input`
 */
export async function checkLinkedPeople(hasRight: HasRight, { actor, schema }: Writing, change: Body): Promise<void> {
  const linked = referenceFields(schema).filter(
    ({ name, table }) => table === usersTable && (change[name] ?? null) !== null,
  )
  if (linked.length === 0 || (await hasRight(actor.id, usersTable, 'edit'))) return
  const errors: FieldErrors = {}
  for (const { name } of linked) errors[name] = `Only admins can choose ${titleOf(name, schema.properties[name])}`
  refuseErrors(errors)
}
