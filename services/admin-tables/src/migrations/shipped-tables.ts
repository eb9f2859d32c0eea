import type { MigrationContext } from '@app/mongo/run-migrations'
import type { TableSchema } from '@app/table-schema'
import { formerTables } from './former-tables'
import { renewedTable } from './renewed-table'
import tables from './tables-at-013.json'

type Stored = { _id: string; position: number; created_at: Date; updated_at: Date; [key: string]: unknown }

/** Descriptions are seeded once; this migrates the descriptions of an earlier release. */
export async function shippedTables({ db, keepLease }: MigrationContext): Promise<number> {
  const schemas = db.collection<Stored>('table_schemas')
  let changed = 0
  for (const shipped of Object.values(tables) as TableSchema[]) {
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
}

/** Fields that only a sign-in leaves behind. Before people were invited, signing in was the only way to become a user. */
const hasSignedIn = {
  $or: [
    { invited_at: { $exists: false } },
    { oidc_subject: { $exists: true } },
    { 'known_devices.0': { $exists: true } },
    { provider: 'google' },
  ],
}

/**
 * Users have the time of a sign-in once they have signed in, and none before. Those of a release that did not store it signed in
 * when they were added.
 */
export async function signIns(context: MigrationContext): Promise<number> {
  let changed = 0
  const people = context.db.collection('users')
  const untold = { last_sign_in_at: null, created_at: { $type: 'date' }, ...hasSignedIn }
  for (const { _id, created_at } of await people.find(untold, { projection: { created_at: 1 } }).toArray()) {
    await context.keepLease()
    const set = { $set: { last_sign_in_at: created_at } }
    changed += (await people.updateOne({ _id, last_sign_in_at: null }, set)).modifiedCount
  }
  return changed
}
