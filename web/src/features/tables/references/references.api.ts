import type { Descriptor } from '@app/table-schema/descriptor'
import { defaultSort, firstPage } from '@app/table-schema/list-query'
import { titleField } from '@app/table-schema/references'
import { queryOptions } from '@tanstack/react-query'
import { emptyView } from '../list-view'
import { fetchPage, recordsKey } from '../tables.api'
import { type Choice, choiceFrom } from './labels'

const choiceLimit = 20
const maxIds = 200

/** The labels of records by id. */
export const labelsQuery = (schema: Descriptor, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...recordsKey(schema.name), 'labels', ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Choice>> => {
      const asked = ids.slice(0, maxIds)
      const view = { ...emptyView, table: schema.name, page: firstPage, limit: maxIds, sort: null }
      const { data } = await fetchPage(schema, view, signal, asked)
      return new Map(data.map((record) => [record.id, choiceFrom(schema, record)]))
    },
    enabled: ids.length > 0,
    staleTime: 30_000,
  })

/** The records of a table that match what is typed, by label. */
export const choicesQuery = (schema: Descriptor, q: string) =>
  queryOptions({
    queryKey: [...recordsKey(schema.name), 'choices', q],
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const title = titleField(schema)
      const sort = title ? ({ field: title, direction: 'asc' } as const) : defaultSort
      const view = { ...emptyView, table: schema.name, page: firstPage, limit: choiceLimit, sort, q }
      const { data } = await fetchPage(schema, view, signal)
      return data.map((record) => choiceFrom(schema, record))
    },
    staleTime: 10_000,
  })
