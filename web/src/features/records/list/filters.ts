import { startOfDay } from '@app/school-time/school-day'
import { tabLabel } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { type Filter, type FilterKind, filterKind, isReferrer, parseFilter } from '@app/table-schema/filter'
import { referencedTable, referenceFields } from '@app/table-schema/references'
import type { FieldSchema, TableSchema } from '@app/table-schema/schema'
import type { Filters } from '#lib/list-address'
import { resolveDay, resolveTime } from './relative-values'

/** Splits a filter key: `age__gte` -> `age`, `gte`. */
export function splitFilterKey(key: string) {
  const [field = '', operator = ''] = key.split('__')
  return { field, operator }
}

/** `lessons.students` -> `lessons`, `students`. */
export function splitReferrer(name: string): [table: string, field: string] {
  const [table = '', field = ''] = name.split('.')
  return [table, field]
}

/**
 * Fields of other tables that refer to the records of this one, as fields to filter by: `lessons.students` of students. Their values
 * are records of the other table.
 */
export const referrerFields = (schema: TableSchema, schemas: readonly TableSchema[]): Record<string, FieldSchema> =>
  Object.fromEntries(
    schemas.flatMap((other) =>
      referenceFields(other)
        .filter(({ table }) => table === schema.name)
        .map(({ name }) => {
          const title = `${tabLabel(other)}: ${titleOf(name, other.properties[name])}`
          const items = { type: 'string', format: 'reference', table: other.name }
          return [`${other.name}.${name}`, { type: 'array', title, items } as const]
        }),
    ),
  )

/** A filter of the address as it is sent. The ids of records that are left out stand in one value. */
export function filterFrom(schema: TableSchema, key: string, value: string): Filter {
  const { field, operator } = splitFilterKey(key)
  const about = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined
  const isIds = operator === 'ne' && (isReferrer(field) || (about && referencedTable(about) !== undefined))
  return parseFilter(schema, key, isIds ? value.split(',') : [value])
}

/** True if the service accepts a filter; others in the address are ignored. Of `schemas` are the tables that may refer to this one. */
export function isFilter(
  schema: TableSchema,
  key: string,
  value: string,
  schemas: readonly TableSchema[] = [],
): boolean {
  const { field } = splitFilterKey(key)
  const fields = isReferrer(field) ? referrerFields(schema, schemas) : schema.properties
  if (!Object.hasOwn(fields, field)) return false
  try {
    filterFrom(schema, key, resolve(isReferrer(field) ? 'instant' : filterKind(fields[field]!), value))
    return true
  } catch {
    return false
  }
}

/** Relative days and times become what they mean now. */
function resolve(kind: FilterKind, value: string) {
  if (kind === 'day') return resolveDay(value)
  return kind === 'instant' ? resolveTime(resolveDay(value)) : value
}

/** The fields offered as filters: all but ids, file addresses and lists without options. */
export const filterableFields = (schema: TableSchema) =>
  Object.entries(schema.properties).filter(([name, field]) => {
    const kind = filterKind(field)
    const isFile = field.format === 'file' || field.format === 'image'
    return (
      name !== 'id' && kind !== 'unknown' && !isFile && (kind !== 'list' || field.items?.enum || field.items?.table)
    )
  })

const isDay = /^\d{4}-\d{2}-\d{2}$/

const midnight = (day: string, later = 0) => startOfDay(day, later).toISOString()

/**
 * Filters as the service takes them. A day that bounds an instant is a day at the school, as in the cells:
 * it begins at midnight there, and "on or before the 31st" includes the 31st.
 */
export function wireFilters(schema: TableSchema, filters: Filters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => {
      const { field, operator } = splitFilterKey(key)
      const kind = isReferrer(field) ? 'instant' : filterKind(schema.properties[field]!)
      const resolved = resolve(kind, value)
      const isBound = kind === 'instant' && !isReferrer(field) && isDay.test(resolved)
      if (isBound && (operator === 'gte' || operator === 'lt')) return [key, midnight(resolved)]
      if (isBound && operator === 'lte') return [`${field}__lt`, midnight(resolved, 1)]
      return [key, resolved]
    }),
  )
}

export const filtersOf = (filters: Filters, name: string): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([key]) => splitFilterKey(key).field === name))

/** All filters with those of one field replaced; empty values remove theirs. */
export function replaceFilters(filters: Filters, name: string, next: Filters): Filters {
  const others = Object.entries(filters).filter(([key]) => splitFilterKey(key).field !== name)
  return Object.fromEntries([...others, ...Object.entries(next)].filter(([, value]) => value !== ''))
}
