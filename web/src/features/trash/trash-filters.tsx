type Table = { name: string; title: string }
type Props = {
  tables: readonly Table[]
  table: string
  q: string
  onChange: (change: { table?: string; q?: string }) => void
}

const control = 'min-h-11 w-full rounded-control border-2 border-edge bg-card px-3'

/** Which deleted records are shown. */
export const TrashFilters = ({ tables, table, q, onChange }: Props) => (
  <search className="flex flex-wrap gap-3">
    <label className="grid min-w-0 flex-1 basis-60 gap-0.5 text-sm">
      Search by name
      <input
        type="search"
        className={control}
        defaultValue={q}
        maxLength={200}
        onChange={({ target }) => onChange({ q: target.value })}
      />
    </label>
    <label className="grid min-w-0 basis-52 gap-0.5 text-sm max-sm:grow">
      Table
      <select className={control} value={table} onChange={({ target }) => onChange({ table: target.value })}>
        <option value="">All tables</option>
        {tables.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
  </search>
)
