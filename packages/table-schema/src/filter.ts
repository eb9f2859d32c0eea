import { AppError } from '@app/contracts/errors'
import { isObjectId } from '@app/contracts/object-id'
import type { FieldSchema, TableSchema } from '@app/contracts/table-schema'
import { kindOf } from './field'
import { validateField } from './validate'

export type FilterKind =
  | 'text'
  | 'choice'
  | 'boolean'
  | 'number'
  | 'day'
  | 'instant'
  | 'list'
  | 'reference'
  | 'referrer'
  | 'id'
  | 'unknown'
export type Operator = 'contains' | 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'null'

/**
 * One condition on a field. Of several values one must hold; of `ne` all. An instant may be given as a day. The field of a `referrer` is
 * that of another table and names these records: `lessons.students` of students. Its values are ids there, or times of its calendar.
 */
export type Filter = { field: string; kind: FilterKind; operator: Operator; values: (string | number | boolean)[] }

/** The kind of filter that a field gets. */
export function filterKind(field: FieldSchema): FilterKind {
  const kind = kindOf(field)
  if (kind === 'integer' || kind === 'number') return 'number'
  if (kind === 'array') return 'list'
  if (kind !== 'string') return kind
  if (field.enum) return 'choice'
  if (field.format === 'date') return 'day'
  if (field.format === 'reference') return 'reference'
  return field.format === 'date-time' ? 'instant' : 'text'
}

const order = ['gt', 'gte', 'lt', 'lte'] as const
/** True for an operator that compares by order. */
export const isBound = (operator: Operator) => (order as readonly Operator[]).includes(operator)
const operators: Record<FilterKind, readonly Operator[]> = {
  text: ['contains', 'eq', 'ne', ...order, 'null'],
  choice: ['eq', 'ne', 'null'],
  boolean: ['eq', 'ne', 'null'],
  number: ['eq', 'ne', ...order, 'null'],
  day: ['eq', 'ne', ...order, 'null'],
  instant: ['eq', 'ne', ...order, 'null'],
  list: ['eq', 'ne', 'null'],
  reference: ['eq', 'ne', 'null'],
  referrer: ['eq', 'ne', ...order, 'null'],
  id: ['eq', 'ne', ...order],
  unknown: ['null'],
}

/** The operator of a parameter without a suffix. */
const usual = (kind: FilterKind) => (kind === 'unknown' ? undefined : operators[kind][0])

const maxTextLength = 200
const refuse = (message: string) => new AppError('invalid_request', message)

/** True for the name of another table's field: `lessons.students`. */
export const isReferrer = (name: string) => /^[a-z][a-z0-9_]{0,62}\.[A-Za-z][A-Za-z0-9_]{0,62}$/.test(name)

/**
 * The kind of a field that may be filtered: declared ones, `id` and the two times, and fields of other tables. Only who knows these can say
 * if such a field is there.
 */
function kindIn({ properties }: TableSchema, name: string): FilterKind | undefined {
  if (name === 'id') return 'id'
  if (isReferrer(name)) return 'referrer'
  if (Object.hasOwn(properties, name)) return filterKind(properties[name]!)
  return name === 'created_at' || name === 'updated_at' ? 'instant' : undefined
}

const isDate = (text: string, format: 'date' | 'date-time') =>
  validateField({ type: 'string', format }, '', false, text) === undefined

function readValue(parameter: string, kind: FilterKind, operator: Operator, text: string) {
  if (text === '') throw refuse(`${parameter} needs a value`)
  if (text.includes('\u0000')) throw refuse(`${parameter} is not a text`)
  if (Array.from(text).length > maxTextLength) throw refuse(`${parameter} cannot exceed ${maxTextLength} characters`)
  if (operator === 'contains') return text
  const must = (holds: boolean, what: string) => {
    if (!holds) throw refuse(`${parameter} must be ${what}`)
  }
  if (operator === 'null' || kind === 'boolean') {
    must(text === 'true' || text === 'false', 'true or false')
    return text === 'true'
  }
  if (kind === 'number') {
    must(/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)), 'a number')
    return Number(text)
  }
  if (kind === 'day') must(isDate(text, 'date'), 'a valid date')
  if (kind === 'instant' || (kind === 'referrer' && isBound(operator)))
    must(isDate(text, 'date') || isDate(text, 'date-time'), 'a valid date')
  else if (kind === 'id' || kind === 'reference' || kind === 'referrer') must(isObjectId(text), 'an id')
  return text.normalize('NFC')
}

/** Reads `field`, `field__operator` and their values; a field that is not shown is as unknown as one that is not there. */
export function parseFilter(schema: TableSchema, parameter: string, texts: readonly string[]): Filter {
  const [field = '', suffix, ...more] = parameter.split('__')
  const kind = kindIn(schema, field)
  if (!kind) throw refuse('The query holds an unknown parameter')
  const allowed = operators[kind]
  const operator = suffix === undefined ? usual(kind) : suffix === 'in' ? 'eq' : (suffix as Operator)
  if (more.length > 0 || suffix === 'contains' || !operator || !allowed.includes(operator))
    throw refuse(`${field} cannot be filtered that way`)
  const given = suffix === 'in' ? texts.flatMap((text) => text.split(',')) : texts
  return { field, kind, operator, values: given.map((text) => readValue(parameter, kind, operator, text)) }
}

/** The name under which `parseFilter` reads the filter back. */
export const filterParameter = ({ field, kind, operator }: Filter) =>
  operator === usual(kind) ? field : `${field}__${operator}`
