import type { MigrationContext } from '@app/mongo/run-migrations'
import { checkedTableSchema, type FieldSchema, type TableSchema } from '@app/table-schema'
import * as v from 'valibot'
import { notesKey, type SchemaNotes, type StoredSchema, schemaIn } from '../tables/stored-schema'
import { mayMoveGuardians, moveGuardians } from './former-guardians/move-guardians'

const former = 'guardian'
const present = 'guardians'
const maxAttempts = 5
const students = 'students'

type Condition = NonNullable<FieldSchema['required_if']>[number]

/** The conditions with the new field in place of the text. What compares the text says nothing about the new field. */
function renamed(conditions: readonly Condition[]): Condition[] | undefined {
  const next = conditions.map((one) =>
    one.field === former && one.empty !== undefined ? { ...one, field: present } : one,
  )
  return next.some(({ field }) => field === former) ? undefined : next
}

/** The schema without the text, which names it nowhere any more. */
export function withoutText({ properties, badges = [], required = [], ...rest }: TableSchema): TableSchema {
  const fields = Object.entries(properties).flatMap(([name, { required_if, ...field }]): [string, FieldSchema][] => {
    if (name === former) return []
    const due = required_if && renamed(required_if)
    return [[name, due ? { ...field, required_if: due } : field]]
  })
  return {
    ...rest,
    properties: Object.fromEntries(fields),
    required: required.map((name) => (name === former ? present : name)),
    badges: badges.flatMap((badge) => {
      const when = renamed(badge.when)
      return when ? [{ ...badge, when }] : []
    }),
  }
}

/**
 * Retires the text, as the schema editor would: it is hidden, and kept for a while. The texts of records stay for the last release.
 * Resolves with the schemas changed, 0 or 1.
 */
async function retireText({ db, keepLease }: MigrationContext): Promise<number> {
  const schemas = db.collection<StoredSchema>('table_schemas')
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    await keepLease()
    const stored = await schemas.findOne({ _id: students })
    const schema = stored ? v.safeParse(checkedTableSchema, schemaIn(stored)) : undefined
    if (!stored || !schema?.success) return 0
    const { [former]: field, [present]: references } = schema.output.properties
    const isText = field?.type === 'string' && !field.enum && (!field.format || field.format === 'textarea')
    if (!isText || references?.items?.table !== 'guardians') return 0
    const after = withoutText(schema.output)
    if (!v.is(checkedTableSchema, after)) return 0
    const notes: SchemaNotes = stored[notesKey] ?? { revision: 0, saved_by: '' }
    const retired_fields = { ...notes.retired_fields, [former]: { field, at: new Date() } }
    const { properties, required, badges } = after
    const { modifiedCount } = await schemas.updateOne(
      { _id: students, updated_at: stored.updated_at ?? null } as object,
      { $set: { properties, required, badges, [notesKey]: { ...notes, retired_fields }, updated_at: new Date() } },
    )
    if (modifiedCount > 0) return modifiedCount
  }
  throw new Error('the table of students was changed again and again')
}

/** Staff who see or edit students have seen the guardians in them, and keep that. */
async function giveRights({ db }: MigrationContext): Promise<number> {
  const users = db.collection('users')
  let changed = 0
  for (const level of ['view', 'edit']) {
    const those = { role: 'staff', 'rights.students': level, 'rights.guardians': { $exists: false } }
    const give = { 'rights.guardians': level }
    const exporting = { ...those, exports: 'students' }
    changed += (await users.updateMany(exporting, { $set: give, $addToSet: { exports: 'guardians' } as object }))
      .modifiedCount
    changed += (await users.updateMany(those, { $set: give })).modifiedCount
  }
  return changed
}

/** Guardians are records that students refer to; they were texts. */
export async function guardianRecords(context: MigrationContext): Promise<number> {
  if (!(await mayMoveGuardians(context.db))) return 0
  const moved = await moveGuardians(context.db, context.keepLease)
  return moved + (await retireText(context)) + (await giveRights(context))
}
