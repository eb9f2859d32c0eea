import { schoolDay, startOfDay } from '@app/school-time/school-day'

/** The days whose lessons are kept on the device: today and tomorrow at the school. */
export function keptDays(): { today: string; tomorrow: string } {
  const today = schoolDay()
  return { today, tomorrow: schoolDay(startOfDay(today, 1).getTime()) }
}

/** Milliseconds until the day at the school is over. */
export const untilMidnight = () => startOfDay(schoolDay(), 1).getTime() - Date.now()
