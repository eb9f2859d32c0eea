import { lessonOf } from '@app/contracts/lessons'
import { listRecords } from '@app/contracts/records'
import type { RecordPage, TableRecord } from '@app/contracts/tables'
import { minuteOfDay, schoolDay, startOfDay } from '@app/school-time/school-day'
import { recordLabel } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { allReferences, recordsKey } from '#lib/records'
import { schoolTime } from '#lib/school-time'

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

export type Entry = {
  id: string
  day: string
  /** Empty for a record with a day only. */
  time: string
  /** Minutes since midnight at the school. */
  minute: number
  /** The length in minutes, where the table has one. */
  minutes: number | undefined
  title: string
  cancelled: boolean
  record: TableRecord
}

/** A record on the calendar; undefined without a valid start. */
export function entryFrom(schema: TableSchema, record: TableRecord): Entry | undefined {
  const start = record[schema.calendar?.start ?? '']
  if (typeof start !== 'string' || Number.isNaN(Date.parse(start))) return undefined
  const minutes = record[schema.calendar?.minutes ?? '']
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(start)
  return {
    id: record.id,
    day: isDay ? start : schoolDay(Date.parse(start)),
    time: isDay ? '' : schoolTime(start),
    minute: isDay ? 0 : minuteOfDay(Date.parse(start)),
    minutes: typeof minutes === 'number' ? minutes : undefined,
    title: recordLabel(schema, record),
    cancelled: lessonOf(record).cancelled,
    record,
  }
}

export function byDay(entries: readonly Entry[]): ReadonlyMap<string, Entry[]> {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const known = days.get(entry.day)
    if (known) known.push(entry)
    else days.set(entry.day, [entry])
  }
  return days
}
