import { tabLabel } from '@app/table-schema/cell'
import { dueFilters } from '@app/table-schema/conditions'
import { titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { onDemand } from '#ui/chunk'
import { type LinkedList, ListLinks, SearchBox } from '#ui/list-controls'
import { useMedia } from '#ui/use-media'
import { AddFilter, FilterChips, filteredFields } from '../filters/filter-chips'
import type { View } from '../list-view'
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
