import { roster } from '@app/contracts/today'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api'

export const rosterQuery = (date: string, lesson?: string) =>
  queryOptions({
    queryKey: ['roster', date, lesson],
    queryFn: ({ signal }) =>
      request(roster, `/api/today/roster?${new URLSearchParams({ date, ...(lesson && { lesson }) })}`, { signal }),
  })
