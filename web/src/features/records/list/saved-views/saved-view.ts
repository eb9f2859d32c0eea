import type { TableView } from '@app/contracts/views'
import type { TableSchema } from '@app/table-schema/schema'
import { emptyView, printView, readView, type View } from '../list-view'

type Narrowing = Pick<View, 'sort' | 'q' | 'filters'>

export const isPlain = ({ sort, q, filters }: Narrowing) => !sort && q === '' && Object.keys(filters).length === 0

/** Filters, search and sort of a list as a saved view keeps them. */
export function queryOf({ sort, q, filters }: Narrowing): string {
  const query = printView({ ...emptyView, table: '', sort, q, filters })
  query.delete('table')
  return query.toString()
}

/** The list that a saved view shows. What the table, or one that refers to it, no longer has is left out. */
export function listOf(
  schema: TableSchema,
  { id, query }: Pick<TableView, 'id' | 'query'>,
  schemas: readonly TableSchema[] = [],
) {
  const others = schemas.filter(({ name }) => name !== schema.name)
  const { sort, q, filters } = readView(new URLSearchParams(query), [schema, ...others])
  return { ...emptyView, sort, q, filters, view: id }
}
