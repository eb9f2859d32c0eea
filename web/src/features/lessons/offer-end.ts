import { hours } from '@app/contracts/durations'
import { minuteOfDay, schoolDay, timeOfDay } from '@app/school-time/school-day'

/** A seat is held for a day. */
const heldFor = hours(24)
/** Families answer from 8 AM to 9 PM at the school. */
const morning = 8 * 60
const evening = 21 * 60

/** Until when a seat is held that is offered now: an end at night is put off until the morning, and none is after the lesson begins. */
export function offerEnd(start: number, now = Date.now()): Date {
  const end = now + heldFor
  const minute = minuteOfDay(end)
  const isAwake = minute >= morning && minute <= evening
  const answered = isAwake ? end : timeOfDay(schoolDay(end), morning, minute > evening ? 1 : 0).getTime()
  return new Date(Math.min(answered, start))
}
