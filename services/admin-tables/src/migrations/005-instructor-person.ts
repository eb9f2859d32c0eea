import { normalEmail } from '@app/contracts/email-address'
import { instructors } from '../seed/school'
import { nextVersion } from './next-version'
import { renewedTable } from './renewed-table'
import type { Migration, MigrationContext } from './run-migrations'

type Stored = { _id: string; position: number; created_at: Date; updated_at: Date; [key: string]: unknown }

/** Adds the field to a stored schema that does not have it. */
async function addField({ db }: MigrationContext): Promise<number> {
  const schemas = db.collection<Stored>('table_schemas')
  const stored = await schemas.findOne({ _id: instructors.name })
  if (!stored) return 0
  const { _id, position, created_at, updated_at, ...table } = stored
  const renewed = renewedTable(table, { keys: [], fields: {}, newFields: ['person'] }, instructors)
  if (!renewed) return 0
  const { modifiedCount } = await schemas.updateOne(
    { _id, updated_at: updated_at ?? null },
    { $set: { properties: renewed.properties, updated_at: new Date() } },
  )
  return modifiedCount
}

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
export const instructorPerson: Migration = {
  id: '005-instructor-person',
  async run(context) {
    let changed = await addField(context)
    const schema = await context.db.collection<Stored>('table_schemas').findOne({ _id: 'instructors' })
    const { person } = (schema?.properties ?? {}) as typeof instructors.properties
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
  },
}
