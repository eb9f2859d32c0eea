import { isObjectId } from '@app/contracts/object-id'
import { startOfDay } from '@app/school-time/school-day'
import { tabLabel } from '@app/table-schema/cell'
import { isSystemField, titleOf } from '@app/table-schema/field'
import { type Filter, type FilterKind, filterKind, isReferrer, parseFilter } from '@app/table-schema/filter'
import { defaultLimit, firstPage, maxSearchLength } from '@app/table-schema/list-query'
import { referencedTable, referenceFields } from '@app/table-schema/references'
import type { FieldSchema, TableSchema } from '@app/table-schema/schema'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { type Filters, filterPrefix, newRecord, printFilters } from '#lib/list-address'
import { printSort, readSort, type Sort } from '#lib/sort'
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

/** The state kept in the address bar, so that it survives a reload, Back and sharing. */
export type View = {
  table: string
  page: number
  limit: number
  sort: Sort | null
  q: string
  filters: Filters
  /** Shown in the panel, or in the modal with `mode` edit. */
  record: string | null
  mode: 'edit' | null
  /** The saved view that the list began with. */
  view: string | null
}

/** For a history entry that opens a record: closing the record goes back. */
export const opened = { state: { opened: true } }

export const pageSizes = [20, 50, 100, 200] as const

const isPage = /^[1-9]\d{0,3}$|^10000$/

/** Missing or invalid parameters get their defaults. */
export function readView(search: URLSearchParams, schemas: readonly TableSchema[]): View {
  const named = search.get('table')
  const schema = schemas.find(({ name }) => name === named) ?? schemas[0]
  // A choice in a table that the user may not see is not looked for in another one.
  const isOther = Boolean(named) && schema?.name !== named
  const sort = readSort(search.get('sort'))
  const page = search.get('page') ?? ''
  const limit = Number(search.get('limit'))
  const record = isOther ? null : search.get('record')
  const view = isOther ? null : search.get('view')
  const filters = [...search]
    .filter(([name]) => name.startsWith(filterPrefix))
    .map(([name, value]) => [name.slice(filterPrefix.length), value] as const)
    .filter(([key, value]) => schema && isFilter(schema, key, value, schemas))
  return {
    table: schema?.name ?? '',
    page: isPage.test(page) ? Number(page) : firstPage,
    limit: pageSizes.find((size) => size === limit) ?? defaultLimit,
    sort: sort && schema && isSortable(schema, sort.field) ? sort : null,
    q: (search.get('q') ?? '').slice(0, maxSearchLength),
    filters: Object.fromEntries(filters),
    record: record === newRecord || isObjectId(record) ? record : null,
    mode: search.get('mode') === 'edit' ? 'edit' : null,
    view: isObjectId(view) ? view : null,
  }
}

const isSortable = (schema: TableSchema, field: string) =>
  isSystemField(field) || Object.hasOwn(schema.properties, field)

/** The shortest address of a view. */
export const printView = ({ table, page, limit, sort, q, filters, record, mode, view }: View) =>
  new URLSearchParams({
    table,
    ...(view && { view }),
    ...(page > 1 && { page: `${page}` }),
    ...(limit !== defaultLimit && { limit: `${limit}` }),
    ...(sort && { sort: printSort(sort) }),
    ...(q && { q }),
    ...printFilters(filters),
    ...(record && { record }),
    ...(record && mode && { mode }),
  })

export const emptyView = {
  page: firstPage,
  limit: defaultLimit,
  sort: null,
  q: '',
  filters: {},
  record: null,
  mode: null,
  view: null,
}

export type ShowView = (change: Partial<View>, options?: { replace?: boolean; state?: unknown }) => void

/** The view and how to change it. Another table is shown as it was left; another sort, search or filter starts at page 1. */
export function useView(schemas: readonly TableSchema[]) {
  const [search, setSearch] = useSearchParams()
  const view = readView(search, schemas)
  const [left] = useState(() => new Map<string, View>())
  useEffect(() => {
    left.set(view.table, { ...view, record: null, mode: null })
  })
  const show: ShowView = (change, options) =>
    // Read when it is applied: a debounced search may arrive after a later click.
    setSearch((current) => {
      const isSwitch = change.table !== undefined && change.table !== view.table
      const from = isSwitch ? (left.get(change.table!) ?? emptyView) : readView(current, schemas)
      const isNarrowedAnew = 'sort' in change || 'q' in change || 'filters' in change || 'limit' in change
      const next = { table: view.table, ...from, ...(isNarrowedAnew && { page: firstPage }), ...change }
      const isCleared =
        isNarrowedAnew && !('view' in change) && !next.sort && next.q === '' && Object.keys(next.filters).length === 0
      return printView({ ...next, ...(next.record === null && { mode: null }), ...(isCleared && { view: null }) })
    }, options)
  return { view, show }
}
