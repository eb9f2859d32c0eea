import { days, seconds } from '@app/contracts/durations'
import type { SiteLesson } from '@app/contracts/site'
import { collation } from '@app/record-query'
import { schoolDay } from '@app/school-time/school-day'
import { plainText, referencedIds, type TableSchema } from '@app/table-schema'
import type { Collection } from 'mongodb'
import { optionName } from './lesson-days'

const maxTimeMS = seconds(2)
const lookAhead = days(28)
const maxRead = 60
const maxDays = 3
const fields = ['title', 'place', 'starts_at', 'minutes', 'seats', 'students']

/** Lessons of the next three lesson days that are marked public and not cancelled. No names leave the table. */
export const publicLessons =
  (collection: (name: string) => Collection, lessons: () => Promise<TableSchema | undefined>) =>
  async (now: Date): Promise<SiteLesson[]> => {
    const [schema, rows] = await Promise.all([
      lessons(),
      collection('lessons')
        .find(
          {
            starts_at: { $gt: now, $lt: new Date(now.getTime() + lookAhead) },
            public: { $eq: true },
            cancelled: { $ne: true },
          },
          {
            projection: Object.fromEntries(fields.map((field) => [field, 1])),
            sort: { starts_at: 1, _id: 1 },
            limit: maxRead,
            collation,
            maxTimeMS,
          },
        )
        .toArray(),
    ])
    const shown = rows.filter(({ starts_at }) => starts_at instanceof Date)
    const dayOf = ({ starts_at }: (typeof shown)[number]) => schoolDay(starts_at.getTime())
    const lessonDays = new Set([...new Set(shown.map(dayOf))].slice(0, maxDays))
    return shown
      .filter((row) => lessonDays.has(dayOf(row)))
      .map(({ _id, title, place, starts_at, minutes, seats, students }) => ({
        id: String(_id),
        title: plainText(String(title ?? '')),
        place: String(place ?? ''),
        placeName: optionName(schema, 'place', place),
        startsAt: starts_at.toISOString(),
        minutes: Number(minutes) || 0,
        full: referencedIds(students).length >= (Number(seats) || 0),
      }))
  }
