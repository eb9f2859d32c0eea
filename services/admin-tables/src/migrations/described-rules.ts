import type { MigrationContext } from '@app/mongo/run-migrations'
import { checkedTableSchema, type TableSchema } from '@app/table-schema'
import * as v from 'valibot'
import { schemaIn } from '../tables/stored-schema'

/** What the code knew of these tables before, in the words of their descriptions. */
const rules: Readonly<Record<string, Pick<TableSchema, 'due' | 'first_sort'>>> = {
  instructors: {
    due: [
      {
        field: 'certified_until',
        dueWithinDays: 60,
        label: 'certificate ends',
        past: 'certificate ended',
        unless: { field: 'active', equals: false },
      },
    ],
  },
  equipment: {
    due: [
      {
        field: 'inspected_on',
        overdueAfterDays: 365,
        label: 'last inspected',
        unless: { field: 'condition', equals: 'retired' },
      },
    ],
  },
  students: { first_sort: { field: 'name', direction: 'asc' } },
}

/** Where an admin has made of a table what such a rule does not fit, it is left out. */
export async function describedRules({ db, keepLease }: MigrationContext): Promise<number> {
  const schemas = db.collection<{ _id: string }>('table_schemas')
  let changed = 0
  for (const [_id, rule] of Object.entries(rules)) {
    await keepLease()
    const stored = await schemas.findOne({ _id })
    if (!stored || !v.is(checkedTableSchema, { ...schemaIn(stored), ...rule })) continue
    const untouched = Object.fromEntries(Object.keys(rule).map((key) => [key, { $exists: false }]))
    const { modifiedCount } = await schemas.updateOne(
      { _id, ...untouched },
      { $set: { ...rule, updated_at: new Date() } },
    )
    changed += modifiedCount
  }
  return changed
}
