import { AppError } from '@app/contracts/errors'
import { isObjectId } from '@app/contracts/object-id'
import type { TableSchema } from '@app/contracts/table-schema'
import type { ExportOptions } from './export-columns'
import { isSystemField } from './field'
import { type Filter, filterParameter, parseFilter } from './filter'

/** The last record of a page: its value in the order of the list, and its id. */
type ListCursor = { value: string | number | boolean | null; id: string }

const badCursor = 'after is not the `next` of a list with the same sort'

/** The order that a cursor belongs to; lists of values have none. */
const orderOf = ({ properties }: TableSchema, { field, direction }: Sort): string | undefined =>
  properties[field]?.type === 'array' ? undefined : `${field}:${direction}`

const isValue = (value: unknown): value is ListCursor['value'] =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const encoded = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const decoded = (text: string) =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)),
  )

/** Where the next page begins; `null` where the order has no cursors. */
export function printCursor(schema: TableSchema, sort: Sort, record: Readonly<Record<string, unknown>>): string | null {
  const order = orderOf(schema, sort)
  const value = record[sort.field] ?? null
  if (order === undefined || !isValue(value) || String(value).length > 1_000) return null
  return encoded(JSON.stringify([order, value, record['id']]))
}

/** @throws AppError `invalid_request` for a text that is no cursor of this order */
export function parseCursor(schema: TableSchema, sort: Sort, text: string | null): ListCursor | undefined {
  if (text === null) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(decoded(text))
  } catch {
    throw refuse(badCursor)
  }
  if (!Array.isArray(parsed) || parsed.length !== 3) throw refuse(badCursor)
  const [order, value, id] = parsed as unknown[]
  if (order !== orderOf(schema, sort) || !isValue(value) || !isObjectId(id)) throw refuse(badCursor)
  return { value, id: String(id) }
}

export type Sort = { field: string; direction: 'asc' | 'desc' }
/** Which records, in which order: shared by lists and exports. `q` is '' without a search. */
export type Selection = { sort: Sort; filters: Filter[]; q: string }
export type ListQuery = Selection & {
  page: number
  limit: number
  /** The fields that are returned; all without. */
  fields?: readonly string[]
  /** The record that the page follows, in place of its number. */
  after?: ListCursor
}

export const firstPage = 1
export const defaultLimit = 50
export const defaultSort: Sort = { field: 'created_at', direction: 'desc' }
const lastPage = 10_000
const maxLimit = 200
const maxFilters = 20
export const maxSearchLength = 200

const refuse = (message: string) => new AppError('invalid_request', message)

function wholeNumber(name: string, text: string | null, standard: number, max: number): number {
  if (text === null) return standard
  const value = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN
  if (value <= max) return value
  throw refuse(`${name} must be a whole number from 1 to ${max}`)
}

function sortOf(schema: TableSchema, text: string | null): Sort {
  if (text === null) return defaultSort
  const [, field = '', direction] = /^([A-Za-z][A-Za-z0-9_]*):(asc|desc)$/.exec(text) ?? []
  if (!direction) throw refuse('sort must be a field, a colon, and asc or desc')
  if (!isSystemField(field) && !Object.hasOwn(schema.properties, field)) throw refuse('sort names an unknown field')
  return { field, direction: direction as Sort['direction'] }
}

function searchOf(text: string | null): string {
  if (!text) return ''
  if (text.includes('\u0000')) throw refuse('q is not a text')
  if (Array.from(text).length > maxSearchLength) throw refuse(`q cannot exceed ${maxSearchLength} characters`)
  return text.trim()
}

/** `state=a`, `state__eq=b` and `state__in=c` are one condition, as if the field were repeated. */
function mergeFilters(filters: readonly Filter[]): Filter[] {
  const merged = new Map<string, Filter>()
  for (const filter of filters) {
    const key = `${filter.field} ${filter.operator}`
    const values = [...(merged.get(key)?.values ?? []), ...filter.values]
    merged.set(key, { ...filter, values })
  }
  return [...merged.values()]
}

