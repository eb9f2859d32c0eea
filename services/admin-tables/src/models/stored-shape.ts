import { createHash } from 'node:crypto'
import type { FieldDescriptor } from '@app/table-schema'

/** What the schema editor keeps beside a description, under one key that no description has. */
export type ShapeNotes = {
  /** Grows with each save in the editor. */
  revision: number
  saved_by: string
  retired_at?: Date
  retired_fields?: Record<string, { field: FieldDescriptor; at: Date }>
}

export const notesKey = '_shape'
export type StoredShape = Record<string, unknown> & { _id: string; updated_at?: Date; [notesKey]?: ShapeNotes }

/** The description alone. */
export function describedIn(stored: object): Record<string, unknown> {
  const { _id, position, created_at, updated_at, [notesKey]: _notes, ...descriptor } = stored as StoredShape
  return descriptor
}

/** Changes with everything that is stored, also by other programs. */
export const versionOf = (stored: StoredShape): string =>
  createHash('sha256')
    .update(JSON.stringify([describedIn(stored), stored[notesKey] ?? null]))
    .digest('hex')
    .slice(0, 16)

export const isRetired = (stored: StoredShape) => stored[notesKey]?.retired_at !== undefined
