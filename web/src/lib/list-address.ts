import { paths } from './paths'
import { printSort, type Sort } from './sort'

/** Filters as the address bar holds them: `field` or `field__operator` with one value each. */
export type Filters = Readonly<Record<string, string>>

/** A prefix keeps filter names apart from the other parameters, so a field may have any name. */
export const filterPrefix = 'f.'

export const printFilters = (filters: Filters) =>
  Object.fromEntries(Object.entries(filters).map(([key, value]) => [`${filterPrefix}${key}`, value]))

type Address = { table: string; filters?: Filters; sort?: Sort | null; record?: string }

/** The address of the records of a table that match `filters`, or of one `record` over its list. */
export function listPath({ table, filters = {}, sort, record }: Address) {
  const query = new URLSearchParams({
    table,
    ...(sort && { sort: printSort(sort) }),
    ...printFilters(filters),
    ...(record && { record }),
  })
  return `${paths.admin}?${query}`
}
