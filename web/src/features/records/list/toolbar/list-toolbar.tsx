import { tabLabel } from '@app/table-schema/cell'
import { dueFilters } from '@app/table-schema/conditions'
import { titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { onDemand } from '#ui/chunk'
import { type LinkedList, ListLinks } from '#ui/list-links'
import { SearchBox } from '#ui/search-box'
import { useMedia } from '#ui/use-media'
import { ColumnsMenu } from '../columns/columns'
import { AddFilter, FilterChips, filteredFields } from '../filters/filter-chips'
import type { View } from '../list-view'
import { PrintButton } from '../print/print-button'
import { ViewsMenu } from '../saved-views/views-menu'
import { useList } from '../state/list-provider'

const FilterSheet = onDemand(() => import('../filters/filter-sheet').then((file) => file.FilterSheet))

/** A phone, upright or on its side, as the `compact` variant of the style sheet. */
const compact = '(max-width: 47.99rem), (max-height: 31.25rem)'

/**
 * Search, the lists the table offers, filters, views and columns. The lists have a row of their own: how many there are is known after
 * the records, which must not move then. On a phone filters and order are in a sheet.
 */
export function ListToolbar() {
  const { schema, view, columns, saved, show, extension } = useList()
  const tool = extension.ListTool && <extension.ListTool schema={schema} />
  const head = extension.ListHead ? <extension.ListHead view={view} /> : <DueLists schema={schema} view={view} />
  const isCompact = useMedia(compact, false)
  const search = (
    <SearchBox
      label={`Search in ${tabLabel(schema)}`}
      value={view.q}
      // Further typing replaces the history entry of the first search.
      onSearch={(next) => next !== view.q && show({ q: next }, { replace: view.q !== '' })}
    />
  )
  const views = (
    <ViewsMenu
      schema={schema}
      view={view}
      views={saved.views}
      current={saved.current}
      arrangement={columns.arrangement}
      show={show}
    />
  )
  const print = <PrintButton schema={schema} view={view} columns={columns.shown} />
  if (isCompact)
    return (
      <>
        {head}
        <CompactToolbar
          search={search}
          views={views}
          tools={
            <>
              {tool}
              {print}
            </>
          }
        />
      </>
    )
  return (
    <>
      {head}
      <div className="list-toolbar flex flex-wrap items-center gap-2">
        {search}
        <FilterChips schema={schema} filters={view.filters} onFilters={(filters) => show({ filters })} />
        <AddFilter
          schema={schema}
          filters={view.filters}
          onFilters={(filters) => show({ filters }, { replace: true })}
        />
        <span className="ml-auto" />
        {views}
        <ColumnsMenu
          table={schema.name}
          columns={columns.all}
          arrangement={columns.arrangement}
          onChange={columns.change}
        />
        {tool}
        {print}
      </div>
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

function CompactToolbar({ search, views, tools }: { search: ReactNode; views: ReactNode; tools: ReactNode }) {
  const { schema, view, columns, show } = useList()
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
      {views}
      {tools}
      <FilterChips
        schema={schema}
        filters={view.filters}
        onFilters={(filters) => show({ filters })}
        onOpen={() => setOpen(true)}
      />
      {isOpen && (
        <FilterSheet
          schema={schema}
          view={view}
          sortable={columns.all}
          onClose={() => setOpen(false)}
          onShow={(chosen) => {
            setOpen(false)
            show(chosen)
          }}
        />
      )}
    </div>
  )
}
