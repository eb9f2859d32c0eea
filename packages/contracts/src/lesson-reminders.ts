import * as v from 'valibot'
import { unreachable } from './mailings'
import { objectIdPattern } from './object-id'
import { writtenLine, writtenText } from './written-text'

/** Where the settings of reminders are stored, next to those of the forms. */
export const lessonRemindersId = 'lesson_reminders'

/** Days before the lesson, at most: later ones come with a lesson that was just planned. */
export const maxDaysBefore = 7

/** What a subject and a text may name; each is filled in for the lesson, and the first two for its recipient. */
export const reminderPlaceholders = [
  ...['name', 'first_name', 'students'],
  ...['lesson', 'day', 'time', 'place', 'instructor', 'school'],
] as const

/** Reminders of lessons, which are off until they are switched on. */
export const lessonReminders = v.strictObject({
  on: v.boolean('Reminders must be on or off'),
  daysBefore: v.pipe(
    v.number('Days before the lesson must be a number'),
    v.integer('Days before the lesson must be an integer'),
    v.minValue(0, 'Days before the lesson cannot be less than 0'),
    v.maxValue(maxDaysBefore, `Days before the lesson cannot be greater than ${maxDaysBefore}`),
  ),
  /** On the school's clock. */
  time: v.pipe(v.string('Time is required'), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Time must be a valid time')),
  subject: writtenLine('Subject', 150),
  text: writtenText('Text', 5_000),
})
export type LessonReminders = v.InferOutput<typeof lessonReminders>

/** `GET` and `PUT /api/forms/reminders`; `version` recognizes a change by someone else. */
export const storedReminders = v.object({ settings: v.object(lessonReminders.entries), version: v.string() })
export type StoredReminders = v.InferOutput<typeof storedReminders>
export const remindersChange = v.strictObject({ settings: lessonReminders, version: v.string() })

/** `GET /api/forms/reminders/calls`: whom reminders do not reach, lesson by lesson. */
export const reminderCalls = v.object({
  on: v.boolean(),
  lessons: v.array(
    v.object({
      id: v.string(),
      title: v.string(),
      startsAt: v.string(),
      people: v.array(
        v.object({
          ...unreachable.entries,
          called: v.boolean(),
          /** There is an address, but no email was sent yet, such as beyond the emails of the school for a day. */
          unsent: v.optional(v.boolean()),
        }),
      ),
      /** Why no reminders are sent for this lesson, such as too many participants. */
      problem: v.optional(v.string()),
    }),
  ),
})
export type ReminderCalls = v.InferOutput<typeof reminderCalls>

const id = v.pipe(v.string(), v.regex(objectIdPattern))

/** `POST /api/forms/reminders/calls`: a person was called, or was not after all. */
export const reminderCall = v.strictObject({
  lesson: id,
  startsAt: v.pipe(v.string(), v.isoTimestamp()),
  person: id,
  called: v.boolean(),
})
export type ReminderCall = v.InferOutput<typeof reminderCall>
