import { tabLabel } from '@app/table-schema/cell'
import { dueFilters } from '@app/table-schema/conditions'
import { titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { ChevronLeft, Plus, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Filters } from '#lib/list-address'
import { onDemand } from '#ui/chunk'
import { type LinkedList, ListLinks, SearchBox } from '#ui/list-controls'
import { Popover } from '#ui/popover'
import { useMedia } from '#ui/use-media'
import { FilterField, useFilterSchema } from '../filters/filter-field'
import { useFilterText } from '../filters/use-filter-text'
import { filterableFields, replaceFilters, splitFilterKey, type View } from '../list-view'
import { PrintButton } from '../print/print-button'
import { useList } from '../state/list-provider'
import { ColumnsMenu, ViewsMenu } from './list-menus'

const FilterSheet = onDemand(() => import('../filters/filter-sheet').then((file) => file.FilterSheet))

/** A phone, upright or on its side, as the `compact` variant of the style sheet. */
const compact = '(max-width: 47.99rem), (max-height: 31.25rem)'

/**
 * Search, the lists the table offers, filters, views and columns. The lists have a row of their own: how many there are is known after
 * the records, which must not move then. On a phone filters and order are in a sheet.
 */
export function ListToolbar() {
  const { schema, view, show, extension } = useList()
  const isCompact = useMedia(compact, false)
  const search = (
    <SearchBox
      label={`Search in ${tabLabel(schema)}`}
      value={view.q}
      // Further typing replaces the history entry of the first search.
      onSearch={(next) => next !== view.q && show({ q: next }, { replace: view.q !== '' })}
    />
  )
  const tools = (
    <>
      {extension.ListTool && <extension.ListTool schema={schema} />}
      <PrintButton />
    </>
  )
  return (
    <>
      {extension.ListHead ? <extension.ListHead view={view} /> : <DueLists schema={schema} view={view} />}
      {isCompact ? (
        <CompactToolbar search={search} tools={tools} />
      ) : (
        <div className="list-toolbar flex flex-wrap items-center gap-2">
          {search}
          <FilterChips />
          <AddFilter />
          <span className="ml-auto" />
          <ViewsMenu />
          <ColumnsMenu />
          {tools}
        </div>
      )}
    </>
  )
}

const everything: LinkedList = { label: 'All', filters: {}, sort: null }

/** The records of which Today says that their day has come. */
function DueLists({ schema, view }: { schema: TableSchema; view: View }) {
  const { name, due = [], properties } = schema
  if (due.length === 0) return null
  const lists = due.map((rule) => ({
    label: due.length === 1 ? 'Due' : `Due: ${titleOf(rule.field, properties[rule.field])}`,
    filters: dueFilters(rule),
    sort: { field: rule.field, direction: 'asc' as const },
  }))
  return <ListLinks label={`Lists of ${tabLabel(schema)}`} table={name} lists={[everything, ...lists]} view={view} />
}

function CompactToolbar({ search, tools }: { search: ReactNode; tools: ReactNode }) {
  const { view } = useList()
  const [isOpen, setOpen] = useState(false)
  const active = filteredFields(view.filters).length
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      {search}
      <button
        type="button"
        aria-label={active === 0 ? 'Filters and order' : `Filters and order, ${active} active`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="control control-small inline-flex items-center gap-1.5 px-2.5 hover:border-forest"
      >
        <SlidersHorizontal className="size-4" />
        {active > 0 && <span className="font-semibold tabular-nums">{active}</span>}
      </button>
      <ViewsMenu />
      {tools}
      <FilterChips onOpen={() => setOpen(true)} />
      {isOpen && <FilterSheet onClose={() => setOpen(false)} />}
    </div>
  )
}

const filteredFields = (filters: Filters) => [...new Set(Object.keys(filters).map((key) => splitFilterKey(key).field))]

/** `onOpen` opens all filters, where there is no room for a chip's own. */
type ChipsProps = { onOpen?: () => void }

/** The active filters, one chip a field: it opens the filter to change it, and a button removes it. */
function FilterChips({ onOpen }: ChipsProps) {
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

const FrequentFilters = onDemand(() => import('../filters/frequent-filters').then((file) => file.FrequentFilters))

/** Adds a filter: first its field, then its values, which apply at once. */
function AddFilter() {
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
