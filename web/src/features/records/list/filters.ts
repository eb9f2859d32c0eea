import { startOfDay } from '@app/school-time/school-day'
import { type FilterKind, filterKind, parseFilter } from '@app/table-schema/filter'
import type { TableSchema } from '@app/table-schema/schema'
import type { Filters } from '#lib/list-address'
import { resolveDay } from './relative-day'
import { resolveTime } from './relative-time'

/** Splits a filter key: `age__gte` -> `age`, `gte`. */
export function splitFilterKey(key: string) {
  const [field = '', operator = ''] = key.split('__')
  return { field, operator }
}

/** True if the service accepts a filter; others in the address are ignored. */
export function isFilter(schema: TableSchema, key: string, value: string): boolean {
  const field =
    Object.hasOwn(schema.properties, splitFilterKey(key).field) && schema.properties[splitFilterKey(key).field]
  if (!field) return false
  try {
    parseFilter(schema, key, [resolve(filterKind(field), value)])
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
      const kind = filterKind(schema.properties[field]!)
      const resolved = resolve(kind, value)
      const isBound = kind === 'instant' && isDay.test(resolved)
      if (isBound && (operator === 'gte' || operator === 'lt')) return [key, midnight(resolved)]
      if (isBound && operator === 'lte') return [`${field}__lt`, midnight(resolved, 1)]
      return [key, resolved]
    }),
  )
}

/** The filters of one field. */
export const filtersOf = (filters: Filters, name: string): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([key]) => splitFilterKey(key).field === name))

/** All filters with those of one field replaced; empty values remove theirs. */
export function replaceFilters(filters: Filters, name: string, next: Filters): Filters {
  const others = Object.entries(filters).filter(([key]) => splitFilterKey(key).field !== name)
  return Object.fromEntries([...others, ...Object.entries(next)].filter(([, value]) => value !== ''))
}
