import { isObjectId } from '@app/contracts/object-id'
import { isSystemField } from '@app/table-schema/field'
import { defaultLimit, firstPage, maxSearchLength } from '@app/table-schema/list-query'
import type { TableSchema } from '@app/table-schema/schema'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { type Filters, filterPrefix, newRecord, printFilters } from '#lib/list-address'
import { printSort, readSort, type Sort } from '#lib/sort'
import { isFilter } from './filters'

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
