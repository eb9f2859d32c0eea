import { isDeepStrictEqual } from 'node:util'
import { checkedTableSchema, type TableSchema } from '@app/table-schema'
import * as v from 'valibot'
import { students } from '../seed/school'
import { addFields } from './add-fields'
import type { Migration } from './run-migrations'

const former = { label: 'Waiver missing', tone: 'red', when: [{ field: 'waiver_signed', equals: false }] }
type Stored = TableSchema & { _id: string; updated_at?: Date }

/** The badges of the shipped table that are about waivers. */
const shipped = () => students.badges!.filter(({ label }) => label.startsWith('Waiver'))

/** A waiver ends, and its badge says when. A badge that an admin has changed stays. */
export const waivers: Migration = {
  id: '009-waivers',
  async run(context) {
    const changed = await addFields(context, students, ['waiver_until'])
    const schemas = context.db.collection<Stored>('table_schemas')
    const stored = await schemas.findOne({ _id: students.name })
    const at = stored?.badges?.findIndex((badge) => isDeepStrictEqual(badge, former)) ?? -1
    if (!stored || at < 0) return changed
    const { _id, updated_at, ...table } = stored
    const badges = table.badges!.toSpliced(at, 1, ...shipped())
    // An admin may have a field of this name for something else.
    const { position, created_at, ...schema } = table as typeof table & Record<string, unknown>
    if (!v.is(checkedTableSchema, { ...schema, badges })) return changed
    const seen = { _id, updated_at: updated_at ?? null }
    const { modifiedCount } = await schemas.updateOne(seen as object, { $set: { badges, updated_at: new Date() } })
    return Math.max(changed, modifiedCount)
  },
}
