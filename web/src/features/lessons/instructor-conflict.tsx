import { hours, minutes } from '@app/contracts/durations'
import { lessonOf } from '@app/contracts/lessons'
import { listRecords } from '@app/contracts/records'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { recordsKey } from '#lib/record-keys'
import { dayAtSchool, schoolTime, shortDay } from '#lib/school-time'
import { Notice } from '#ui/notice'

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

/** No lesson is longer. */
const longest = hours(8)

type Props = { id: string | undefined; values: Readonly<Record<string, unknown>> }

/** Warns that the instructor has another lesson at this time; it can be saved all the same. */
export function InstructorConflict({ id, values }: Props) {
  const span = spanFrom(values)
  const { instructor, cancelled } = lessonOf(values)
  const { data } = useQuery({
    queryKey: [...recordsKey('lessons'), 'of instructor', instructor, span],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({
        instructor,
        starts_at__gte: new Date(span!.start - longest).toISOString(),
        starts_at__lt: new Date(span!.end).toISOString(),
        sort: 'starts_at:asc',
        limit: '50',
      })
      return callApi(listRecords, { params: { table: 'lessons' }, search, signal })
    },
    enabled: instructor !== '' && span !== undefined && !cancelled,
    staleTime: minutes(1),
    retry: false,
  })
  const other = span && data?.data.find((record) => record.id !== id && overlapping(span, record))
  if (!other || cancelled) return null
  const { title, startsAt } = lessonOf(other)
  return (
    <Notice tone="warn">
      <p>
        This instructor also teaches {title || 'another lesson'} on {shortDay(dayAtSchool(startsAt))} at{' '}
        {schoolTime(startsAt)}.
      </p>
    </Notice>
  )
}
