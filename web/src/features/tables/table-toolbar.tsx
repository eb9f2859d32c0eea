import { tabLabel } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'
import type { ReactNode } from 'react'
import { printSort, readSort } from '#lib/sort'
import { ColumnsMenu } from './columns/columns-menu'
import type { useColumns } from './columns/use-columns'
import { AddFilter } from './filters/add-filter'
import { FilterChips } from './filters/filter-chips'
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

/** Search, filters and, where column headers are hidden, the sort order. */
export function TableToolbar({ schema, view, columns, show, views }: Props) {
  const { q, sort, filters: active } = view
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        label={`Search in ${tabLabel(schema)}`}
        value={q}
        // Further typing replaces the history entry of the first search.
        onSearch={(next) => next !== q && show({ q: next }, { replace: q !== '' })}
      />
      <FilterChips schema={schema} filters={active} onFilters={(filters) => show({ filters })} />
      <AddFilter schema={schema} filters={active} onFilters={(filters) => show({ filters }, { replace: true })} />
      <span className="ml-auto max-md:hidden" />
      {views}
      <ColumnsMenu columns={columns.all} arrangement={columns.arrangement} onChange={columns.change} />
      <PrintButton schema={schema} view={view} columns={columns.shown} />
      <select
        aria-label="Sort by"
        value={sort ? printSort(sort) : ''}
        onChange={(event) => show({ sort: readSort(event.target.value) })}
        className="control control-small min-w-0 max-w-full flex-1 md:hidden"
      >
        <option value="">Newest first</option>
        {columns.all.flatMap(({ key, title }) => [
          <option key={`${key}:asc`} value={`${key}:asc`}>
            {title}, ascending
          </option>,
          <option key={`${key}:desc`} value={`${key}:desc`}>
            {title}, descending
          </option>,
        ])}
      </select>
    </div>
  )
}
