import type { LessonReminders } from '@app/contracts/lesson-reminders'
import { schoolDay, startOfDay, timeOfDay } from '@app/school-time/school-day'

type When = Pick<LessonReminders, 'daysBefore' | 'time'>

/** `17:30` in minutes since midnight. */
export function minutesIn(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** The instant at which a lesson's reminder is due. */
export const reminderTime = ({ daysBefore, time }: When, startsAt: Date): Date =>
  timeOfDay(schoolDay(startsAt.getTime()), minutesIn(time), -daysBefore)

/** No lesson that begins later can be due within the current day. */
export const lastDue = ({ daysBefore }: When, now: number): Date => startOfDay(schoolDay(now), daysBefore + 1)
