import { titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { ChevronLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Filters } from '#lib/list-address'
import { onDemand } from '#ui/chunk'
import { Popover } from '#ui/popover'
import { filterableFields, replaceFilters } from '../filters'
import { FilterField, useFilterSchema } from './filter-field'

const FrequentFilters = onDemand(() => import('./frequent-filters').then((file) => file.FrequentFilters))

type Props = { schema: TableSchema; filters: Filters; onFilters: (filters: Filters) => void }

/** Adds a filter: first its field, then its values, which apply at once. */
export function AddFilter({ schema: table, filters, onFilters }: Props) {
  const schema = useFilterSchema(table)
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
            <FrequentFilters
              fields={fields.map(([name, each]) => [name, titleOf(name, each), each])}
              table={schema.name}
              filters={filters}
              onFilters={onFilters}
            >
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
              table={schema.name}
              name={chosen}
              title={titleOf(chosen, field)}
              field={field}
              filters={filters}
              onFilter={(_, next) => onFilters(replaceFilters(filters, chosen, next))}
            />
          </div>
        )
      }}
    </Popover>
  )
}
