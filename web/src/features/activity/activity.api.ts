import { type AuditAction, auditActions, auditPage } from '@app/contracts/audit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api'

const filterNames = ['who', 'action', 'table', 'record', 'from', 'to'] as const
export type ActivityFilters = Partial<Record<(typeof filterNames)[number], string>>

/** The filters in the address; an unknown action is none. */
export function filtersIn(search: URLSearchParams): ActivityFilters {
  const given = filterNames.flatMap((name) => {
    const value = search.get(name)
    const isUsable = value && (name !== 'action' || auditActions.includes(value as AuditAction))
    return isUsable ? [[name, value]] : []
  })
  return Object.fromEntries(given)
}

const printed = (filters: ActivityFilters) => new URLSearchParams(filters as Record<string, string>)

export const activityQuery = (filters: ActivityFilters, page: number) =>
  queryOptions({
    queryKey: ['activity', filters, page],
    queryFn: ({ signal }) => {
      const query = printed(filters)
      query.set('page', String(page))
      return request(auditPage, `/api/audit?${query}`, { signal })
    },
    placeholderData: keepPreviousData,
  })

export const exportPath = (filters: ActivityFilters) => `/api/audit/export?${printed(filters)}`
