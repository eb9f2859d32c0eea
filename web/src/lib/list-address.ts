import { paths } from './paths'
import { printSort, type Sort } from './sort'

/** Filters in the address bar: `field` or `field__operator` with one value each. */
export type Filters = Readonly<Record<string, string>>

/** A prefix keeps filter names apart from the other parameters, so a field may have any name. */
export const filterPrefix = 'f.'

export const printFilters = (filters: Filters) =>
  Object.fromEntries(Object.entries(filters).map(([key, value]) => [`${filterPrefix}${key}`, value]))

/** The value of `record` while a new one is created. */
export const newRecord = 'new'

type Address = { table: string; filters?: Filters; sort?: Sort | null; record?: string }

/** The address of a table's list with `filters`, or of one `record` opened over it. */
export function listPath({ table, filters = {}, sort, record }: Address) {
  const query = new URLSearchParams({
    table,
    ...(sort && { sort: printSort(sort) }),
    ...printFilters(filters),
    ...(record && { record }),
  })
  return `${paths.admin}?${query}`
}

/** A history entry that opens the form of a new record with these values; closing the form goes back. */
export const newRecordEntry = (given: Readonly<Record<string, unknown>>) => ({ state: { opened: true, given } })

/** The values with which the current history entry opens a new record. */
export const givenValues = (): Readonly<Record<string, unknown>> => history.state?.given ?? {}
