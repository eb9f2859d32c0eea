import { listChoices, listReferrers } from '@app/contracts/references'
import type { ReferenceChoices } from '@app/contracts/tables'
import { firstPage } from '@app/table-schema/list-query'
import { recordLabel } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#lib/call-query'
import { recordKey, recordsKey } from '#lib/record-keys'
import { emptyView } from '../list-view'
import { fetchPage } from '../tables.api'

export type Choice = ReferenceChoices['data'][number]

const choiceLimit = 20
const maxIds = 200

/** Labels by id of records that are not part of a list's answer, such as those of a filter. */
export const labelsQuery = (schema: TableSchema, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...recordsKey(schema.name), 'labels', ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Choice>> => {
      const view = { ...emptyView, table: schema.name, page: firstPage, limit: maxIds }
      const { data } = await fetchPage(schema, view, signal, ids.slice(0, maxIds))
      return new Map(data.map((record) => [record.id, { id: record.id, label: recordLabel(schema, record) }]))
    },
    enabled: ids.length > 0,
    staleTime: 30_000,
  })

/** The records that a field may name and whose label matches what is typed. */
export const choicesQuery = (table: string, field: string, q: string) => ({
  ...queryOf(listChoices, { params: { table, field }, query: { q, limit: String(choiceLimit) } }),
  select: ({ data }: ReferenceChoices) => data,
  staleTime: 10_000,
})

/** The records that refer to one record. */
export const referrersQuery = (table: string, id: string) => ({
  ...queryOf(listReferrers, { params: { table, id } }),
  queryKey: [...recordKey(table, id), 'referrers'],
})
