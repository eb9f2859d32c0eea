import * as v from 'valibot'
import { doc, get, post, remove, tagged } from './call'
import { exampleId } from './doc-parts'
import { idempotencyHeaders } from './idempotency'
import { objectIdPattern } from './object-id'
import { idParams, recordId } from './parameters'
import { changeOf, readOf, right } from './policy'
import { waitingList } from './today'
import { writtenLine } from './written-text'

/** `GET /api/lessons/{id}/walk-ins`: students by their names, and nothing else of them. */
const walkInNames = v.object({ data: v.array(v.object({ id: v.string(), label: v.string() })) })
export type WalkInNames = v.InferOutput<typeof walkInNames>

const known = v.strictObject({ student: v.pipe(v.string(), v.regex(objectIdPattern, 'Student must be an id')) })
const unknown = v.strictObject({
  /** The fields that a student needs, as the table describes them. */
  values: v.record(v.string(), v.unknown()),
  guardian: v.optional(v.strictObject({ name: writtenLine('Guardian', 100), phone: writtenLine('Phone', 40) })),
})

/** `POST /api/lessons/{id}/walk-ins`: a student of the school, or a new one. */
const newWalkIn = v.union([known, unknown], 'Send the id of a student, or the values of a new one')
export type NewWalkIn = v.InferOutput<typeof newWalkIn>

export const walkedIn = v.object({ student: v.string() })

type Values = Readonly<Record<string, unknown>>

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const number = (value: unknown) => (typeof value === 'number' ? value : 0)
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

/**
 * A record of the lessons' table with the types that the product relies on; a field that is missing or of another type is
 * empty: `lessonOf({ starts_at: '2026-12-05T17:00:00Z' }).cancelled` is `false`.
 */
export const lessonOf = (record: Values) => ({
  title: text(record['title']),
  /** An instant; empty without one. */
  startsAt: text(record['starts_at']),
  minutes: number(record['minutes']),
  place: text(record['place']),
  seats: number(record['seats']),
  cancelled: record['cancelled'] === true,
  /** The id of a record of `instructors`. */
  instructor: text(record['instructor']),
  /** Ids of records of `students`, as are the next five. */
  students: texts(record['students']),
  /** In order. They have no seat. */
  waiting: texts(record['waiting']),
  makeUps: texts(record['make_ups']),
  madeUp: texts(record['made_up']),
  absent: texts(record['absent']),
  excused: texts(record['excused']),
  version: typeof record['updated_at'] === 'string' ? record['updated_at'] : null,
})

const studentId = v.pipe(v.string(), v.regex(objectIdPattern, 'Student must be an id'))

const newSeatOffer = v.strictObject({
  student: studentId,
  /** Those who get their seats together with the student: all of them, or none. */
  siblings: v.optional(v.pipe(v.array(studentId), v.maxLength(9, 'At most 9 siblings'))),
  /** The seat is held until then: an instant, not after the lesson begins. */
  until: v.pipe(v.string(), v.isoTimestamp('Until must be an instant')),
})
export type NewSeatOffer = v.InferOutput<typeof newSeatOffer>

export const readWaiting = get('readWaiting', '/api/lessons/:id/waiting', {
  ...readOf('lessons'),
  own: true,
  params: idParams,
  response: { 200: waitingList },
  errors: ['not_found'],
})

/** The email also needs the right to see students. */
export const offerSeat = post('offerSeat', '/api/lessons/:id/offer', {
  access: right('lessons', 'edit'),
  limit: 'send',
  audit: { action: 'offer', by: 'action' },
  params: idParams,
  body: { schema: newSeatOffer },
  response: { 200: waitingList },
  errors: ['not_found', 'invalid_input', 'conflict'],
})

/** For who teaches the lesson: of students outside of it there are the names. */
export const findWalkIns = get('findWalkIns', '/api/lessons/:id/walk-ins', {
  access: right('lessons', 'edit'),
  own: true,
  accounts: false,
  limit: 'read',
  params: idParams,
  query: v.object({ q: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(200)) }),
  response: { 200: walkInNames },
  errors: ['not_found'],
})

/** A new student also needs the right to change students and guardians, but in one's own lessons. */
export const addWalkIn = post('addWalkIn', '/api/lessons/:id/walk-ins', {
  ...changeOf('lessons'),
  own: true,
  accounts: false,
  audit: { action: 'update', by: 'action' },
  params: idParams,
  headers: idempotencyHeaders,
  body: { schema: newWalkIn },
  response: { 200: walkedIn },
  errors: ['not_found', 'forbidden', 'invalid_input', 'conflict', 'unavailable'],
})

