import { titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { ChevronLeft, Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Filters } from '#lib/list-address'
import { onDemand } from '#ui/chunk'
import { Popover } from '#ui/popover'
import { filterableFields, replaceFilters, splitFilterKey } from '../list-view'
import { useList } from '../state/list-provider'
import { FilterField, useFilterSchema } from './filter-field'
import { useFilterText } from './use-filter-text'

export const filteredFields = (filters: Filters) => [
  ...new Set(Object.keys(filters).map((key) => splitFilterKey(key).field)),
]

/** `onOpen` opens all filters, where there is no room for a chip's own. */
type ChipsProps = { onOpen?: () => void }

/** The active filters, one chip a field: it opens the filter to change it, and a button removes it. */
export function FilterChips({ onOpen }: ChipsProps) {
  const { schema, view, show } = useList()
  const fields = useFilterSchema(schema)
  const names = filteredFields(view.filters)
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
        <FilterChip key={name} schema={fields} name={name} onOpen={onOpen} />
      ))}
      <li>
        <button
          type="button"
          onClick={() => show({ filters: {} })}
          className="min-h-9 px-1 text-forest text-sm underline underline-offset-4"
        >
          Clear filters
        </button>
      </li>
    </ul>
  )
}

const chipButton = 'min-h-8 min-w-0 rounded-l-full py-0.5 pr-1 pl-3 text-left [overflow-wrap:anywhere]'

function FilterChip({ schema, name, onOpen }: ChipsProps & { schema: TableSchema; name: string }) {
  const { view, show } = useList()
  const { filters } = view
  const change = (next: Filters) => show({ filters: replaceFilters(filters, name, next) })
  const text = useFilterText(schema, name, filters)
  return (
    <li className="inline-flex min-h-9 max-w-full items-center rounded-full border border-line bg-card text-sm hover:border-forest">
      {onOpen ? (
        <button type="button" onClick={onOpen} className={chipButton}>
          {text}
        </button>
      ) : (
        <Popover label={titleOf(name, schema.properties[name])} trigger={text} className={chipButton}>
          {() => (
            <div className="w-[min(20rem,100vw-3rem)] p-2">
              <FilterField schema={schema} name={name} filters={filters} onFilter={change} />
            </div>
          )}
        </Popover>
      )}
      <button
        type="button"
        aria-label={`Remove filter ${text}`}
        onClick={() => change({})}
        className="grid size-8 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
      >
        <X className="size-3.5" />
      </button>
    </li>
  )
}

const FrequentFilters = onDemand(() => import('./frequent-filters').then((file) => file.FrequentFilters))

/** Adds a filter: first its field, then its values, which apply at once. */
export function AddFilter() {
  const list = useList()
  const schema = useFilterSchema(list.schema)
  const { filters } = list.view
  const change = (name: string, next: Filters) =>
    list.show({ filters: replaceFilters(filters, name, next) }, { replace: true })
  const [chosen, choose] = useState<string | null>(null)
  const fields = filterableFields(schema)
  if (fields.length === 0) return null
  return (
    <Popover
      label="Add a filter"
      className="control control-small inline-flex items-center gap-1.5 font-display font-semibold hover:border-forest"
      onOpen={() => choose(null)}
      trigger={
        <>
          <Plus className="size-4" />
          Filter
        </>
      }
    >
      {() => {
        const field = chosen === null ? undefined : schema.properties[chosen]
        if (chosen === null || !field)
          return (
            <FrequentFilters fields={fields} onFilter={change}>
              <ul className="grid">
                {fields.map(([name, each]) => (
                  <li key={name}>
                    <button
                      type="button"
                      onClick={() => choose(name)}
                      className="min-h-9 w-full rounded-lg px-2.5 text-left text-[0.95rem] hover:bg-sunken"
                    >
                      {titleOf(name, each)}
                    </button>
                  </li>
                ))}
              </ul>
            </FrequentFilters>
          )
        return (
          <div className="grid w-[min(20rem,100vw-3rem)] gap-2 p-2">
            <button
              type="button"
              onClick={() => choose(null)}
              className="-ml-1 inline-flex min-h-8 items-center gap-1 justify-self-start rounded-lg pr-2 font-display font-semibold hover:bg-sunken"
            >
              <ChevronLeft className="size-4" />
              {titleOf(chosen, field)}
            </button>
            <FilterField
              key={chosen}
              schema={schema}
              name={chosen}
              filters={filters}
              onFilter={(next) => change(chosen, next)}
            />
          </div>
        )
      }}
    </Popover>
  )
}
