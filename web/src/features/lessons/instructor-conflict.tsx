import { hours, minutes } from '@app/contracts/durations'
import { lessonOf } from '@app/contracts/lessons'
import { listRecords } from '@app/contracts/records'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { recordsKey } from '#lib/record-keys'
import { dayAtSchool, schoolTime, shortDay } from '#lib/school-time'
import { Notice } from '#ui/notice'
import { overlapping, spanFrom } from './overlapping'

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
