import { minutes } from '@app/contracts/durations'
import { todayAnswer } from '@app/contracts/today'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api'

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => request(todayAnswer, '/api/today', { signal }),
  staleTime: minutes(1),
})
