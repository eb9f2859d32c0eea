import type { Descriptor } from '@app/table-schema/descriptor'
import { useSearchParams } from 'wouter'
import { printSort, readSort, type Sort } from './sort'

/** What the address bar says: the tab, the page and the sort survive a reload and can be shared. */
export type View = { table: string; page: number; sort: Sort | null }

const isPage = /^[1-9]\d{0,4}$/

/** Whatever the address does not say, or says wrongly, is as at the start. */
export function readView(search: URLSearchParams, schemas: readonly Descriptor[]): View {
  const schema = schemas.find(({ name }) => name === search.get('table')) ?? schemas[0]
  const sort = readSort(search.get('sort'))
  const known =
    sort && schema && (['id', 'created_at', 'updated_at'].includes(sort.field) || sort.field in schema.properties)
  const page = search.get('page') ?? ''
  return { table: schema?.name ?? '', page: isPage.test(page) ? Number(page) : 1, sort: known ? sort : null }
}

/** The shortest address of a view. */
export const printView = ({ table, page, sort }: View) =>
  new URLSearchParams({ table, ...(page > 1 && { page: `${page}` }), ...(sort && { sort: printSort(sort) }) })

/** The view and how to change it: a new table or a new sort starts at page 1. */
export function useView(schemas: readonly Descriptor[]) {
  const [search, setSearch] = useSearchParams()
  const view = readView(search, schemas)
  return {
    view,
    showTable: (table: string) => setSearch(printView({ table, page: 1, sort: null })),
    showSort: (sort: Sort) => setSearch(printView({ ...view, sort, page: 1 })),
    showPage: (page: number, replace = false) => setSearch(printView({ ...view, page }), { replace }),
  }
}
