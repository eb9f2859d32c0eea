import { days, seconds } from '@app/contracts/durations'
import type { CardIcon, SiteLesson } from '@app/contracts/site'
import type { Prices } from '@app/contracts/website/placeholders'
import { collation } from '@app/record-query'
import { schoolDay } from '@app/school-time/school-day'
import { plainText, referencedIds, type TableSchema } from '@app/table-schema'
import type { Collection, Document } from 'mongodb'
import { optionName } from '../lessons/lesson-days'
import { offersField, openOffers } from '../lessons/seat-offers'

const maxTimeMS = seconds(2)
const lookAhead = days(28)
const maxRead = 60
const maxDays = 3
const shownFields = ['title', 'kind', 'place', 'starts_at', 'minutes', 'seats', 'price']
/** By which free seats are counted. */
const seatFields = ['students', 'waiting', offersField]
const fields = [...shownFields, ...seatFields]

/** The service that a kind of lesson belongs to. */
const topics: Readonly<Record<string, CardIcon>> = {
  group: 'lessons',
  private: 'lessons',
  party: 'party',
  team: 'team',
  bow_building: 'bow',
  league: 'league',
}

/** The lesson's own price, else that of its service. A private lesson has none of its own in the cards. */
function priceOf({ kind, price }: Document, prices: Prices): number | undefined {
  if (typeof price === 'number') return price
  const topic = kind === 'private' ? undefined : topics[kind]
  return topic && prices[topic]
}

/** Lessons of the next three lesson days that are marked public and not cancelled. No names leave the table. */
export const publicLessons =
  (collection: (name: string) => Collection, lessons: () => Promise<TableSchema | undefined>) =>
  async (now: Date, prices: Prices): Promise<SiteLesson[]> => {
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
      .map((row) => {
        const { _id, title, kind, place, starts_at, minutes, seats, students } = row
        const held = openOffers(row, row[offersField] ?? [], now.getTime()).length
        const free = Math.max(0, (Number(seats) || 0) - referencedIds(students).length - held)
        const price = priceOf(row, prices)
        const topic = topics[kind]
        return {
          id: String(_id),
          title: plainText(String(title ?? '')),
          place: String(place ?? ''),
          placeName: optionName(schema, 'place', place),
          startsAt: starts_at.toISOString(),
          minutes: Number(minutes) || 0,
          full: free === 0,
          free,
          ...(price !== undefined && { price }),
          ...(topic && { topic }),
        }
      })
  }
