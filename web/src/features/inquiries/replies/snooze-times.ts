import { hours, minutes } from '@app/contracts/durations'
import { minuteOfDay, schoolDay, startOfDay } from '@app/school-time/school-day'

export type SnoozeTime = { key: string; label: string; until: Date }

/** In minutes after midnight: when a day begins at the school. */
const morning = 9 * 60

/** Offered times: later today, tomorrow, the next day of lessons, next week. Days begin at nine on the school's clock. */
export function snoozeTimes(now: number): SnoozeTime[] {
  const today = schoolDay(now)
  const at = (ahead: number) => {
    const guess = startOfDay(today, ahead).getTime() + minutes(morning)
    // On a day on which clocks change the guess is off by an hour.
    return new Date(guess + minutes(morning - minuteOfDay(guess)))
  }
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay()
  const toMonday = (8 - weekday) % 7 || 7
  const toSaturday = 6 - weekday
  return [
    { key: 'tomorrow', label: 'Tomorrow morning', until: at(1) },
    { key: 'hours', label: 'In 3 hours', until: new Date(now + hours(3)) },
    ...(toSaturday > 1 ? [{ key: 'saturday', label: 'Saturday morning', until: at(toSaturday) }] : []),
    ...(toMonday === 1 ? [] : [{ key: 'monday', label: 'Monday morning', until: at(toMonday) }]),
    { key: 'week', label: 'In a week', until: at(7) },
  ]
}
