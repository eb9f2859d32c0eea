import { hours, minutes } from '@app/contracts/durations'
import { lessonOf } from '@app/contracts/lessons'
import { listRecords } from '@app/contracts/records'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { occupyingFrom, overCapacity, overCapacityText } from '#lib/place-load'
import { recordsKey } from '#lib/records'
import { dayAtSchool, schoolTime, shortDay } from '#lib/school-time'
import { Notice } from '#ui/notice'

/** No lesson is longer. */
const longest = hours(8)
/** More lessons than a place has within such a time. */
const maxLessons = '100'

type Values = Readonly<Record<string, unknown>>
type Span = { start: number; end: number }

/** The lessons that may be at the time of a span, of those that `which` selects. */
function useLessonsAround(which: Record<string, string>, span: Span | undefined, enabled: boolean) {
  const { start, end } = span ?? {}
  const { data } = useQuery({
    queryKey: [...recordsKey('lessons'), 'around', which, start, end],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({
        ...which,
        starts_at__gte: new Date(span!.start - longest).toISOString(),
        starts_at__lt: new Date(span!.end).toISOString(),
        sort: 'starts_at:asc',
      })
      return callApi(listRecords, { params: { table: 'lessons' }, search, signal })
    },
    enabled: enabled && span !== undefined,
    staleTime: minutes(1),
    retry: false,
  })
  return data?.data
}

type PlaceConflictProps = {
  id: string | undefined
  values: Values
  /** The title of the place, and its capacity. */
  place: string
  capacity: number | undefined
}

/** Warns that the place has too many people at this time; it can be saved all the same. */
export function PlaceConflict({ id, values, place, capacity }: PlaceConflictProps) {
  const lesson = occupyingFrom({ ...values, id })
  const found = useLessonsAround({ place: lesson?.place ?? '', limit: maxLessons }, lesson, capacity !== undefined)
  if (!found || capacity === undefined) return null
  const others = found.flatMap((record) => occupyingFrom(record) ?? [])
  const most = overCapacity(lesson, others, capacity)
  if (most === undefined) return null
  return <Notice tone="warn" text={`${place} is over capacity: ${overCapacityText(most, capacity)}.`} />
}

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

type Props = { id: string | undefined; values: Values }

/** Warns that the instructor has another lesson at this time; it can be saved all the same. */
export function InstructorConflict({ id, values }: Props) {
  const span = spanFrom(values)
  const { instructor, cancelled } = lessonOf(values)
  const found = useLessonsAround({ instructor, limit: '50' }, span, instructor !== '' && !cancelled)
  const other = span && found?.find((record) => record.id !== id && overlapping(span, record))
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
