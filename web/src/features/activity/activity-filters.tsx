import { type AuditAction, auditActions } from '@app/contracts/audit-actions'
import { InputFilter, ListFilters, SelectFilter } from '#ui/list-filters'
import { actionTitle } from './activity-words'

const filterNames = ['who', 'action', 'table', 'record', 'from', 'to'] as const
export type FilterValues = Partial<Record<(typeof filterNames)[number], string>>

/** The filters in the address; an unknown action is none. */
export function filtersIn(search: URLSearchParams): FilterValues {
  const given = filterNames.flatMap((name) => {
    const value = search.get(name)
    const isUsable = value && (name !== 'action' || auditActions.includes(value as AuditAction))
    return isUsable ? [[name, value]] : []
  })
  return Object.fromEntries(given)
}

type Props = {
  tables: readonly { name: string; title: string }[]
  filters: FilterValues
  onChange: (change: FilterValues) => void
}

const actions = auditActions.map((name) => ({ name, title: actionTitle(name) }))

/** Which entries are shown. */
export const ActivityFilters = ({ tables, filters, onChange }: Props) => (
  <ListFilters>
    <InputFilter
      label="Who"
      type="search"
      placeholder="Part of an address"
      defaultValue={filters.who}
      maxLength={200}
      onValue={(who) => onChange({ who })}
    />
    <SelectFilter
      label="What"
      all="Everything"
      options={actions}
      value={filters.action ?? ''}
      onValue={(action) => onChange({ action })}
    />
    <SelectFilter
      label="Table"
      all="All tables"
      options={tables}
      value={filters.table ?? ''}
      onValue={(table) => onChange({ table, record: '' })}
    />
    <InputFilter
      label="From"
      type="date"
      value={filters.from ?? ''}
      max={filters.to}
      onValue={(from) => onChange({ from })}
    />
    <InputFilter
      label="To"
      type="date"
      value={filters.to ?? ''}
      min={filters.from}
      onValue={(to) => onChange({ to })}
    />
  </ListFilters>
)
