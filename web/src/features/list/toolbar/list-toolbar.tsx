import { tabLabel } from '@app/table-schema/cell'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SearchBox } from '#ui/search-box'
import { useMedia } from '#ui/use-media'
import { ColumnsMenu } from '../columns/columns-menu'
import { AddFilter } from '../filters/add-filter'
import { FilterChips, filteredFields } from '../filters/filter-chips'
import { FilterSheet } from '../filters/filter-sheet'
import { PrintButton } from '../print/print-button'
import { ViewsMenu } from '../saved-views/views-menu'
import { useList } from '../state/list-context'

/** A phone, upright or on its side, as the `compact` variant of the style sheet. */
const compact = '(max-width: 47.99rem), (max-height: 31.25rem)'

/**
 * Search, the lists the table offers, filters, views and columns; on a phone the lists have a row of their own, and filters
 * and order are in a sheet.
 */
export function ListToolbar() {
  const { schema, view, columns, saved, show, extension } = useList()
  const head = extension.ListHead && <extension.ListHead view={view} />
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
        <CompactToolbar search={search} views={views} print={print} />
      </>
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      {search}
      {head}
      <FilterChips schema={schema} filters={view.filters} onFilters={(filters) => show({ filters })} />
      <AddFilter schema={schema} filters={view.filters} onFilters={(filters) => show({ filters }, { replace: true })} />
      <span className="ml-auto" />
      {views}
      <ColumnsMenu columns={columns.all} arrangement={columns.arrangement} onChange={columns.change} />
      {print}
    </div>
  )
}

function CompactToolbar({ search, views, print }: { search: ReactNode; views: ReactNode; print: ReactNode }) {
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
      {print}
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
