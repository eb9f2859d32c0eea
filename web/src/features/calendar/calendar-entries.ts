import { listRecords } from '@app/contracts/records'
import type { RecordPage } from '@app/contracts/tables'
import { startOfDay } from '@app/school-time/school-day'
import type { TableSchema } from '@app/table-schema/schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allReferences } from '#lib/all-references'
import { callApi } from '#lib/call-api'
import { recordsKey } from '#lib/record-keys'

const pageSize = 200
const maxPages = 10

/** The records that start on these school days, in order, and what they refer to. */
export const entriesQuery = ({ name, calendar, properties }: TableSchema, from: string, to: string) =>
  queryOptions({
    queryKey: [...recordsKey(name), 'calendar', from, to],
    queryFn: async ({ signal }) => {
      const start = calendar!.start
      const isDay = properties[start]?.format === 'date'
      const filters = isDay
        ? { [`${start}__gte`]: from, [`${start}__lte`]: to }
        : { [`${start}__gte`]: startOfDay(from).toISOString(), [`${start}__lt`]: startOfDay(to, 1).toISOString() }
      const pages: RecordPage[] = []
      for (let page = 1; page <= maxPages; page++) {
        const search = new URLSearchParams({ ...filters, sort: `${start}:asc`, limit: `${pageSize}`, page: `${page}` })
        const answer = await callApi(listRecords, { params: { table: name }, search, signal })
        pages.push(answer)
        if (page >= answer.totalPages) break
      }
      return { records: pages.flatMap(({ data }) => data), references: allReferences(pages) }
    },
    placeholderData: keepPreviousData,
  })
