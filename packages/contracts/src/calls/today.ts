import * as v from 'valibot'
import { objectIdPattern } from '../object-id'
import { roster, todayAnswer } from '../today'
import { call, exampleId, parameter } from './call'

const tag = 'Today'

const person = { id: exampleId, label: 'Ada Brook', phone: null, badges: [{ label: 'Waiver missing', tone: 'amber' }] }
const lesson = {
  id: exampleId,
  title: 'First arrows',
  kind: 'Group lesson',
  place: 'Roseville',
  startsAt: '2026-11-28T18:00:00.000Z',
  minutes: 60,
  seats: 8,
  cancelled: false,
  instructor: null,
  students: [person],
  attendance: { present: [], absent: [], excused: [] },
  version: '2026-11-20T10:00:00.000Z',
}
const rateLimited = { too_many_requests: 'This session has made too many calls in a minute.' }

export const readToday = call({
  method: 'get',
  path: '/api/today',
  access: 'staff',
  response: {
    200: {
      description: 'The day.',
      schema: todayAnswer,
      example: {
        date: '2026-11-28',
        days: [{ date: '2026-11-28', lessons: [lesson] }],
        mayMarkAttendance: true,
        inquiries: { due: [], open: 0, overdue: 0 },
        expiring: [],
      },
    },
  },
  errors: rateLimited,
  detail: {
    id: 'readToday',
    tag,
    summary: 'What happens today',
    description:
      "Today's lessons and the coming lesson days in the school's time zone, inquiries by reply due, expiring certificates and inspections. Each part needs the right to see its table.",
  },
})

export const readRoster = call({
  method: 'get',
  path: '/api/today/roster',
  access: 'staff',
  query: v.object({
    date: parameter(v.pipe(v.string(), v.isoDate('date must be YYYY-MM-DD')), 'A day at the school.', '2026-11-28'),
    lesson: parameter(
      v.optional(v.pipe(v.string(), v.regex(objectIdPattern, 'lesson must be an id'))),
      'Only this lesson of the day.',
      exampleId,
    ),
  }),
  response: { 200: { description: 'The roster.', schema: roster, example: { date: '2026-11-28', lessons: [] } } },
  errors: {
    invalid_request: 'The date or the id is malformed.',
    not_found: 'The user may not see lessons and students.',
    ...rateLimited,
  },
  detail: {
    id: 'readRoster',
    tag,
    summary: 'Roster of a day',
    description:
      'The lessons of a day with what instructors need on paper. Needs the right to see lessons and students.',
  },
})
