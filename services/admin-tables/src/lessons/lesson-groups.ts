import { days, seconds } from '@app/contracts/durations'
import type { Insights, LessonGroup } from '@app/contracts/insights'
import { attendance } from '@app/contracts/today'
import { collation } from '@app/record-query'
import { minuteOfDay } from '@app/school-time/school-day'
import { referencedIds, type TableSchema } from '@app/table-schema'
import type { Collection, Document } from 'mongodb'
import { optionName, type Period } from './lesson-days'

const maxTimeMS = seconds(5)
const ahead = days(28)
const maxFree = 100
const maxTitles = 60

type Groups = NonNullable<Insights['groups']>
type Key = keyof Groups

/** The value that a lesson is grouped by. */
const keysOf = (row: Document): Record<Key, string> => ({
  title: String(row['title'] ?? ''),
  kind: String(row['kind'] ?? ''),
  hour: String(Math.floor(minuteOfDay(row['starts_at'].getTime()) / 60)).padStart(2, '0'),
  place: String(row['place'] ?? ''),
  instructor: referencedIds(row['instructor'])[0] ?? '',
})

const empty = (key: string): LessonGroup => ({
  key,
  label: key,
  lessons: 0,
  seats: 0,
  taken: 0,
  present: 0,
  absent: 0,
  excused: 0,
})

function add(group: LessonGroup, row: Document) {
  group.lessons += 1
  group.seats += Number(row['seats']) || 0
  group.taken += referencedIds(row['students']).length
  for (const mark of attendance.options) group[mark] += referencedIds(row[mark]).length
}

const mostTaken = (a: LessonGroup, b: LessonGroup) => b.taken - a.taken || a.label.localeCompare(b.label)
const byKey = (a: LessonGroup, b: LessonGroup) => a.key.localeCompare(b.key)
const hourText = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

type Names = Readonly<Record<string, { label: string }>>
export type InstructorNames = (ids: readonly string[]) => Promise<Names>

/** Seats and attendance of lessons. Lessons that were canceled are left out. */
export function lessonGroups(collection: (name: string) => Collection, instructorNames: InstructorNames) {
  const held = { cancelled: { $ne: true } }

  return {
    async groups({ from, to }: Period, lessons: TableSchema | undefined): Promise<Groups> {
      const found: Record<Key, Map<string, LessonGroup>> = {
        title: new Map(),
        kind: new Map(),
        hour: new Map(),
        place: new Map(),
        instructor: new Map(),
      }
      const names = [
        'title',
        'kind',
        'starts_at',
        'place',
        'instructor',
        'seats',
        'students',
        'present',
        'absent',
        'excused',
      ]
      const projection = Object.fromEntries([['_id', 0], ...names.map((name) => [name, 1])])
      const rows = collection('lessons').find(
        { starts_at: { $gte: from, $lt: to }, ...held },
        { projection, collation, maxTimeMS },
      )
      for await (const row of rows)
        for (const [by, key] of Object.entries(keysOf(row)) as [Key, string][]) {
          const group = found[by].get(key) ?? empty(key)
          found[by].set(key, group)
          add(group, row)
        }
      const instructors = await instructorNames([...found.instructor.keys()].filter(Boolean))
      const labeled = (by: Key, label: (key: string) => string) =>
        [...found[by].values()].map((group) => ({ ...group, label: label(group.key) }))
      return {
        title: labeled('title', (key) => key || 'No title')
          .sort(mostTaken)
          .slice(0, maxTitles),
        kind: labeled('kind', (key) => optionName(lessons, 'kind', key) || 'No kind').sort(mostTaken),
        hour: labeled('hour', (key) => hourText(Number(key))).sort(byKey),
        place: labeled('place', (key) => optionName(lessons, 'place', key) || 'No place').sort(mostTaken),
        instructor: labeled('instructor', (key) => instructors[key]?.label ?? 'No instructor').sort(mostTaken),
      }
    },

    async freeSeats(now: number, lessons: TableSchema | undefined): Promise<NonNullable<Insights['freeSeats']>> {
      const rows = collection('lessons').find(
        { starts_at: { $gte: new Date(now), $lt: new Date(now + ahead) }, ...held },
        {
          projection: { title: 1, starts_at: 1, place: 1, seats: 1, students: 1 },
          sort: { starts_at: 1, _id: 1 },
          collation,
          maxTimeMS,
        },
      )
      const free: NonNullable<Insights['freeSeats']> = []
      for await (const row of rows) {
        const seats = Number(row['seats']) || 0
        const taken = referencedIds(row['students']).length
        if (taken >= seats) continue
        free.push({
          id: String(row._id),
          title: String(row['title'] ?? ''),
          startsAt: row['starts_at'].toISOString(),
          placeName: optionName(lessons, 'place', row['place']),
          seats,
          taken,
        })
        if (free.length === maxFree) break
      }
      return free
    },
  }
}
