import * as v from 'valibot'
import { doc, get, tagged } from './call'
import { exampleId } from './doc-parts'
import { emailText } from './email-text'
import { objectIdPattern } from './object-id'
import { readOf } from './policy'

/** The seat held for a waiting student. It counts as taken while it is open. */
const seatOffer = v.object({
  until: v.string(),
  isOpen: v.boolean(),
  /** True once its email was handed over; false where the request ended in between. */
  isMailed: v.boolean(),
})

const day = v.pipe(v.string(), v.isoDate())
const instant = v.string()

export const badge = v.object({
  label: v.string(),
  tone: v.picklist(['gray', 'green', 'amber', 'red', 'blue', 'purple']),
  /** A badge about the waiver of a student, which can be signed. */
  about: v.optional(v.literal('waiver')),
})

export const attendance = v.picklist(['present', 'absent', 'excused'])
export type Attendance = v.InferOutput<typeof attendance>

/** Contact details are empty without the right to see the person's own table. */
const lessonPerson = v.object({
  id: v.string(),
  label: v.string(),
  phone: v.nullable(v.string()),
  /** The person who answers the phone: the guardian of a minor. */
  phoneOf: v.optional(v.string()),
  badges: v.array(badge),
  deleted: v.optional(v.literal(true)),
})
export type LessonPerson = v.InferOutput<typeof lessonPerson>

/** A student on the waiting list of a lesson. */
const waitingStudent = v.object({ ...lessonPerson.entries, offer: v.nullable(seatOffer) })
export type WaitingStudent = v.InferOutput<typeof waitingStudent>

/** `GET /api/lessons/{id}/waiting`, in the order of the list. `version` is the `updated_at` of the lesson. */
export const waitingList = v.object({ waiting: v.array(waitingStudent), version: v.nullable(instant) })
export type WaitingList = v.InferOutput<typeof waitingList>

const dayLesson = v.object({
  id: v.string(),
  title: v.string(),
  kind: v.string(),
  /** Its title, and its value as it is stored. */
  place: v.string(),
  placeValue: v.string(),
  /** The people it has room for at one time, where that was set. */
  placeCapacity: v.optional(v.nullable(v.number())),
  startsAt: instant,
  minutes: v.number(),
  seats: v.number(),
  cancelled: v.boolean(),
  instructor: v.nullable(lessonPerson),
  students: v.array(lessonPerson),
  /** In order. They have no seat. */
  waiting: v.optional(v.array(waitingStudent), () => []),
  /** People who may make up this lesson in another one. */
  makeUps: v.optional(v.array(lessonPerson), () => []),
  /** People whose make-up lesson is booked. */
  madeUp: v.optional(v.array(lessonPerson), () => []),
  /** Ids of students by how they were marked; a student in none of the lists is not marked yet. */
  attendance: v.object({ present: v.array(v.string()), absent: v.array(v.string()), excused: v.array(v.string()) }),
  /** `updated_at` of the record, for `If-Match`. */
  version: v.nullable(instant),
})
export type DayLesson = v.InferOutput<typeof dayLesson>

export const lessonDay = v.object({ date: day, lessons: v.array(dayLesson) })
export type LessonDay = v.InferOutput<typeof lessonDay>

const dueInquiry = v.object({
  id: v.string(),
  name: v.string(),
  interestName: v.string(),
  dueBy: instant,
})

export const expiry = v.object({
  table: v.string(),
  id: v.string(),
  label: v.string(),
  /** `certificate`: the date ends something; `inspection`: it is too long ago. */
  kind: v.picklist(['certificate', 'inspection']),
  date: day,
  /** As the table describes it, before the date: "certificate ends". */
  words: v.optional(v.string(), ''),
})
export type Expiry = v.InferOutput<typeof expiry>

/** `GET /api/today`. A part is null without the right to see its table. */
const todayAnswer = v.object({
  /** The current day at the school. */
  date: day,
  /** Today, if it has lessons, and the coming lesson days. */
  days: v.nullable(v.array(lessonDay)),
  /** The ids of the instructors that the user is: their lessons are shown first. */
  mine: v.array(v.string()),
  mayMarkAttendance: v.boolean(),
  inquiries: v.nullable(v.object({ due: v.array(dueInquiry), open: v.number(), overdue: v.number() })),
  expiring: v.array(expiry),
  /** The titles of tables whose days could not be read now, so that `expiring` may lack some. */
  unread: v.optional(v.array(v.string()), () => []),
})
export type TodayAnswer = v.InferOutput<typeof todayAnswer>

export const mine = v.object({
  instructors: v.array(v.string()),
  /** True if the caller sees no other lessons. */
  only: v.optional(v.boolean(), false),
})
export type Mine = v.InferOutput<typeof mine>

/** Whom to call about a minor, and who collects them. Details are empty without the right to see guardians. */
export const rosterGuardian = v.object({
  name: v.string(),
  relation: v.string(),
  phone: v.nullable(v.string()),
  secondContact: v.nullable(v.string()),
  pickupNote: v.nullable(v.string()),
})
export type RosterGuardian = v.InferOutput<typeof rosterGuardian>

/** A line of the printed roster. */
const rosterStudent = v.object({
  ...lessonPerson.entries,
  age: v.nullable(v.number()),
  level: v.string(),
  dominantEye: v.string(),
  drawLength: v.nullable(v.number()),
  /** The names of the guardians. */
  guardian: v.nullable(v.string()),
  guardians: v.optional(v.array(rosterGuardian), () => []),
  email: v.nullable(emailText),
  waiverSigned: v.boolean(),
  /** Notes for instructors, such as allergies. */
  notes: v.optional(v.nullable(v.string()), null),
})
export type RosterStudent = v.InferOutput<typeof rosterStudent>

const rosterLesson = v.object({ ...dayLesson.entries, students: v.array(rosterStudent) })
export type RosterLesson = v.InferOutput<typeof rosterLesson>

export const roster = v.object({ date: day, lessons: v.array(rosterLesson) })
export type Roster = v.InferOutput<typeof roster>

export const readToday = get('readToday', '/api/today', {
  access: 'anyRight',
  limit: 'read',
  response: { 200: todayAnswer },
})

export const readMine = get('readMine', '/api/today/mine', {
  ...readOf('lessons'),
  own: true,
  response: { 200: mine },
})

export const readRoster = get('readRoster', '/api/today/roster', {
  ...readOf('students'),
  own: true,
  query: v.object({
    date: v.pipe(v.string(), v.isoDate('date must be YYYY-MM-DD')),
    lesson: v.optional(v.pipe(v.string(), v.regex(objectIdPattern, 'lesson must be an id'))),
  }),
  response: { 200: roster },
  errors: ['invalid_request', 'not_found'],
})

export const docs = () => {
  const person = {
    id: exampleId,
    label: 'Ada Brook',
    phone: null,
    badges: [{ label: 'Waiver missing', tone: 'amber' }],
  }
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
  return tagged('Today', [
    doc(readToday, {
      summary: 'What happens today',
      description:
        "Today's lessons and the coming lesson days in the school's time zone, inquiries by reply due, and the days that tables watch, such as the end of a certificate. Each part needs the right to view its table.",
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
            unread: [],
          },
        },
      },
    }),
    doc(readMine, {
      summary: 'Which instructors the user is',
      description:
        'The instructors whose field `person` names the user, so that their lessons can be shown as “Mine”, and whether (`only`) the user sees no others.',
      responses: { 200: { description: 'The ids.', example: { instructors: [exampleId], only: false } } },
    }),
    doc(readRoster, {
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
    }),
  ])
}
