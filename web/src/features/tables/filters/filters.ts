import type { Descriptor, FieldDescriptor } from '@app/table-schema/descriptor'
import { kindOf } from '@app/table-schema/field'

/** Filters as the address bar holds them: `field` or `field__operator` with one value each. Days are days, not instants. */
export type Filters = Readonly<Record<string, string>>

export type FilterKind = 'text' | 'choice' | 'number' | 'day' | 'instant'

/** How a field is filtered; nothing for a field that cannot be. */
export function filterKind(field: FieldDescriptor): FilterKind | undefined {
  const kind = kindOf(field)
  if (kind === 'boolean' || field.enum) return 'choice'
  if (kind === 'array') return field.items?.enum ? 'choice' : undefined
  if (kind === 'number' || kind === 'integer') return 'number'
  if (kind !== 'string' || field.format === 'file' || field.format === 'image') return undefined
  if (field.format === 'date') return 'day'
  return field.format === 'date-time' ? 'instant' : 'text'
}

const operators: Record<FilterKind, readonly string[]> = {
  text: ['', 'null'],
  choice: ['', 'null'],
  number: ['', 'gte', 'lte', 'null'],
  day: ['', 'gte', 'lte', 'null'],
  instant: ['gte', 'lte', 'null'],
}
const longest = 200
const isDay = /^\d{4}-\d{2}-\d{2}$/

/** Takes a key of a filter apart: `age__gte` -> `age`, `gte`. */
export function partsOf(key: string) {
  const [field = '', operator = ''] = key.split('__')
  return { field, operator }
}

/** Whether a filter makes sense for this table; any other is as if it were not there. */
export function isFilter(schema: Descriptor, key: string, value: string): boolean {
  const { field, operator } = partsOf(key)
  if (!Object.hasOwn(schema.properties, field) || value === '' || value.length > longest) return false
  const kind = filterKind(schema.properties[field]!)
  if (!kind || !operators[kind].includes(operator)) return false
  if (operator === 'null') return value === 'true'
  if (kind === 'number') return Number.isFinite(Number(value))
  return (kind !== 'day' && kind !== 'instant') || isDay.test(value)
}

const midnight = (day: string, later = 0) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/**
 * What the service is asked. A day that bounds an instant is the day of whoever asks: it begins at their midnight, and
 * "to the 31st" ends with the 31st.
 */
export function wireFilters(schema: Descriptor, filters: Filters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => {
      const { field, operator } = partsOf(key)
      const isInstant = filterKind(schema.properties[field]!) === 'instant'
      if (isInstant && operator === 'gte') return [key, midnight(value)]
      if (isInstant && operator === 'lte') return [`${field}__lt`, midnight(value, 1)]
      return [key, value]
    }),
  )
}
