import { days, minutes, seconds } from '@app/contracts/durations'
import { collation } from '@app/record-query'
import { startOfDay } from '@app/school-time/school-day'
import { recordLabel, referencedIds, type TableSchema } from '@app/table-schema'
import type { Collection, Document } from 'mongodb'
import { optionName } from '../lessons/lesson-days'

const maxTimeMS = seconds(2)
const maxEntries = 2_000
const defaultLength = minutes(60)

export type CalendarEntry = {
  id: string
  title: string
  start: Date
  end: Date
  allDay: boolean
  place: string
  /** The id of the instructor, if it has one. */
  instructor: string | undefined
  cancelled: boolean
  changedAt: Date | null
}

/** A date of a record; a day without a time is the school's midnight. */
function instantOf(value: unknown): { at: Date; allDay: boolean } | undefined {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return { at: value, allDay: false }
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  return { at: startOfDay(value), allDay: true }
}

function entryFrom(schema: TableSchema, row: Document): CalendarEntry | undefined {
  const { start: startField = '', end: endField = '', minutes: lengthField = '' } = schema.calendar ?? {}
  const start = instantOf(row[startField])
  if (!start) return undefined
  const length = Number(row[lengthField]) > 0 ? minutes(Number(row[lengthField])) : defaultLength
  const end = instantOf(row[endField])?.at
  return {
    id: String(row._id),
    title: recordLabel(schema, { ...row, id: String(row._id) }),
    start: start.at,
    end: end && end > start.at ? end : new Date(start.at.getTime() + (start.allDay ? days(1) : length)),
    allDay: start.allDay,
    place: optionName(schema, 'place', row['place']),
    instructor: referencedIds(row['instructor'])[0],
    cancelled: row['cancelled'] === true,
    changedAt: row['updated_at'] instanceof Date ? row['updated_at'] : null,
  }
}

/** The records of a table as calendar entries, in order, at most 2,000; with `instructors` those that they teach. */
export const calendarEntries =
  (collection: (name: string) => Collection) =>
  async (schema: TableSchema, from: Date, to: Date, instructors?: readonly string[]): Promise<CalendarEntry[]> => {
    const field = schema.calendar?.start
    if (!field) return []
    const isDay = schema.properties[field]?.format === 'date'
    const bound = (date: Date) => (isDay ? date.toISOString().slice(0, 10) : date)
    const rows = await collection(schema.name)
      .find(
        {
          [field]: { $gte: bound(from), $lt: bound(to) },
          ...(instructors && { instructor: { $in: [...instructors] } }),
        },
        { sort: { [field]: 1, _id: 1 }, limit: maxEntries, collation, maxTimeMS },
      )
      .toArray()
    return rows.flatMap((row) => entryFrom(schema, row) ?? [])
  }

export type CalendarEntries = ReturnType<typeof calendarEntries>
