import { tabLabel } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMedia } from '#ui/use-media'
import { ColumnsMenu } from './columns/columns-menu'
import type { useColumns } from './columns/use-columns'
import { AddFilter } from './filters/add-filter'
import { FilterChips, filteredFields } from './filters/filter-chips'
import { FilterSheet } from './filters/filter-sheet'
import { SearchBox } from './filters/search-box'
import type { ShowView, View } from './list-view'
import { PrintButton } from './print/print-button'

type Props = {
  schema: Descriptor
  view: View
  columns: ReturnType<typeof useColumns>
  show: ShowView
  views: ReactNode
}

/** A phone, upright or on its side, as the `compact` variant of the style sheet. */
const compact = '(max-width: 47.99rem), (max-height: 31.25rem)'

/** Search, filters, views and columns; on a phone one row, with filters and order in a sheet. */
export function TableToolbar(props: Props) {
  const { schema, view, columns, show, views } = props
  const isCompact = useMedia(compact, false)
  const search = (
    <SearchBox
      label={`Search in ${tabLabel(schema)}`}
      value={view.q}
      // Further typing replaces the history entry of the first search.
      onSearch={(next) => next !== view.q && show({ q: next }, { replace: view.q !== '' })}
    />
  )
  const print = <PrintButton schema={schema} view={view} columns={columns.shown} />
  if (isCompact) return <CompactToolbar {...props} search={search} print={print} />
  return (
    <div className="flex flex-wrap items-center gap-2">
      {search}
      <FilterChips schema={schema} filters={view.filters} onFilters={(filters) => show({ filters })} />
      <AddFilter schema={schema} filters={view.filters} onFilters={(filters) => show({ filters }, { replace: true })} />
      <span className="ml-auto" />
      {views}
      <ColumnsMenu columns={columns.all} arrangement={columns.arrangement} onChange={columns.change} />
      {print}
    </div>
  )
}

function CompactToolbar({
  schema,
  view,
  columns,
  show,
  views,
  search,
  print,
}: Props & { search: ReactNode; print: ReactNode }) {
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
