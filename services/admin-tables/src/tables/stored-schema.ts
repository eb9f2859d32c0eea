import { createHash } from 'node:crypto'
import { notesKey, schemaIn } from '@app/record-query'
import type { FieldSchema } from '@app/table-schema'

export { notesKey, schemaIn }

/** The notes of the schema editor next to a schema, under one key that no schema has. */
export type SchemaNotes = {
  /** Grows with each save in the editor. */
  revision: number
  saved_by: string
  /** The job that saved it. */
  saved_in?: string
  retired_at?: Date
  retired_fields?: Record<string, { field: FieldSchema; at: Date }>
}

export type StoredSchema = Record<string, unknown> & { _id: string; updated_at?: Date; [notesKey]?: SchemaNotes }

/** Changes with everything that is stored, also by other programs. */
export const versionOf = (stored: StoredSchema): string =>
  createHash('sha256')
    .update(JSON.stringify([schemaIn(stored), stored[notesKey] ?? null]))
    .digest('hex')
    .slice(0, 16)

export const isRetired = (stored: StoredSchema) => stored[notesKey]?.retired_at !== undefined

/** The fields with one more, behind the one that is before it in the shipped schema; the same object where it is there. */
export function withField<Field>(
  stored: Record<string, Field>,
  shipped: Readonly<Record<string, Field>>,
  name: string,
): Record<string, Field> {
  if (Object.hasOwn(stored, name)) return stored
  const names = Object.keys(shipped)
  const before = names.slice(0, names.indexOf(name)).findLast((other) => Object.hasOwn(stored, other))
  const fields = Object.entries(stored)
  const at = before === undefined ? fields.length : fields.findIndex(([other]) => other === before) + 1
  return Object.fromEntries(fields.toSpliced(at, 0, [name, shipped[name]!]))
}
