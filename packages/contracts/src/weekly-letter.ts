import * as v from 'valibot'
import { tagged } from './call'
import { clockTime } from './lesson-reminders'
import { settingsCalls, settingsDocs } from './settings-calls'

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

const letterCalls = settingsCalls('WeeklyLetter', '/api/forms/letter', weeklyLetter, v.object(weeklyLetter.entries))
export const { read: readWeeklyLetter, change: changeWeeklyLetter } = letterCalls

export const docs = () =>
  tagged(
    'Mailings',
    settingsDocs(letterCalls, {
      settings: { on: true, weekday: 5, time: '16:00' },
      read: {
        summary: 'The weekly letter to instructors',
        description:
          'Whether a letter about the lessons of the next seven days is sent, and when. Off until switched on.',
      },
      change: {
        summary: 'Change the weekly letter',
        description:
          'Each instructor gets one letter about their own lessons, each admin one about all lessons and the inquiries that wait. It is made of what the rights of its reader show at the moment it is sent. None is sent for a time before the letter was switched on.',
      },
    }),
  )
