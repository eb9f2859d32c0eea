import { hours, minutes } from '@app/contracts/durations'
import { listRecords } from '@app/contracts/records'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { occupyingFrom, overCapacity, overCapacityText } from '#lib/place-load'
import { recordsKey } from '#lib/record-keys'
import { Notice } from '#ui/notice'

/** No lesson is longer. */
const longest = hours(8)
/** More lessons than a place has within such a time. */
const maxLessons = '100'

type Props = {
  id: string | undefined
  values: Readonly<Record<string, unknown>>
  /** The title of the place, and its capacity. */
  place: string
  capacity: number | undefined
}

/** Warns that the place has too many people at this time; it can be saved all the same. */
export function PlaceConflict({ id, values, place, capacity }: Props) {
  const lesson = occupyingFrom({ ...values, id })
  const { data } = useQuery({
    queryKey: [...recordsKey('lessons'), 'at place', lesson?.place, lesson?.start, lesson?.end],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({
        place: lesson!.place,
        starts_at__gte: new Date(lesson!.start - longest).toISOString(),
        starts_at__lt: new Date(lesson!.end).toISOString(),
        sort: 'starts_at:asc',
        limit: maxLessons,
      })
      return callApi(listRecords, { params: { table: 'lessons' }, search, signal })
    },
    enabled: lesson !== undefined && capacity !== undefined,
    staleTime: minutes(1),
    retry: false,
  })
  if (!data || capacity === undefined) return null
  const others = data.data.flatMap((record) => occupyingFrom(record) ?? [])
  const most = overCapacity(lesson, others, capacity)
  if (most === undefined) return null
  return (
    <Notice tone="warn">
      <p>
        {place} is over capacity: {overCapacityText(most, capacity)}.
      </p>
    </Notice>
  )
}
