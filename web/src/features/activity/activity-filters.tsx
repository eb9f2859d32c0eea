import { auditActions } from '@app/contracts/audit-actions'
import { InputFilter, ListFilters, SelectFilter } from '#ui/list-filters'
import { actionTitle } from './activity-words'
import type { ActivityFilters as Filters } from './address-filters'

type Props = {
  tables: readonly { name: string; title: string }[]
  filters: Filters
  onChange: (change: Filters) => void
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
