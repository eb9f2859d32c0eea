import { days } from '@app/contracts/durations'
import type { EditableSchema, TableSummary } from '@app/contracts/schema-editor'
import { type TableSchema, wordsOf } from '@app/table-schema'
import { isRetired, notesKey, type StoredSchema, schemaIn, versionOf } from '../tables/stored-schema'
import { faultOf, usableSchema } from '../tables/table-schema-store'
import { neededFields } from './needed-fields'

/** The time for which a retired field and its values are kept. */
export const retiredFor = days(30)

/** The schema as it may be used, or why it may not. */
export function readStored(stored: StoredSchema): { schema: TableSchema } | { error: string } {
  try {
    return { schema: usableSchema(stored) }
  } catch (error) {
    return { error: `The schema of this table is not valid: ${faultOf(error)}.` }
  }
}

export function toSummary(stored: StoredSchema): TableSummary {
  const name = String(stored['name'] ?? stored._id)
  const read = readStored(stored)
  return {
    name,
    title: typeof stored['title'] === 'string' ? stored['title'] : wordsOf(name),
    savedAt: stored.updated_at instanceof Date ? stored.updated_at.toISOString() : null,
    savedBy: stored[notesKey]?.saved_by ?? null,
    isRetired: isRetired(stored),
    ...('error' in read && { error: read.error }),
  }
}

export function toEditable(stored: StoredSchema, now = Date.now()): EditableSchema {
  const summary = toSummary(stored)
  const read = readStored(stored)
  const retired = Object.entries(stored[notesKey]?.retired_fields ?? {})
  return {
    ...summary,
    version: versionOf(stored),
    schema: { ...(schemaIn(stored) as TableSchema), name: summary.name },
    retiredFields: retired.map(([name, { field, at }]) => ({
      name,
      field,
      retiredAt: at.toISOString(),
      daysLeft: Math.max(0, Math.ceil((at.getTime() + retiredFor - now) / days(1))),
    })),
    neededFields: 'schema' in read ? neededFields(read.schema) : [],
  }
}
