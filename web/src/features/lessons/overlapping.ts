import { minutes } from '@app/contracts/durations'

type Values = Readonly<Record<string, unknown>>
type Span = { start: number; end: number }

/** When a lesson begins and ends; undefined without a valid start. */
export function spanFrom({ starts_at, minutes: length }: Values): Span | undefined {
  const start = typeof starts_at === 'string' ? Date.parse(starts_at) : Number.NaN
  return Number.isNaN(start) ? undefined : { start, end: start + minutes(Number(length) || 0) }
}

/** Whether a lesson that takes place is at the same time. One that begins when the other ends is not. */
export function overlapping(span: Span, lesson: Values): boolean {
  const other = lesson['cancelled'] === true ? undefined : spanFrom(lesson)
  return other !== undefined && other.start < span.end && span.start < other.end
}
