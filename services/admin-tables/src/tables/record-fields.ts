import { filterKind, type TableSchema } from '@app/table-schema'
import type { Document } from 'mongodb'

/** The fields returned with `id`, which is always `_id`, even if a document has a field of that name. */
export function shownFields({ properties }: TableSchema): Set<string> {
  const shown = new Set([...Object.keys(properties), 'created_at', 'updated_at'])
  shown.delete('id')
  return shown
}

/** The fields as a projection, with the id. */
export const projectionOf = (fields: Iterable<string>) =>
  Object.fromEntries(['_id', ...fields].map((name) => [name, 1 as const]))

/** The fields of a record in stored form: instants as dates, so that they sort and compare; other values unchanged. */
export function storedFields({ properties }: TableSchema, values: Readonly<Record<string, unknown>>): Document {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = properties[name]
      const isInstant = field && filterKind(field) === 'instant' && typeof value === 'string'
      return [name, isInstant ? new Date(value) : value]
    }),
  )
}
