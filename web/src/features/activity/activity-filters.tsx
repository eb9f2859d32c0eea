import { auditActions } from '@app/contracts/audit'
import type { ActivityFilters as Filters } from './activity.api'
import { actionTitle } from './activity-words'

type Props = {
  tables: readonly { name: string; title: string }[]
  filters: Filters
  onChange: (change: Filters) => void
}

const control = 'min-h-11 w-full rounded-control border-2 border-edge bg-card px-3'
const field = 'grid min-w-0 grow basis-44 gap-0.5 text-sm'

/** Which entries are shown. */
export const ActivityFilters = ({ tables, filters, onChange }: Props) => (
  <search className="flex flex-wrap gap-3">
    <label className={field}>
      Who
      <input
        type="search"
        className={control}
        placeholder="Part of an address"
        defaultValue={filters.who}
        maxLength={200}
        onChange={({ target }) => onChange({ who: target.value })}
      />
    </label>
    <label className={field}>
      What
      <select
        className={control}
        value={filters.action ?? ''}
        onChange={({ target }) => onChange({ action: target.value })}
      >
        <option value="">Everything</option>
        {auditActions.map((action) => (
          <option key={action} value={action}>
            {actionTitle(action)}
          </option>
        ))}
      </select>
    </label>
    <label className={field}>
      Table
      <select
        className={control}
        value={filters.table ?? ''}
        onChange={({ target }) => onChange({ table: target.value, record: '' })}
      >
        <option value="">All</option>
        {tables.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
    {(['from', 'to'] as const).map((end) => (
      <label key={end} className={field}>
        {end === 'from' ? 'From' : 'To'}
        <input
          type="date"
          className={control}
          value={filters[end] ?? ''}
          max={end === 'from' ? filters.to : undefined}
          min={end === 'to' ? filters.from : undefined}
          onChange={({ target }) => onChange({ [end]: target.value })}
        />
      </label>
    ))}
  </search>
)
