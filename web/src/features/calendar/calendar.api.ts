import { calendarFeeds, createdFeed } from '@app/contracts/calendar'
import { type RecordPage, recordDeleted, recordPage } from '@app/contracts/tables'
import type { Descriptor } from '@app/table-schema/descriptor'
import { startOfDay } from '@app/table-schema/school-day'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allReferences } from '#lib/all-references'
import { request } from '#lib/api'
import { tablePath } from '#lib/records'

const pageSize = 200
const maxPages = 10

/** The records that start on these school days, in order, and what they refer to. */
export const entriesQuery = ({ name, calendar, properties }: Descriptor, from: string, to: string) =>
  queryOptions({
    queryKey: ['records', name, 'calendar', from, to],
    queryFn: async ({ signal }) => {
      const start = calendar!.start
      const isDay = properties[start]?.format === 'date'
      const filters = isDay
        ? { [`${start}__gte`]: from, [`${start}__lte`]: to }
        : { [`${start}__gte`]: startOfDay(from).toISOString(), [`${start}__lt`]: startOfDay(to, 1).toISOString() }
      const pages: RecordPage[] = []
      for (let page = 1; page <= maxPages; page++) {
        const query = new URLSearchParams({ ...filters, sort: `${start}:asc`, limit: `${pageSize}`, page: `${page}` })
        const answer = await request(recordPage, `${tablePath(name)}?${query}`, { signal })
        pages.push(answer)
        if (page >= answer.totalPages) break
      }
      return { records: pages.flatMap(({ data }) => data), references: allReferences(pages) }
    },
    placeholderData: keepPreviousData,
  })

export const feedsQuery = queryOptions({
  queryKey: ['calendar-feeds'],
  queryFn: ({ signal }) => request(calendarFeeds, '/api/calendar/feeds', { signal }),
})
export const createFeed = (table: string) =>
  request(createdFeed, '/api/calendar/feeds', { method: 'POST', body: { table } })
export const revokeFeed = (id: string) =>
  request(recordDeleted, `/api/calendar/feeds/${encodeURIComponent(id)}`, { method: 'DELETE' })
