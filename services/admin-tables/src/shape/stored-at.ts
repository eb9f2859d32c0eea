import { AppError } from '@app/contracts/errors'
import type { TableSchema } from '@app/table-schema'
import type { ShapeStore } from '../models/shape-store'
import { notesKey, type StoredShape, versionOf } from '../models/stored-shape'
import { readStored } from './show-shape'

type Shapes = Pick<ShapeStore, 'find'>

const byWhom = (savedBy: string | undefined) => savedBy ?? 'Another admin'

export function staleError(stored: StoredShape): AppError {
  const savedBy = stored[notesKey]?.saved_by
  const savedAt = stored.updated_at instanceof Date ? stored.updated_at.toISOString() : null
  const message = `${byWhom(savedBy)} has saved this table since you opened it. Load it again to see the change.`
  return new AppError('conflict', message, undefined, { details: { savedBy: savedBy ?? null, savedAt } })
}

/** The schema as it may be used; `undefined` when it is not valid. */
export const usable = (stored: StoredShape): TableSchema | undefined => {
  const read = readStored(stored)
  return 'schema' in read ? read.schema : undefined
}

/** @throws AppError `not_found` */
export async function storedShape(shapes: Shapes, name: string): Promise<StoredShape> {
  const found = await shapes.find(name)
  if (!found) throw new AppError('not_found', 'Not found.')
  return found
}

/** The schema of a table if it is still this version. @throws AppError `conflict`, which says who has saved it since */
export async function storedAt(shapes: Shapes, name: string, version: string): Promise<StoredShape> {
  const found = await storedShape(shapes, name)
  if (versionOf(found) !== version) throw staleError(found)
  return found
}

/** @throws AppError `conflict` also when the schema cannot be used */
export async function schemaAt(shapes: Shapes, name: string, version: string): Promise<TableSchema> {
  const schema = usable(await storedAt(shapes, name, version))
  if (!schema) throw new AppError('conflict', 'The description of this table is not valid.')
  return schema
}
