import { seeds } from '../seed'
import { formerTables } from './former-tables'
import { renewedTable } from './renewed-table'
import type { Migration } from './run-migrations'

type Stored = { _id: string; position: number; created_at: Date; updated_at: Date; [key: string]: unknown }

/** Descriptions are seeded once; this migrates the descriptions of an earlier release. */
export const shippedTables: Migration = {
  id: '001-shipped-tables',
  async run({ db, keepLease }) {
    const schemas = db.collection<Stored>('table_schemas')
    let changed = 0
    for (const shipped of seeds) {
      await keepLease()
      const stored = await schemas.findOne({ _id: shipped.name })
      const former = formerTables[shipped.name]
      if (!stored || !former) continue
      const { _id, position, created_at, updated_at, ...table } = stored
      const renewed = renewedTable(table, former, shipped)
      if (!renewed) continue
      const gone = Object.keys(table).filter((key) => !Object.hasOwn(renewed, key))
      const { modifiedCount } = await schemas.updateOne(
        { _id, updated_at: updated_at ?? null },
        {
          $set: { ...renewed, updated_at: new Date() },
          ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((key) => [key, ''])) }),
        },
      )
      changed += modifiedCount
    }
    return changed
  },
}
