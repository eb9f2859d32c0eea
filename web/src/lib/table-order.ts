import type { TableSchema } from '@app/contracts/table-schema'
import type { Sort } from './sort'

/** Tables that have a better place elsewhere: People, the website's editor and the inbox. */
const placedElsewhere = ['users', 'service_cards', 'announcements', 'reply_templates']

/** The tables in the order of their tabs: those that have a better place elsewhere come last. */
export function inTabOrder<Table extends { name: string }>(tables: readonly Table[]): Table[] {
  const isElsewhere = ({ name }: Table) => Number(placedElsewhere.includes(name))
  return tables.toSorted((one, other) => isElsewhere(one) - isElsewhere(other))
}

/** The order of a list that nobody has sorted: the table's own, else the newest first. */
export const firstSort = ({ first_sort }: Pick<TableSchema, 'first_sort'>): Sort =>
  first_sort ?? { field: 'created_at', direction: 'desc' }
