import { days, minutes, seconds } from '@app/contracts/durations'
import { heardFromField } from '@app/contracts/forms'
import { responseTime } from '@app/contracts/inquiries'
import type { Insights } from '@app/contracts/insights'
import { collation } from '@app/record-query'
import { schoolDay } from '@app/school-time/school-day'
import { referencedIds, type TableSchema } from '@app/table-schema'
import type { Collection, Document } from 'mongodb'
import { optionName, type Period } from '../lessons/lesson-days'
import { type InstructorNames, lessonGroups } from '../lessons/lesson-groups'

const maxTimeMS = seconds(5)

/** The Monday of the week of a day. */
function weekOf(day: string): string {
  const noon = Date.parse(`${day}T12:00:00Z`)
  const sinceMonday = (new Date(noon).getUTCDay() + 6) % 7
  return new Date(noon - days(sinceMonday)).toISOString().slice(0, 10)
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The entry of a key, which begins as `start`. */
function entryOf<Entry>(entries: Map<string, Entry>, key: string, start: Entry): Entry {
  const entry = entries.get(key) ?? start
  entries.set(key, entry)
  return entry
}

const answerFields = {
  _id: 0,
  created_at: 1,
  interest: 1,
  answered_at: 1,
  first_answered_at: 1,
  'replies.at': 1,
  [heardFromField]: 1,
} as const

/** When a visitor was answered first: what they have written since opens the inquiry again, and changes nothing about that. */
export function firstAnswer({ answered_at, first_answered_at, replies = [] }: Document): number | undefined {
  const answers = [answered_at, first_answered_at, ...replies.map(({ at }: { at: unknown }) => at)]
  const times = answers.flatMap((at) => (at instanceof Date ? at.getTime() : []))
  return times.length > 0 ? Math.min(...times) : undefined
}

const byCount = (entries: Map<string, { answer: string; count: number }>) =>
  [...entries.values()].sort((a, b) => b.count - a.count || a.answer.localeCompare(b.answer))

/** Counts what happened in a period, each figure by one query. Days and weeks are those of the school. */
export function insightStore(
  collection: (name: string) => Collection,
  instructorNames: InstructorNames,
  now = Date.now,
) {
  return {
    ...lessonGroups(collection, instructorNames),

    async inquiries(
      { from, to }: Period,
      submissions: TableSchema | undefined,
    ): Promise<NonNullable<Insights['inquiries']>> {
      const weeks = new Map<string, { week: string; interest: string; count: number }>()
      const answersGiven = new Map<string, { answer: string; count: number }>()
      const replyTimes: number[] = []
      let total = 0
      let settled = 0
      const rows = collection('contact_submissions').find(
        { created_at: { $gte: from, $lt: to }, spam: { $ne: true } },
        { projection: answerFields, collation, maxTimeMS },
      )
      for await (const { created_at, interest, ...answers } of rows) {
        const answeredAt = firstAnswer(answers)
        const week = weekOf(schoolDay(created_at.getTime()))
        const entry = { week, interest: String(interest ?? ''), count: 0 }
        entryOf(weeks, `${week} ${entry.interest}`, entry).count++
        const answer = String(answers[heardFromField] ?? '')
        entryOf(answersGiven, answer, { answer, count: 0 }).count++
        total += 1
        if (answeredAt !== undefined) replyTimes.push(answeredAt - created_at.getTime())
        if (answeredAt !== undefined || now() - created_at.getTime() >= responseTime) settled += 1
      }
      const middle = median(replyTimes)
      const { enum: offered = [] } = submissions?.properties['interest'] ?? {}
      const found = [...weeks.values()].map(({ interest }) => interest)
      const interests = [...new Set([...offered.map(String), ...found])]
      return {
        byWeek: [...weeks.values()].sort(
          (a, b) => a.week.localeCompare(b.week) || a.interest.localeCompare(b.interest),
        ),
        interests: interests.map((value) => ({ value, label: optionName(submissions, 'interest', value) })),
        total,
        answered: replyTimes.length,
        settled,
        answeredWithin24h: replyTimes.filter((time) => time <= responseTime).length,
        heardFrom: submissions && Object.hasOwn(submissions.properties, heardFromField) ? byCount(answersGiven) : [],
        medianMinutes: middle === null ? null : Math.round(middle / minutes(1)),
      }
    },

    async seats({ from, to }: Period, lessons: TableSchema | undefined): Promise<NonNullable<Insights['seats']>> {
      const places = new Map<string, NonNullable<Insights['seats']>[number]>()
      const rows = collection('lessons').find(
        { starts_at: { $gte: from, $lt: to }, cancelled: { $ne: true } },
        { projection: { _id: 0, starts_at: 1, place: 1, seats: 1, students: 1 }, collation, maxTimeMS },
      )
      for await (const { starts_at, place, seats, students } of rows) {
        const date = schoolDay(starts_at.getTime())
        const named = { place: String(place ?? ''), placeName: optionName(lessons, 'place', place) }
        const each = entryOf(places, `${date} ${place}`, { date, ...named, lessons: 0, seats: 0, taken: 0 })
        each.lessons += 1
        each.seats += Number(seats) || 0
        each.taken += referencedIds(students).length
      }
      return [...places.values()].sort((a, b) => a.date.localeCompare(b.date) || a.place.localeCompare(b.place))
    },

    async levels({ to }: Period, students: TableSchema | undefined): Promise<NonNullable<Insights['levels']>> {
      const rows = await collection('students')
        .aggregate<{ _id: unknown; count: number }>(
          [{ $match: { created_at: { $lt: to } } }, { $group: { _id: '$level', count: { $sum: 1 } } }],
          { maxTimeMS },
        )
        .toArray()
      const order = students?.properties['level']?.enum ?? []
      return rows
        .map(({ _id, count }) => ({
          level: String(_id ?? ''),
          levelName: optionName(students, 'level', _id) || 'No level',
          count,
        }))
        .sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
    },
  }
}

export type InsightStore = ReturnType<typeof insightStore>
