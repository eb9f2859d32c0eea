import { AppError, conflict, notFound } from '@app/contracts/errors'
import type { TableSchema } from '@app/table-schema'
import { notesKey, type StoredSchema, versionOf } from '../tables/stored-schema'
import type { SchemaEditorStore } from './schema-editor-store'
import { readStored } from './show-schema'

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
