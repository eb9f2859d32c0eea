import { normalEmail } from '@app/contracts/entered-line'
import type { MigrationContext } from '@app/mongo/run-migrations'
import type { FieldSchema } from '@app/table-schema'
import { nextVersion } from './record-places'

/** Staff by their email address. Addresses of users are unique. */
async function staffByEmail({ db }: MigrationContext): Promise<Map<string, string>> {
  const staff = await db
    .collection('users')
    .find({ role: { $in: ['admin', 'staff'] } }, { projection: { email: 1 } })
    .toArray()
  return new Map(
    staff.flatMap(({ _id, email }) => {
      const address = typeof email === 'string' ? normalEmail(email) : undefined
      return address === undefined ? [] : [[address, String(_id)] as const]
    }),
  )
}

/** An instructor with the email address of somebody on the staff is this person. */
export async function instructorPerson(context: MigrationContext): Promise<number> {
  let changed = 0
  const schema = await context.db
    .collection<{ _id: string; properties?: Record<string, FieldSchema> }>('table_schemas')
    .findOne({ _id: 'instructors' })
  const person = schema?.properties?.person
  // An admin may have a field of this name for something else.
  if (person?.format !== 'reference' || person.table !== 'users') return changed
  const staff = await staffByEmail(context)
  const records = context.db.collection('instructors')
  for (const { _id, email, updated_at } of await records.find({ person: null }).toArray()) {
    await context.keepLease()
    const id = typeof email === 'string' ? staff.get(normalEmail(email) ?? '') : undefined
    if (id === undefined) continue
    const { modifiedCount } = await records.updateOne(
      { _id, person: null, email, updated_at: updated_at ?? null },
      { $set: { person: id, ...nextVersion(updated_at) } },
    )
    changed += modifiedCount
  }
  return changed
}
