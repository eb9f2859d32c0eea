import type { WebsiteFacts } from '@app/contracts/website/facts'
import { addDays } from '@app/table-schema/conditions'

type Exception = WebsiteFacts['hours']['exceptions'][number]
/** Days with the same hours and reason that follow each other, as they are edited: `at` is the index of the first. */
export type DayRange = { at: number; days: readonly Exception[] }

/** Nothing while the date is being typed. */
const dayAfter = (date: string): string | undefined =>
  Number.isNaN(Date.parse(`${date}T00:00:00Z`)) ? undefined : addDays(date, 1)

const follows = (before: Exception, { date, opens, closes, note }: Exception) =>
  date === dayAfter(before.date) && opens === before.opens && closes === before.closes && note === before.note

/** Joins days that follow each other. Each is stored on its own. */
export function rangesOf(exceptions: readonly Exception[]): DayRange[] {
  const ranges: { at: number; days: Exception[] }[] = []
  for (const [at, exception] of exceptions.entries()) {
    const last = ranges.at(-1)
    if (last && follows(last.days.at(-1)!, exception)) last.days.push(exception)
    else ranges.push({ at, days: [exception] })
  }
  return ranges
}

/** A day for each date from that of `first` through the last, at most `max`; without a later last date the first alone. */
export function daysThrough(first: Exception, through: string, max: number): Exception[] {
  const days = [first]
  for (
    let next = dayAfter(first.date);
    next !== undefined && next <= through && days.length < max;
    next = dayAfter(next)
  )
    days.push({ ...first, date: next })
  return days
}
