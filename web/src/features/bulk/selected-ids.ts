import { AppError } from '@app/contracts/errors'
import { firstPage } from '@app/table-schema/list-query'
import type { TableSchema } from '@app/table-schema/schema'
import type { View } from '#features/list/list-view'
import { fetchPage } from '#features/list/tables.api'
import type { ListSelection } from './use-selection'

const perPage = 200

/**
 * The ids of all records that match a list.
 * @throws AppError `conflict` when there are not as many as were shown
 */
async function matchingIds(schema: TableSchema, view: View, expected: number): Promise<string[]> {
  const ids = new Set<string>()
  for (let page = firstPage; ids.size < expected; page++) {
    const { data, total } = await fetchPage(schema, { ...view, page, limit: perPage }, new AbortController().signal)
    if (total !== expected) throw new AppError('conflict', `${total} records match now, not ${expected}.`)
    for (const { id } of data) ids.add(id)
    if (data.length < perPage) break
  }
  return [...ids]
}

/** The ids of the selected records, chosen one by one or as all that match. */
export const selectedIds = (
  schema: TableSchema,
  view: View,
  { ids, everything }: Pick<ListSelection, 'ids' | 'everything'>,
  total: number,
): Promise<readonly string[]> => (everything ? matchingIds(schema, view, total) : Promise.resolve([...ids]))
