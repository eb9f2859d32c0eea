import type { TableSchema } from '@app/table-schema/schema'
import type { FormerTable } from './former-tables'
import { renewedTable } from './renewed-table'
import type { MigrationContext } from './run-migrations'

type Stored = { _id: string; position: number; created_at: Date; updated_at: Date; [key: string]: unknown }

/** Adds fields of a shipped table to its stored schema, where it does not have them. Resolves with the schemas changed, 0 or 1. */
export const addFields = (context: MigrationContext, shipped: TableSchema, names: string[]) =>
  renewTable(context, shipped, { keys: [], fields: {}, newFields: names })

/** Brings a stored schema to what is shipped, where it is as it was. Resolves with the schemas changed, 0 or 1. */
export async function renewTable({ db }: MigrationContext, shipped: TableSchema, former: FormerTable): Promise<number> {
  const schemas = db.collection<Stored>('table_schemas')
  const stored = await schemas.findOne({ _id: shipped.name })
  if (!stored) return 0
  const { _id, position, created_at, updated_at, ...table } = stored
  const renewed = renewedTable(table, former, shipped)
  if (!renewed) return 0
  const { modifiedCount } = await schemas.updateOne(
    { _id, updated_at: updated_at ?? null },
    { $set: { ...renewed, updated_at: new Date() } },
  )
  return modifiedCount
}
