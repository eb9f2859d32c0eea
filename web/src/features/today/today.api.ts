import { minutes, seconds } from '@app/contracts/durations'
import { lessonDay, readToday, type TodayAnswer } from '@app/contracts/today'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import * as v from 'valibot'
import { callApi } from '#lib/call-api'
import { isUnreachable, useIsOffline } from '#lib/connection'
import { forget, keep, keptDays, readAllKept } from '#lib/device-store'
import { local } from '#lib/query-client'
import { useLater } from '#lib/use-later'

const prefix = 'day/'
const keptDay = v.object({
  at: v.string(),
  day: lessonDay,
  mine: v.array(v.string()),
  mayMarkAttendance: v.boolean(),
})

/** Keeps the lessons of today and tomorrow on this device, each until its day is over. */
async function keepDays({ days, mine, mayMarkAttendance }: TodayAnswer) {
  const at = new Date().toISOString()
  await Promise.all(
    Object.values(keptDays()).map((date) => {
      const day = days?.find((each) => each.date === date)
      return day ? keep(prefix + date, { at, day, mine, mayMarkAttendance }, date) : forget(prefix + date)
    }),
  )
}

/** A day as this device knows it, and since when. */
type KeptToday = { answer: TodayAnswer; at: string }

/** The kept days as an answer; null when none is kept. */
async function readKeptToday(): Promise<KeptToday | null> {
  const kept = (await readAllKept(prefix, keptDay)).map(([, value]) => value)
  const first = kept.toSorted((a, b) => (a.day.date < b.day.date ? -1 : 1))
  if (first.length === 0) return null
  const { mine, mayMarkAttendance, at } = first[0]!
  const days = first.map(({ day }) => day)
  const rest = { inquiries: null, expiring: [], unread: [] }
  return { at, answer: { date: keptDays().today, days, mine, mayMarkAttendance, ...rest } }
}

export const todayQuery = queryOptions({
  queryKey: [readToday.id],
  queryFn: async ({ signal }) => {
    const answer = await callApi(readToday, { signal })
    await keepDays(answer)
    return answer
  },
  staleTime: minutes(1),
})

/** The day as this device keeps it. */
export const keptTodayQuery = queryOptions({
  queryKey: ['kept today'],
  queryFn: readKeptToday,
  meta: local,
  gcTime: 0,
})

/** After it the day that is kept on the device is shown. */
const slowMs = seconds(3)

/** The day: as the server says, else as this device keeps it. `keptAt`: since when it may be outdated. */
export function useDay() {
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...todayQuery, refetchInterval: 60_000 })
  const isLate = useLater(slowMs)
  const isLost = isUnreachable(error)
  const isOffline = useIsOffline()
  // Another call came through: the day need not stay outdated until its next turn.
  const onReached = useEffectEvent(() => {
    if (isLost) refetch()
  })
  useEffect(() => {
    if (!isOffline) onReached()
  }, [isOffline])
  const kept = useQuery({ ...keptTodayQuery, enabled: !data && (isLost || isLate) }).data
  const shown = data ?? kept?.answer
  const keptAt = data ? (isLost ? new Date(dataUpdatedAt).toISOString() : undefined) : kept?.at
  return { data: shown, keptAt, error: isLost && shown ? null : error, refetch }
}
