import { listRecords } from '@app/contracts/calls/records'
import { hours, minutes } from '@app/contracts/durations'
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
  const instructor = typeof values['instructor'] === 'string' ? values['instructor'] : ''
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
    enabled: instructor !== '' && span !== undefined && values['cancelled'] !== true,
    staleTime: minutes(1),
    retry: false,
  })
  const other = span && data?.data.find((record) => record.id !== id && overlapping(span, record))
  if (!other || values['cancelled'] === true) return null
  const start = String(other['starts_at'])
  return (
    <Notice tone="warn">
      <p>
        This instructor also teaches {String(other['title'] ?? 'another lesson')} on {shortDay(dayAtSchool(start))} at{' '}
        {schoolTime(start)}.
      </p>
    </Notice>
  )
}
