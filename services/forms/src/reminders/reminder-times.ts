import type { LessonReminders } from '@app/contracts/lesson-reminders'
import { schoolDay, startOfDay, timeOfDay } from '@app/school-time/school-day'

type When = Pick<LessonReminders, 'daysBefore' | 'time'>

/** The instant at which a lesson's reminder is due. */
export function reminderTime({ daysBefore, time }: When, startsAt: Date): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return timeOfDay(schoolDay(startsAt.getTime()), hour * 60 + minute, -daysBefore)
}

/** No lesson that begins later can be due within the current day. */
export const lastDue = ({ daysBefore }: When, now: number): Date => startOfDay(schoolDay(now), daysBefore + 1)
