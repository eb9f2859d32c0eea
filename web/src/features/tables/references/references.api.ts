import { type ReferenceChoices, referenceChoices, referrers } from '@app/contracts/tables'
import type { Descriptor } from '@app/table-schema/descriptor'
import { firstPage } from '@app/table-schema/list-query'
import { recordLabel } from '@app/table-schema/references'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api'
import { tablePath } from '#lib/records'
import { emptyView } from '../list-view'
import { fetchPage, recordsKey } from '../tables.api'

export type Choice = ReferenceChoices['data'][number]

const choiceLimit = 20
const maxIds = 200

/** Labels by id of records that are not part of a list's answer, such as those of a filter. */
export const labelsQuery = (schema: Descriptor, ids: readonly string[]) =>
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
export const choicesQuery = (table: string, field: string, q: string) =>
  queryOptions({
    queryKey: ['choices', table, field, q],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ q, limit: `${choiceLimit}` })
      return (await request(referenceChoices, `${tablePath(table, 'choices', field)}?${query}`, { signal })).data
    },
    staleTime: 10_000,
  })

/** The records that refer to one record. */
export const referrersQuery = (table: string, id: string) =>
  queryOptions({
    queryKey: ['record', table, id, 'referrers'],
    queryFn: ({ signal }) => request(referrers, tablePath(table, id, 'referrers'), { signal }),
  })
