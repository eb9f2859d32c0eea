import { type AuditAction, auditActions } from '@app/contracts/audit-actions'

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
