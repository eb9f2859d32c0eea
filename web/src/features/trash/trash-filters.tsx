import { InputFilter, ListFilters, SelectFilter } from '#ui/list-filters'

type Props = {
  tables: readonly { name: string; title: string }[]
  table: string
  q: string
  onChange: (change: { table?: string; q?: string }) => void
}

/** Which deleted records are shown. */
export const TrashFilters = ({ tables, table, q, onChange }: Props) => (
  <ListFilters>
    <InputFilter
      label="Search by name"
      type="search"
      defaultValue={q}
      maxLength={200}
      onValue={(next) => onChange({ q: next })}
    />
    <SelectFilter
      label="Table"
      all="All tables"
      options={tables}
      value={table}
      onValue={(next) => onChange({ table: next })}
    />
  </ListFilters>
)
