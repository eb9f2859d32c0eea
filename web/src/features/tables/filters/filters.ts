import type { Descriptor } from '@app/table-schema/descriptor'
import { filterKind, parseFilter } from '@app/table-schema/filter'
import type { Filters } from '#lib/list-address'
import { resolveTime } from './relative-time'

/** Takes a key of a filter apart: `age__gte` -> `age`, `gte`. */
export function partsOf(key: string) {
  const [field = '', operator = ''] = key.split('__')
  return { field, operator }
}

/** Whether the service would take a filter; any other is as if it were not there. */
export function isFilter(schema: Descriptor, key: string, value: string): boolean {
  const field = Object.hasOwn(schema.properties, partsOf(key).field) && schema.properties[partsOf(key).field]
  if (!field) return false
  try {
    parseFilter(schema, key, [filterKind(field) === 'instant' ? resolveTime(value) : value])
    return true
  } catch {
    return false
  }
}

/** The fields that a row of filters offers; where a file lies or what its id is, nobody looks for. */
export const filterableFields = (schema: Descriptor) =>
  Object.entries(schema.properties).filter(([name, field]) => {
    const kind = filterKind(field)
    const isFile = field.format === 'file' || field.format === 'image'
    return name !== 'id' && kind !== 'unknown' && !isFile && (kind !== 'list' || field.items?.enum)
  })

const isDay = /^\d{4}-\d{2}-\d{2}$/

const midnight = (day: string, later = 0) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/**
 * What the service is asked. A day that bounds an instant is the day of whoever asks, as in the cells: it begins at
 * their midnight, and "to the 31st" ends with the 31st.
 */
export function wireFilters(schema: Descriptor, filters: Filters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => {
      const { field, operator } = partsOf(key)
      const isInstant = filterKind(schema.properties[field]!) === 'instant'
      const isBound = isInstant && isDay.test(value)
      if (isBound && operator === 'gte') return [key, midnight(value)]
      if (isBound && operator === 'lte') return [`${field}__lt`, midnight(value, 1)]
      return [key, isInstant ? resolveTime(value) : value]
    }),
  )
}
