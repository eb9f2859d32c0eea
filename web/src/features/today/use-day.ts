import { seconds } from '@app/contracts/durations'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isUnreachable, useIsOffline } from '#lib/connection'
import { keptTodayQuery, todayQuery } from './today.api'

/** After it the day that is kept on the device is shown. */
const slowMs = seconds(3)

/** True if the page is open for a while. */
function useIsLate() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

/** The day: as the server says, else as this device keeps it. `keptAt`: since when it may be outdated. */
export function useDay() {
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...todayQuery, refetchInterval: 60_000 })
  const isLate = useIsLate()
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
