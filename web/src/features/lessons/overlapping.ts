import { minutes } from '@app/contracts/durations'
import { lessonOf } from '@app/contracts/lessons'

type Values = Readonly<Record<string, unknown>>
type Span = { start: number; end: number }

/** When a lesson begins and ends; undefined without a valid start. */
export function spanFrom(values: Values): Span | undefined {
  const { startsAt, minutes: length } = lessonOf(values)
  const start = Date.parse(startsAt)
  return Number.isNaN(start) ? undefined : { start, end: start + minutes(length) }
}

/** True if a lesson that takes place is at the same time. One that begins when the other ends is not. */
export function overlapping(span: Span, lesson: Values): boolean {
  const other = lessonOf(lesson).cancelled ? undefined : spanFrom(lesson)
  return other !== undefined && other.start < span.end && span.start < other.end
}
