import * as v from 'valibot'
import { doc, get, post, tagged } from './call'
import type { CallResult } from './call-request'
import { exampleId } from './doc-parts'
import { mailPreview, mailTemplate } from './form-settings'
import { mailingTable, unreachable } from './mailings'
import { recordId } from './parameters'
import { adminRead, changeOf, readOf } from './policy'
import { settingsCalls, settingsDocs } from './settings-calls'
import { writtenLine, writtenText } from './written-text'

/** Where the settings of reminders are stored, next to those of the forms. */
export const lessonRemindersId = 'lesson_reminders'

/** Days before the lesson, at most: later ones come with a lesson that was just planned. */
export const maxDaysBefore = 7

/** Placeholders of a subject and a text; each is filled in for the lesson, and the first two for its recipient. */
export const reminderPlaceholders = [
  ...['name', 'first_name', 'students'],
  ...['lesson', 'day', 'time', 'place', 'instructor', 'school'],
] as const

/** On the school's clock. */
export const clockTime = v.pipe(
  v.string('Time is required'),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Time must be a valid time'),
)

/** Reminders of lessons, which are off until they are switched on. */
export const lessonReminders = v.strictObject({
  on: v.boolean('Reminders must be on or off'),
  daysBefore: v.pipe(
    v.number('Days before the lesson must be a number'),
    v.integer('Days before the lesson must be an integer'),
    v.minValue(0, 'Days before the lesson cannot be less than 0'),
    v.maxValue(maxDaysBefore, `Days before the lesson cannot be greater than ${maxDaysBefore}`),
  ),
  time: clockTime,
  subject: writtenLine('Subject', 150),
  text: writtenText('Text', 5_000),
})
export type LessonReminders = v.InferOutput<typeof lessonReminders>

const reminderSettingsCalls = settingsCalls(
  'LessonReminders',
  '/api/forms/reminders',
  lessonReminders,
  v.object(lessonReminders.entries),
)
export const { read: readLessonReminders, change: changeLessonReminders } = reminderSettingsCalls
export type StoredReminders = CallResult<typeof readLessonReminders>

/** `GET /api/forms/reminders/calls`: whom reminders do not reach, lesson by lesson. */
const reminderCalls = v.object({
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

/** `POST /api/forms/reminders/calls`: a person was called, or was not after all. */
const reminderCall = v.strictObject({
  lesson: recordId,
  startsAt: v.pipe(v.string(), v.isoTimestamp()),
  person: recordId,
  called: v.boolean(),
})
export type ReminderCall = v.InferOutput<typeof reminderCall>

/** Sends nothing. */
export const previewLessonReminder = post('previewLessonReminder', '/api/forms/reminders/preview', {
  ...adminRead,
  audit: false,
  body: { schema: mailTemplate },
  response: { 200: mailPreview },
})

/** The handler looks for the right to see students as well, whose phone numbers these are. */
export const listReminderCalls = get('listReminderCalls', '/api/forms/reminders/calls', {
  ...readOf(mailingTable),
  response: { 200: reminderCalls },
  errors: ['not_found'],
})

/** A tick that staff share. The lesson and its people stay as they are. */
export const noteReminderCall = post('noteReminderCall', '/api/forms/reminders/calls', {
  ...changeOf(mailingTable),
  audit: { action: 'update', about: ['lesson', 'person', 'called'] },
  body: { schema: reminderCall },
  response: { 200: reminderCalls },
  errors: ['not_found', 'invalid_input'],
})

export const docs = () => {
  const settings = {
    on: true,
    daysBefore: 1,
    time: '17:00',
    subject: 'Reminder: {lesson} on {day}',
    text: 'Hi {first_name},\n\nSee you on {day} at {time}, {place}.\n\n{school}',
  }
  const calls = {
    on: true,
    lessons: [
      {
        id: exampleId,
        title: 'Saturday beginners A',
        startsAt: '2026-11-28T18:00:00.000Z',
        people: [
          {
            table: 'students',
            id: exampleId,
            name: 'Ben Brook',
            guardian: 'R. Brook',
            phone: '(916) 555-0142',
            called: false,
          },
        ],
      },
    ],
  }
  return tagged('Mailings', [
    ...settingsDocs(reminderSettingsCalls, {
      settings,
      read: {
        summary: 'Reminders of lessons',
        description:
          'Whether participants are reminded of their lessons, when, and by which email. Off until switched on.',
      },
      change: {
        summary: 'Change the reminders of lessons',
        description:
          'A reminder is made of its lesson at the moment it is sent: a canceled lesson sends none, a moved one sends the new time. Each address gets one email for a lesson and a time. Lessons whose time for the reminder was over when reminders were switched on get none.',
      },
    }),
    doc(previewLessonReminder, {
      summary: 'Preview a reminder',
      description: 'Fills in a subject and a text for the next lesson, or for a sample, without sending anything.',
      body: { example: { subject: settings.subject, text: settings.text } },
      responses: {
        200: {
          description: 'The email as its recipient would read it; `missing` names placeholders that do not exist.',
          example: {
            subject: 'Reminder: Saturday beginners A on Saturday, November 28',
            text: 'Hi Ada,\n\nSee you on Saturday, November 28 at 10:00 AM, Roseville.\n\nValley Oak Archery',
            missing: [],
          },
        },
      },
    }),
    doc(listReminderCalls, {
      summary: 'Whom reminders do not reach',
      description:
        'Participants to call, since no reminder reaches them by email: they have no address, or are left out of mailings. Covers lessons whose reminders are due today or were due before. With `unsent` also those whose email waits because the school has reached its limit for 24 hours. `problem` says why nobody is reminded of a lesson. To a caller who may not see guardians `phone` is that of the student. Empty while reminders are off.',
      responses: {
        200: {
          description: 'The lessons with these people, in their order.',
          example: calls,
        },
      },
      errors: { not_found: 'Students may not be seen.' },
    }),
    doc(noteReminderCall, {
      summary: 'Tick off a call',
      description:
        'Notes that a person whom reminders do not reach was called about a lesson at this time, for all staff.',
      body: { example: { lesson: exampleId, startsAt: '2026-11-28T18:00:00.000Z', person: exampleId, called: true } },
      responses: { 200: { description: 'Noted. The calls afterwards.', example: calls } },
      errors: {
        not_found: 'Students may not be seen, or no such lesson begins then.',
        invalid_input: 'A value is missing or not valid.',
      },
    }),
  ])
}
