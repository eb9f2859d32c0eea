import * as v from 'valibot'
import { doc, get, tagged } from './call'
import { interest } from './site'
import { visitedPages } from './visits'

const day = v.pipe(v.string(), v.isoDate())

/** Seats and attendance of some lessons. `present`, `absent` and `excused` count marks of attendance. */
const lessonGroup = v.object({
  key: v.string(),
  label: v.string(),
  lessons: v.number(),
  seats: v.number(),
  taken: v.number(),
  present: v.number(),
  absent: v.number(),
  excused: v.number(),
})
export type LessonGroup = v.InferOutput<typeof lessonGroup>

/** `GET /api/insights`. A part is null without the right to see its table. */
export const insights = v.object({
  from: day,
  to: day,
  inquiries: v.nullable(
    v.object({
      /** Inquiries without spam; `week` is its Monday. */
      byWeek: v.array(v.object({ week: day, interest: v.string(), count: v.number() })),
      /** By their names, in the order of the contact form. */
      interests: v.array(interest),
      total: v.number(),
      answered: v.number(),
      /** Answered, or due by now: the others may still be answered within 24 hours. */
      settled: v.number(),
      answeredWithin24h: v.number(),
      medianMinutes: v.nullable(v.number()),
      /** Answers to "How did you hear about us?", the most frequent first; empty where nobody was asked. */
      heardFrom: v.optional(v.array(v.object({ answer: v.string(), count: v.number() })), []),
    }),
  ),
  /** Page views of visitors who do not object to being counted, and inquiries whose visit began like that; kept for 400 days. */
  visits: v.optional(
    v.nullable(
      v.object({
        /** Days with a view or an inquiry. */
        byDay: v.array(v.object({ day, views: v.number(), inquiries: v.number() })),
        /** By page and by the host of the link that led there: empty without one, `other` beyond 100. */
        sources: v.array(
          v.object({ page: v.picklist(visitedPages), host: v.string(), views: v.number(), inquiries: v.number() }),
        ),
      }),
    ),
    null,
  ),
  /** Lessons that were not cancelled. */
  seats: v.nullable(
    v.array(
      v.object({
        date: day,
        place: v.string(),
        placeName: v.string(),
        lessons: v.number(),
        seats: v.number(),
        taken: v.number(),
      }),
    ),
  ),
  /** The same lessons by their title, kind, hour of the day, place and instructor. */
  groups: v.nullable(
    v.object({
      title: v.array(lessonGroup),
      kind: v.array(lessonGroup),
      hour: v.array(lessonGroup),
      place: v.array(lessonGroup),
      instructor: v.array(lessonGroup),
    }),
  ),
  /** Lessons of the next four weeks that are not full, whatever the period is. */
  freeSeats: v.nullable(
    v.array(
      v.object({
        id: v.string(),
        title: v.string(),
        startsAt: v.string(),
        placeName: v.string(),
        seats: v.number(),
        taken: v.number(),
      }),
    ),
  ),
  /** Students added up to the end of the period. */
  levels: v.nullable(v.array(v.object({ level: v.string(), levelName: v.string(), count: v.number() }))),
})
export type Insights = v.InferOutput<typeof insights>

const reportDay = v.pipe(v.string(), v.isoDate('must be a day: YYYY-MM-DD'))

export const readInsights = get('readInsights', '/api/insights', {
  access: 'anyRight',
  limit: 'read',
  query: v.object({ from: reportDay, to: reportDay }),
  response: { 200: insights },
  errors: ['invalid_request'],
})

export const docs = () =>
  tagged('Insights', [
    doc(readInsights, {
      summary: 'How the school is doing',
      description:
        'Inquiries by week and interest with reply times, page views by day, page and referring host, seats filled by lesson day and place, the same lessons by title, kind, hour, place and instructor with attendance, free seats of the next four weeks, students by level. Each part needs the right to view its table, page views that to view the website.',
      parameters: {
        from: { description: 'The first day at the school.', example: '2026-09-01' },
        to: { description: 'The last day; at most two years after the first.', example: '2026-11-28' },
      },
      responses: {
        200: {
          description: 'The figures.',
          example: {
            from: '2026-09-01',
            to: '2026-11-28',
            inquiries: null,
            visits: null,
            seats: [],
            groups: null,
            freeSeats: [],
            levels: [],
          },
        },
      },
      errors: { invalid_request: 'A day is malformed, or the period is empty or longer than two years.' },
    }),
  ])
