import * as v from 'valibot'
import { emailText } from './email-text'
import { seatOffer } from './waiting'

const day = v.pipe(v.string(), v.isoDate())
const instant = v.string()

export const badge = v.object({
  label: v.string(),
  tone: v.picklist(['gray', 'green', 'amber', 'red', 'blue', 'purple']),
  /** A badge about the waiver of a student, which can be signed. */
  about: v.optional(v.literal('waiver')),
})
export type Badge = v.InferOutput<typeof badge>

export const attendance = v.picklist(['present', 'absent', 'excused'])
export type Attendance = v.InferOutput<typeof attendance>

/** Contact details are empty without the right to see the person's own table. */
export const lessonPerson = v.object({
  id: v.string(),
  label: v.string(),
  phone: v.nullable(v.string()),
  /** Who answers the phone where that is not the person: the guardian of a minor. */
  phoneOf: v.optional(v.string()),
  badges: v.array(badge),
  deleted: v.optional(v.literal(true)),
})
export type LessonPerson = v.InferOutput<typeof lessonPerson>

/** A student on the waiting list of a lesson. */
export const waitingStudent = v.object({ ...lessonPerson.entries, offer: v.nullable(seatOffer) })
export type WaitingStudent = v.InferOutput<typeof waitingStudent>

/** `GET /api/lessons/{id}/waiting`, in the order of the list. `version` is the `updated_at` of the lesson. */
export const waitingList = v.object({ waiting: v.array(waitingStudent), version: v.nullable(instant) })
export type WaitingList = v.InferOutput<typeof waitingList>

export const dayLesson = v.object({
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
  /** Who may make up this lesson in another one. */
  makeUps: v.optional(v.array(lessonPerson), () => []),
  /** Who does so: it is booked. */
  madeUp: v.optional(v.array(lessonPerson), () => []),
  /** Ids of students by how they were marked; a student in none of the lists is not marked yet. */
  attendance: v.object({ present: v.array(v.string()), absent: v.array(v.string()), excused: v.array(v.string()) }),
  /** `updated_at` of the record, for `If-Match`. */
  version: v.nullable(instant),
})
export type DayLesson = v.InferOutput<typeof dayLesson>

export const lessonDay = v.object({ date: day, lessons: v.array(dayLesson) })
export type LessonDay = v.InferOutput<typeof lessonDay>

export const dueInquiry = v.object({
  id: v.string(),
  name: v.string(),
  interestName: v.string(),
  dueBy: instant,
})

export const expiry = v.object({
  table: v.string(),
  id: v.string(),
  label: v.string(),
  kind: v.picklist(['certificate', 'inspection']),
  /** The day the certificate ends, or the day of the last inspection. */
  date: day,
})
export type Expiry = v.InferOutput<typeof expiry>

/** `GET /api/today`. A part is null without the right to see its table. */
export const todayAnswer = v.object({
  /** The current day at the school. */
  date: day,
  /** Today, if it has lessons, and the coming lesson days. */
  days: v.nullable(v.array(lessonDay)),
  /** The ids of the instructors that the user is: their lessons are shown first. */
  mine: v.array(v.string()),
  mayMarkAttendance: v.boolean(),
  inquiries: v.nullable(v.object({ due: v.array(dueInquiry), open: v.number(), overdue: v.number() })),
  expiring: v.array(expiry),
})
export type TodayAnswer = v.InferOutput<typeof todayAnswer>

/** `GET /api/today/mine`. */
export const mine = v.object({
  instructors: v.array(v.string()),
  /** Whether the caller sees no other lessons. */
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
export const rosterStudent = v.object({
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
  /** What instructors should know, such as allergies. */
  notes: v.optional(v.nullable(v.string()), null),
})
export type RosterStudent = v.InferOutput<typeof rosterStudent>

export const rosterLesson = v.object({ ...dayLesson.entries, students: v.array(rosterStudent) })
export type RosterLesson = v.InferOutput<typeof rosterLesson>

/** `GET /api/today/roster`. */
export const roster = v.object({ date: day, lessons: v.array(rosterLesson) })
export type Roster = v.InferOutput<typeof roster>
