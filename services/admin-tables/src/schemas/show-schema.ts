import { days } from '@app/contracts/durations'
import { AppError, conflict, notFound } from '@app/contracts/errors'
import type { EditableSchema, TableSummary } from '@app/contracts/schema-editor'
import { type TableSchema, wordsOf } from '@app/table-schema'
import { isRetired, notesKey, type StoredSchema, schemaIn, versionOf } from '../tables/stored-schema'
import { faultOf, usableSchema } from '../tables/table-schema-store'
import { neededFields } from './check-schema'
import type { SchemaEditorStore } from './schema-editor-store'

/** The time for which a retired field and its values are kept. */
export const retiredFor = days(30)

/** The schema as it may be used, or why it may not. */
function readStored(stored: StoredSchema): { schema: TableSchema } | { error: string } {
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

type Schemas = Pick<SchemaEditorStore, 'find'>

const byWhom = (savedBy: string | undefined) => savedBy ?? 'Another admin'

export function staleError(stored: StoredSchema): AppError {
  const savedBy = stored[notesKey]?.saved_by
  const savedAt = stored.updated_at instanceof Date ? stored.updated_at.toISOString() : null
  const message = `${byWhom(savedBy)} has saved this table since you opened it. Load it again to see the change.`
  return new AppError('conflict', message, undefined, { details: { savedBy: savedBy ?? null, savedAt } })
}

/** The schema as it may be used; `undefined` when it is not valid. */
export const usable = (stored: StoredSchema): TableSchema | undefined => {
  const read = readStored(stored)
  return 'schema' in read ? read.schema : undefined
}

/** @throws AppError `not_found` */
export async function storedSchema(schemas: Schemas, name: string): Promise<StoredSchema> {
  const found = await schemas.find(name)
  if (!found) throw notFound()
  return found
}

/** The schema of a table if it is still this version. @throws AppError `conflict`, which says who has saved it since */
export async function storedAt(schemas: Schemas, name: string, version: string): Promise<StoredSchema> {
  const found = await storedSchema(schemas, name)
  if (versionOf(found) !== version) throw staleError(found)
  return found
}

/** @throws AppError `conflict` also when the schema cannot be used */
export async function schemaAt(schemas: Schemas, name: string, version: string): Promise<TableSchema> {
  const schema = usable(await storedAt(schemas, name, version))
  if (!schema) throw conflict('The schema of this table is not valid.')
  return schema
}
