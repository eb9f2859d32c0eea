import { minutes } from '@app/contracts/durations'
import { readToday } from '@app/contracts/today'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { local } from '#lib/query-client'
import { keepDays, readKeptToday } from './offline/offline-day'

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