function parse(schema: TableSchema, params: URLSearchParams, words: ReadonlySet<string>): Selection {
  const names = new Set(params.keys())
  for (const name of words) if (params.getAll(name).length > 1) throw refuse(`${name} may be given once`)
  const filters = [...names].filter((name) => !words.has(name))
  const count = filters.reduce((sum, name) => sum + params.getAll(name).length, 0)
  if (count > maxFilters) throw refuse(`The query has more than ${maxFilters} filters`)
  return {
    sort: sortOf(schema, params.get('sort')),
    filters: mergeFilters(filters.map((name) => parseFilter(schema, name, params.getAll(name)))),
    q: searchOf(params.get('q')),
  }
}

const listWords = new Set(['page', 'limit', 'sort', 'q', 'fields', 'after'])
const exportWords = new Set(['sort', 'q', 'values', 'columns', 'format'])

/**
 * Reads the query of a list and checks it against the table.
 * @throws AppError `invalid_request` on anything unknown, malformed or repeated
 */
export function parseListQuery(schema: TableSchema, params: URLSearchParams): ListQuery {
  const selection = parse(schema, params, listWords)
  const fields = parseFields(schema, params.get('fields'))
  const after = parseCursor(schema, selection.sort, params.get('after'))
  if (after && params.has('page')) throw refuse('page and after exclude each other')
  return {
    page: wholeNumber('page', params.get('page'), firstPage, lastPage),
    limit: wholeNumber('limit', params.get('limit'), defaultLimit, maxLimit),
    ...selection,
    ...(fields && { fields }),
    ...(after && { after }),
  }
}

/** Reads `fields=title,seats`. @throws AppError `invalid_request` on an unknown field */
export function parseFields(schema: TableSchema, text: string | null): readonly string[] | undefined {
  if (text === null) return undefined
  const fields = text.split(',')
  if (fields.some((name) => !isSystemField(name) && !Object.hasOwn(schema.properties, name)))
    throw refuse('fields names an unknown field')
  return ['id', ...fields.filter((name) => name !== 'id')]
}

/** A record with these fields alone. */
export const withFields = <R extends Readonly<Record<string, unknown>>>(
  record: R,
  fields: readonly string[] | undefined,
): R =>
  fields
    ? (Object.fromEntries(fields.filter((name) => name in record).map((name) => [name, record[name]])) as R)
    : record

/** Reads the query of an export, which has no pages. @throws AppError `invalid_request` as `parseListQuery` does */
export const parseExportQuery = (schema: TableSchema, params: URLSearchParams): Selection =>
  parse(schema, params, exportWords)

/**
 * Reads how an export is to be written: `format=xlsx`, `values=labels` and `columns=name,level`.
 * @throws AppError `invalid_request` on an unknown column
 */
export function parseExportOptions(
  schema: TableSchema,
  params: URLSearchParams,
): ExportOptions & { format: 'csv' | 'xlsx' } {
  const format = params.get('format') ?? 'csv'
  if (format !== 'csv' && format !== 'xlsx') throw refuse('format must be csv or xlsx')
  const values = params.get('values') ?? 'stored'
  if (values !== 'stored' && values !== 'labels') throw refuse('values must be stored or labels')
  const columns = params.get('columns')?.split(',')
  if (columns?.some((name) => !isSystemField(name) && !Object.hasOwn(schema.properties, name)))
    throw refuse('columns names an unknown field')
  return { format, values, ...(columns && { columns }) }
}

function printSelection({ sort, q, filters }: Selection): [string, string][] {
  const values = filters.flatMap((filter) =>
    filter.values.map((value): [string, string] => [filterParameter(filter), `${value}`]),
  )
  return [['sort', `${sort.field}:${sort.direction}`], ...(q ? [['q', q] as [string, string]] : []), ...values]
}

/** The query string that `parseListQuery` reads back. */
export const printListQuery = ({ page, limit, ...selection }: ListQuery): string =>
  `${new URLSearchParams([['page', `${page}`], ['limit', `${limit}`], ...printSelection(selection)])}`

/** The query string that `parseExportQuery` reads back. */
export const printExportQuery = (selection: Selection): string => `${new URLSearchParams(printSelection(selection))}`
