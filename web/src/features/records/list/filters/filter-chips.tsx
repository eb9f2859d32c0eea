import { titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { X } from 'lucide-react'
import type { Filters } from '#lib/list-address'
import { Popover } from '#ui/popover'
import { replaceFilters, splitFilterKey } from '../filters'
import { FilterField, useFilterSchema } from './filter-field'
import { useFilterText } from './use-filter-text'

type Props = {
  schema: TableSchema
  filters: Filters
  onFilters: (filters: Filters) => void
  /** Opens all filters, where there is no room for a chip's own. */
  onOpen?: () => void
}

export const filteredFields = (filters: Filters) => [
  ...new Set(Object.keys(filters).map((key) => splitFilterKey(key).field)),
]

/** The active filters, one chip a field: it opens the filter to change it, and a button removes it. */
export function FilterChips({ schema: table, filters, onFilters, onOpen }: Props) {
  const schema = useFilterSchema(table)
  const names = filteredFields(filters)
  if (names.length === 0) return null
  return (
    <ul
      aria-label="Active filters"
      className={
        onOpen
          ? 'flex min-w-0 items-center gap-2 overflow-x-auto p-1 *:shrink-0 max-md:basis-full md:flex-1'
          : 'contents'
      }
    >
      {names.map((name) => (
        <FilterChip key={name} schema={schema} name={name} filters={filters} onFilters={onFilters} onOpen={onOpen} />
      ))}
      <li>
        <button
          type="button"
          onClick={() => onFilters({})}
          className="min-h-9 px-1 text-forest text-sm underline underline-offset-4"
        >
          Clear filters
        </button>
      </li>
    </ul>
  )
}

const chipButton = 'min-h-8 min-w-0 rounded-l-full py-0.5 pr-1 pl-3 text-left [overflow-wrap:anywhere]'

function FilterChip({ schema, name, filters, onFilters, onOpen }: Props & { name: string }) {
  const field = schema.properties[name]!
  const text = useFilterText(schema, name, filters)
  return (
    <li className="inline-flex min-h-9 max-w-full items-center rounded-full border border-line bg-card text-sm hover:border-forest">
      {onOpen ? (
        <button type="button" onClick={onOpen} className={chipButton}>
          {text}
        </button>
      ) : (
        <Popover label={titleOf(name, field)} trigger={text} className={chipButton}>
          {() => (
            <div className="w-[min(20rem,100vw-3rem)] p-2">
              <FilterField
                table={schema.name}
                name={name}
                title={titleOf(name, field)}
                field={field}
                filters={filters}
                onFilter={(_, next) => onFilters(replaceFilters(filters, name, next))}
              />
            </div>
          )}
        </Popover>
      )}
      <button
        type="button"
        aria-label={`Remove filter ${text}`}
        onClick={() => onFilters(replaceFilters(filters, name, {}))}
        className="grid size-8 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
      >
        <X className="size-3.5" />
      </button>
    </li>
  )
}
