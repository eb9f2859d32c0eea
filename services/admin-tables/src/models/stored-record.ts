import { filterKind, type TableSchema } from '@app/table-schema'
import type { Document } from 'mongodb'

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
