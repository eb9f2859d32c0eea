import type { Descriptor } from '@app/table-schema/descriptor'
import { titleOf } from '@app/table-schema/field'
import { referencedTable } from '@app/table-schema/references'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { Filters } from '#lib/list-address'
import { Popover } from '#ui/popover'
import { labelsQuery } from '../references/references.api'
import { useSchema } from '../references/use-schema'
import { chipText } from './chip-text'
import { chosenValues } from './choice-filter'
import { FilterField } from './filter-field'
import { replaceFilters, splitFilterKey } from './filters'

type Props = { schema: Descriptor; filters: Filters; onFilters: (filters: Filters) => void }

/** The active filters, one chip a field: it opens the filter to change it, and a button removes it. */
export function FilterChips({ schema, filters, onFilters }: Props) {
  const names = [...new Set(Object.keys(filters).map((key) => splitFilterKey(key).field))]
  if (names.length === 0) return null
  return (
    <ul aria-label="Active filters" className="contents">
      {names.map((name) => (
        <FilterChip key={name} schema={schema} name={name} filters={filters} onFilters={onFilters} />
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

function FilterChip({ schema, name, filters, onFilters }: Props & { name: string }) {
  const field = schema.properties[name]!
  const referenced = useSchema(referencedTable(field))
  const labels = useLabelsFor(referenced, referenced ? chosenValues(name, filters) : [])
  const own = Object.fromEntries(Object.entries(filters).filter(([key]) => splitFilterKey(key).field === name))
  const text = chipText(schema, name, own, referenced && ((id) => labels?.get(id)?.label ?? '…'))
  return (
    <li className="inline-flex min-h-9 max-w-full items-center rounded-full border border-line bg-card text-sm hover:border-forest">
      <Popover
        label={titleOf(name, field)}
        trigger={text}
        className="min-h-8 min-w-0 rounded-l-full py-0.5 pr-1 pl-3 text-left [overflow-wrap:anywhere]"
      >
        {() => (
          <div className="w-[min(18rem,100vw-3rem)] p-2">
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

function useLabelsFor(schema: Descriptor | undefined, ids: readonly string[]) {
  const none = { name: '', properties: {} }
  return useQuery({ ...labelsQuery(schema ?? none, ids), enabled: schema !== undefined && ids.length > 0 }).data
}
