import type { Descriptor } from '@app/table-schema/descriptor'
import { useSearchParams } from 'wouter'
import { type Filters, filterPrefix, printFilters } from '#lib/list-address'
import { printSort, readSort, type Sort } from '#lib/sort'
import { isFilter } from './filters/filters'

/** What the address bar says: it survives a reload, going back and being shared. `record` is open in the form. */
export type View = {
  table: string
  page: number
  limit: number
  sort: Sort | null
  q: string
  filters: Filters
  record: string | null
}

/** The form is open for a record that does not exist yet. */
export const newRecord = 'new'

export const pageSizes = [20, 50, 100, 200] as const
export const standardPageSize = 50
const longestSearch = 200

const isPage = /^[1-9]\d{0,3}$|^10000$/
const isRecord = /^(new|[0-9a-f]{24})$/

/** Whatever the address does not say, or says wrongly, is as at the start. */
export function readView(search: URLSearchParams, schemas: readonly Descriptor[]): View {
  const schema = schemas.find(({ name }) => name === search.get('table')) ?? schemas[0]
  const sort = readSort(search.get('sort'))
  const page = search.get('page') ?? ''
  const limit = Number(search.get('limit'))
  const record = search.get('record') ?? ''
  const filters = [...search]
    .filter(([name]) => name.startsWith(filterPrefix))
    .map(([name, value]) => [name.slice(filterPrefix.length), value] as const)
    .filter(([key, value]) => schema && isFilter(schema, key, value))
  return {
    table: schema?.name ?? '',
    page: isPage.test(page) ? Number(page) : 1,
    limit: pageSizes.find((size) => size === limit) ?? standardPageSize,
    sort: sort && schema && isSortable(schema, sort.field) ? sort : null,
    q: (search.get('q') ?? '').slice(0, longestSearch),
    filters: Object.fromEntries(filters),
    record: isRecord.test(record) ? record : null,
  }
}

const isSortable = (schema: Descriptor, field: string) =>
  ['id', 'created_at', 'updated_at'].includes(field) || Object.hasOwn(schema.properties, field)

/** The shortest address of a view. */
export const printView = ({ table, page, limit, sort, q, filters, record }: View) =>
  new URLSearchParams({
    table,
    ...(page > 1 && { page: `${page}` }),
    ...(limit !== standardPageSize && { limit: `${limit}` }),
    ...(sort && { sort: printSort(sort) }),
    ...(q && { q }),
    ...printFilters(filters),
    ...(record && { record }),
  })

export const emptyView = { page: 1, limit: standardPageSize, sort: null, q: '', filters: {}, record: null }

export type ShowView = (change: Partial<View>, options?: { replace?: boolean; state?: unknown }) => void

/** The view and how to change it: another table is as at the start; another sort, search or filter starts at page 1. */
export function useView(schemas: readonly Descriptor[]) {
  const [search, setSearch] = useSearchParams()
  const view = readView(search, schemas)
  const show: ShowView = (change, options) =>
    // Read anew when it is applied: what is typed arrives later than what is clicked.
    setSearch((current) => {
      const from = change.table === undefined ? readView(current, schemas) : emptyView
      const toStart = 'sort' in change || 'q' in change || 'filters' in change || 'limit' in change
      return printView({ table: view.table, ...from, ...(toStart && { page: 1 }), ...change })
    }, options)
  return { view, show }
}
