import { hours, minutes } from '@app/contracts/durations'
import { minuteOfDay, schoolDay, startOfDay } from '@app/school-time/school-day'

export type SnoozeTime = { key: string; label: string; until: Date }

/** In minutes after midnight: when a day begins at the school. */
const morning = 9 * 60

/** Nine in the morning at the school, some days ahead of a day. */
function morningOf(day: string, ahead: number): Date {
  const guess = startOfDay(day, ahead).getTime() + minutes(morning)
  // On a day on which clocks change the guess is off by an hour.
  return new Date(guess + minutes(morning - minuteOfDay(guess)))
}

/** The days until the next one of this weekday, which is not today. */
const daysTo = (weekday: number, today: string) => ((weekday + 6 - new Date(`${today}T12:00:00Z`).getUTCDay()) % 7) + 1
const [monday, saturday] = [1, 6]

/** The morning of the next Saturday, which is not today. */
export function nextSaturday(now: number): Date {
  const today = schoolDay(now)
  return morningOf(today, daysTo(saturday, today))
}

/** Offered times: later today, tomorrow, the next day of lessons, next week. Days begin at nine on the school's clock. */
export function snoozeTimes(now: number): SnoozeTime[] {
  const today = schoolDay(now)
  const at = (ahead: number) => morningOf(today, ahead)
  const toMonday = daysTo(monday, today)
  const toSaturday = daysTo(saturday, today)
  return [
    { key: 'tomorrow', label: 'Tomorrow morning', until: at(1) },
    { key: 'hours', label: 'In 3 hours', until: new Date(now + hours(3)) },
    ...(toSaturday > 1 && toSaturday < 7
      ? [{ key: 'saturday', label: 'Saturday morning', until: at(toSaturday) }]
      : []),
    ...(toMonday === 1 ? [] : [{ key: 'monday', label: 'Monday morning', until: at(toMonday) }]),
    { key: 'week', label: 'In a week', until: at(7) },
  ]
}
