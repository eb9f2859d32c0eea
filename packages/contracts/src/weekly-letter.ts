import * as v from 'valibot'
import { type CallDoc, call, doc } from './call'
import { clockTime } from './lesson-reminders'
import { adminChange, adminRead } from './policy'

/** Where its settings are stored, next to those of the forms. */
export const weeklyLetterId = 'weekly_letter'

/** A letter before the lessons of the next seven days, to each instructor and to admins. Off until it is switched on. */
export const weeklyLetter = v.strictObject({
  on: v.boolean('The letter must be on or off'),
  /** From 0, which is Sunday. */
  weekday: v.pipe(
    v.number('Choose a day'),
    v.integer('Choose a day'),
    v.minValue(0, 'Choose a day'),
    v.maxValue(6, 'Choose a day'),
  ),
  time: clockTime,
})
export type WeeklyLetter = v.InferOutput<typeof weeklyLetter>

/** `GET` and `PUT /api/forms/letter`; `version` recognizes a change by someone else. */
export const storedWeeklyLetter = v.object({ settings: v.object(weeklyLetter.entries), version: v.string() })
export type StoredWeeklyLetter = v.InferOutput<typeof storedWeeklyLetter>
const letterChange = v.strictObject({ settings: weeklyLetter, version: v.string() })

export const readWeeklyLetter = call({
  id: 'readWeeklyLetter',
  method: 'get',
  path: '/api/forms/letter',
  ...adminRead,
  response: { 200: storedWeeklyLetter },
})

export const changeWeeklyLetter = call({
  id: 'changeWeeklyLetter',
  method: 'put',
  path: '/api/forms/letter',
  ...adminChange,
  audit: { action: 'settings' },
  body: { schema: letterChange },
  response: { 200: storedWeeklyLetter },
  errors: ['invalid_input', 'conflict'],
})

/** The prose of these calls, for the API reference alone. */
export const docs = (): CallDoc[] => {
  const tag = 'Mailings'
  const example = { settings: { on: true, weekday: 5, time: '16:00' }, version: '2026-05-01T10:00:00.000Z' }
  return [
    doc(readWeeklyLetter, {
      tag,
      summary: 'The weekly letter to instructors',
      description:
        'Whether a letter about the lessons of the next seven days is sent, and when. Off until switched on.',
      responses: { 200: { description: 'The settings.', example } },
    }),
    doc(changeWeeklyLetter, {
      tag,
      summary: 'Change the weekly letter',
      description:
        'Each instructor gets one letter about their own lessons, each admin one about all lessons and the inquiries that wait. It is made of what the rights of its reader show at the moment it is sent. None is sent for a time before the letter was switched on.',
      body: { example },
      responses: { 200: { description: 'Changed. The settings afterwards.', example } },
      errors: {
        invalid_input: 'A setting is missing or not valid.',
        conflict: 'Someone else has changed the settings since this version.',
      },
    }),
  ]
}
