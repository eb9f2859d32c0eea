import type { TableSchema } from '@app/contracts/table-schema'
import type { Sort } from './sort'

/** The order of a list that nobody has sorted: the table's own, else the newest first. */
export const firstSort = ({ first_sort }: Pick<TableSchema, 'first_sort'>): Sort =>
  first_sort ?? { field: 'created_at', direction: 'desc' }
