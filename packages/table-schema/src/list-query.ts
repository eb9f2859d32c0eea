import { AppError } from '@app/contracts/errors'
import type { TableSchema } from '@app/contracts/table-schema'
import type { ExportOptions } from './export-columns'
import { isSystemField } from './field'
import { type Filter, filterParameter, parseFilter } from './filter'
import { type ListCursor, parseCursor } from './list-cursor'

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
