import { type LessonReminders, lessonRemindersId } from '@app/contracts/lesson-reminders'
import type { Db } from 'mongodb'
import { storedSettings } from '../settings/stored-settings'

/** The settings of a new school: nothing is sent. */
export const firstReminders: LessonReminders = {
  on: false,
  daysBefore: 1,
  time: '17:00',
  subject: 'Reminder: {lesson} on {day}',
  text: 'Hi {first_name},\n\nThis is a reminder of {lesson} for {students}:\n\n{day} at {time}\nPlace: {place}\nInstructor: {instructor}\n\nIf you cannot come, please answer this email.\n\n{school}',
}

export const reminderSettingsStore = (db: () => Db, now?: () => Date) =>
  storedSettings(db, { id: lessonRemindersId, first: firstReminders }, now)

export type ReminderSettingsStore = ReturnType<typeof reminderSettingsStore>