/** For who added the student, within ten minutes. */
export const removeWalkIn = remove('removeWalkIn', '/api/lessons/:id/walk-ins/:student', {
  ...changeOf('lessons'),
  own: true,
  accounts: false,
  audit: { action: 'update', by: 'action' },
  params: v.object({ id: recordId, student: recordId }),
  response: { 200: walkedIn },
  errors: ['not_found', 'conflict', 'unavailable'],
})

export const docs = () => {
  const example = {
    waiting: [
      {
        id: exampleId,
        label: 'Ada Brook',
        phone: '(916) 555-0142',
        badges: [],
        offer: { until: '2026-11-28T01:00:00.000Z', isOpen: true, isMailed: true },
      },
    ],
    version: '2026-11-26T17:00:00.000Z',
  }
  const parameters = { id: { description: 'The id of the lesson.', example: exampleId } }
  return tagged('Today', [
    doc(readWaiting, {
      summary: 'Waiting list of a lesson',
      description:
        'The students in the field `waiting`, in order, with the seats that are held for them. Phone numbers and badges need the right to view students.',
      parameters,
      responses: { 200: { description: 'The list.', example } },
      errors: { not_found: 'There is no such lesson.' },
    }),
    doc(offerSeat, {
      summary: 'Offer a seat',
      description:
        'Holds a free seat for a student of the waiting list and writes to them; for a student under 18 to the guardians, also where the caller may not see guardians, who are not shown then. The seat counts as taken until `until`, or until the student leaves the list; staff add the student to the lesson when they accept. One seat goes to one student: of two offers of the last seat at the same moment, the second is refused. `siblings` get their seats together with the student, all or none, and share one email to their guardian. An offer that is still open is not repeated, and its email is sent once.',
      parameters,
      body: { example: { student: exampleId, until: '2026-11-28T01:00:00.000Z' } },
      responses: { 200: { description: 'The list with the offer.', example } },
      errors: {
        not_found: 'There is no such lesson, or the user may not view students.',
        invalid_input: 'A student is not on the list, or `until` is past or after the lesson begins.',
        conflict: 'Too few seats are free, or the lesson is canceled.',
      },
    }),
    doc(findWalkIns, {
      summary: 'Students by name, for a walk-in',
      description:
        'Students of the school who are not in the lesson and whose name holds every word. At most 10, names alone: this is for teachers who see the students of their own lessons only.',
      parameters: { ...parameters, q: { description: 'Words of the name, at least 2 characters.', example: 'ada' } },
      responses: { 200: { description: 'The students.', example: { data: [{ id: exampleId, label: 'Ada Brook' }] } } },
      errors: { not_found: 'There is no such lesson, or it is not one of yours.' },
    }),
    doc(addWalkIn, {
      summary: 'Add a walk-in',
      description:
        'Adds a student to a lesson who comes without being expected: one of the school, or a new one with a guardian. Of a new one only the fields that a student needs are taken. Send an `Idempotency-Key`: a repeated call adds once.',
      parameters: {
        ...parameters,
        'Idempotency-Key': { description: 'Makes a repeated call safe.', example: '5f3c1a9be0d24c7f' },
      },
      body: { example: { student: exampleId } },
      responses: { 200: { description: 'The student, who is in the lesson.', example: { student: exampleId } } },
      errors: {
        not_found: 'There is no such lesson, or it is not one of yours.',
        forbidden: 'A new student needs the right to change students and guardians.',
        invalid_input: 'There is no such student, or a value of the new one is missing or not valid.',
        conflict: 'No seat is free, or the lesson is canceled.',
        unavailable: 'Several people are changing the lesson.',
      },
    }),
    doc(removeWalkIn, {
      summary: 'Undo a walk-in',
      description:
        'Takes a student out of a lesson again whom the caller has added to it within the last ten minutes, with the marks of attendance. Who was on its waiting list is there again, at the end. No record is deleted.',
      parameters: { ...parameters, student: { description: 'The id of the student.', example: exampleId } },
      responses: { 200: { description: 'The student, who is not in the lesson.', example: { student: exampleId } } },
      errors: {
        not_found: 'There is no such lesson, or it is not one of yours.',
        conflict: 'The caller has not added this student within the last ten minutes.',
        unavailable: 'Several people are changing this lesson at the same time.',
      },
    }),
  ])
}
