import { doc } from './call-doc'
import {
  changeLessonReminders,
  listReminderCalls,
  noteReminderCall,
  previewLessonReminder,
  readLessonReminders,
} from './lesson-reminders'
import { exampleId } from './parameters.doc'

const tag = 'Mailings'
const settings = {
  on: true,
  daysBefore: 1,
  time: '17:00',
  subject: 'Reminder: {lesson} on {day}',
  text: 'Hi {first_name},\n\nSee you on {day} at {time}, {place}.\n\n{school}',
}
const example = { settings, version: '2026-05-01T10:00:00.000Z' }
const calls = {
  on: true,
  lessons: [
    {
      ...{ id: exampleId, title: 'Saturday beginners A', startsAt: '2026-11-28T18:00:00.000Z' },
      people: [
        {
          ...{ table: 'students', id: exampleId, name: 'Ben Brook', guardian: 'R. Brook' },
          ...{ phone: '(916) 555-0142', called: false },
        },
      ],
    },
  ],
}

export const readLessonRemindersDoc = doc(readLessonReminders, {
  tag,
  summary: 'Reminders of lessons',
  description: 'Whether participants are reminded of their lessons, when, and by which email. Off until switched on.',
  responses: { 200: { description: 'The settings.', example } },
})

export const changeLessonRemindersDoc = doc(changeLessonReminders, {
  tag,
  summary: 'Change the reminders of lessons',
  description:
    'A reminder is made of its lesson at the moment it is sent: a canceled lesson sends none, a moved one sends the new time. Each address gets one email for a lesson and a time. Lessons whose time for the reminder was over when reminders were switched on get none.',
  body: { example },
  responses: { 200: { description: 'Stored.', example } },
  errors: {
    invalid_input: 'A setting is missing or not valid, or a text has an unknown placeholder.',
    conflict: 'Someone else has changed the settings since `version`.',
  },
})

export const previewLessonReminderDoc = doc(previewLessonReminder, {
  tag,
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
})

export const listReminderCallsDoc = doc(listReminderCalls, {
  tag,
  summary: 'Whom reminders do not reach',
  description:
    'Participants of lessons that reminders are due for today or were before, who have no email address or are left out of mailings, and must be called; with `unsent` also those whose email waits because the school has sent as many as it may within 24 hours. `problem` says why nobody is reminded of a lesson. To a caller who may not see guardians `phone` is that of the student. Empty while reminders are off.',
  responses: {
    200: {
      description: 'The lessons with these people, in their order.',
      example: calls,
    },
  },
  errors: { not_found: 'Students may not be seen.' },
})

export const noteReminderCallDoc = doc(noteReminderCall, {
  tag,
  summary: 'Tick off a call',
  description: 'Notes that a person whom reminders do not reach was called about a lesson at this time, for all staff.',
  body: { example: { lesson: exampleId, startsAt: '2026-11-28T18:00:00.000Z', person: exampleId, called: true } },
  responses: { 200: { description: 'Noted. The calls afterwards.', example: calls } },
  errors: {
    not_found: 'Students may not be seen, or no such lesson begins then.',
    invalid_input: 'A value is missing or not valid.',
  },
})
