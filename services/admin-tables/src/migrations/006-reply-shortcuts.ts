import { replyTemplates } from '../seed/reply-templates'
import { renewedTable } from './renewed-table'
import type { Migration } from './run-migrations'

type Stored = { _id: string; position: number; created_at: Date; updated_at: Date; [key: string]: unknown }

/** Reply templates have a shortcut. */
export const replyShortcuts: Migration = {
  id: '006-reply-shortcuts',
  async run({ db }) {
    const schemas = db.collection<Stored>('table_schemas')
    const stored = await schemas.findOne({ _id: replyTemplates.name })
    if (!stored) return 0
    const { _id, position, created_at, updated_at, ...table } = stored
    const renewed = renewedTable(table, { keys: [], fields: {}, newFields: ['shortcut'] }, replyTemplates)
    if (!renewed) return 0
    const { modifiedCount } = await schemas.updateOne(
      { _id, updated_at: updated_at ?? null },
      { $set: { properties: renewed.properties, updated_at: new Date() } },
    )
    return modifiedCount
  },
}
