import { insights } from '@app/contracts/insights'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api'

export type Period = { from: string; to: string }

export const insightsQuery = ({ from, to }: Period) =>
  queryOptions({
    queryKey: ['insights', from, to],
    queryFn: ({ signal }) => request(insights, `/api/insights?${new URLSearchParams({ from, to })}`, { signal }),
    placeholderData: keepPreviousData,
  })
