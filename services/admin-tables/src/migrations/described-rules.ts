import type { MigrationContext } from '@app/mongo/run-migrations'
import { readableTableSchema, type TableSchema } from '@app/table-schema'
import * as v from 'valibot'
import { type StoredSchema, schemaIn } from '../tables/stored-schema'

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

type Log = { warn: (about: object, event: string) => void }

/**
 * Where an admin has made of a table what such a rule does not fit, it is left out. A description that cannot be read is named in the
 * log and left as it is.
 */
export async function describedRules({ db, keepLease }: MigrationContext, log: Log): Promise<number> {
  const schemas = db.collection<StoredSchema>('table_schemas')

  async function describe(_id: string, rule: (typeof rules)[string]): Promise<number> {
    await keepLease()
    const stored = await schemas.findOne({ _id })
    if (!stored) return 0
    const schema = schemaIn(stored)
    if (!v.is(readableTableSchema, schema)) {
      log.warn({ table: _id }, 'table description not readable, left as it is')
      return 0
    }
    const isDescribed = Object.keys(rule).some((key) => Object.hasOwn(stored, key))
    if (isDescribed || !v.is(readableTableSchema, { ...schema, ...rule })) return 0
    const { modifiedCount } = await schemas.updateOne({ _id, updated_at: stored.updated_at ?? null } as object, {
      $set: { ...rule, updated_at: new Date() },
    })
    // Edited meanwhile: it is read again.
    return modifiedCount > 0 ? modifiedCount : describe(_id, rule)
  }

  let changed = 0
  for (const [_id, rule] of Object.entries(rules)) changed += await describe(_id, rule)
  return changed
}
