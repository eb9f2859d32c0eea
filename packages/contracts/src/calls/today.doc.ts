import { doc } from './call-doc'
import { exampleId } from './parameters.doc'
import { readMine, readRoster, readToday } from './today'

const tag = 'Today'
const person = { id: exampleId, label: 'Ada Brook', phone: null, badges: [{ label: 'Waiver missing', tone: 'amber' }] }
const lesson = {
  id: exampleId,
  title: 'First arrows',
  kind: 'Group lesson',
  place: 'Roseville',
  placeValue: 'roseville',
  startsAt: '2026-11-28T18:00:00.000Z',
  minutes: 60,
  seats: 8,
  cancelled: false,
  instructor: null,
  students: [person],
  attendance: { present: [], absent: [], excused: [] },
  version: '2026-11-20T10:00:00.000Z',
}

export const readTodayDoc = doc(readToday, {
  tag,
  summary: 'What happens today',
  description:
    "Today's lessons and the coming lesson days in the school's time zone, inquiries by reply due, and expiring certificates and inspections. Each part needs the right to view its table.",
  responses: {
    200: {
      description: 'The day.',
      example: {
        date: '2026-11-28',
        days: [{ date: '2026-11-28', lessons: [lesson] }],
        mine: [],
        mayMarkAttendance: true,
        inquiries: { due: [], open: 0, overdue: 0 },
        expiring: [],
      },
    },
  },
})

export const readMineDoc = doc(readMine, {
  tag,
  summary: 'Which instructors the user is',
  description:
    'The instructors whose field `person` names the user, so that their lessons can be shown as “Mine”, and whether (`only`) the user sees no others.',
  responses: { 200: { description: 'The ids.', example: { instructors: [exampleId], only: false } } },
})

export const readRosterDoc = doc(readRoster, {
  tag,
  summary: 'Roster of a day',
  description:
    'The lessons of a day with what instructors need on paper, or on a device without a connection. Needs the right to view lessons and students.',
  parameters: {
    date: { description: 'A day at the school.', example: '2026-11-28' },
    lesson: { description: 'Only this lesson of the day.', example: exampleId },
  },
  responses: { 200: { description: 'The roster.', example: { date: '2026-11-28', lessons: [] } } },
  errors: {
    invalid_request: 'The date or the id is malformed.',
    not_found: 'The user may not view both lessons and students.',
  },
})
