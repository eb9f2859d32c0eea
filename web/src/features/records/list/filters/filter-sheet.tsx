import { titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { Filters } from '#lib/list-address'
import { printSort, readSort, type Sort } from '#lib/sort'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { option } from '#ui/field'
import { filterableFields, filtersOf, replaceFilters, type View } from '../list-view'
import { useList } from '../state/list-provider'
import { countQuery } from '../tables.api'
import { useSchemas } from '../use-schema'
import { FilterField, useFilterSchema } from './filter-field'
import { isFrequent } from './frequent-filters'
import { useFilterText } from './use-filter-text'

type Draft = Pick<View, 'filters' | 'sort'>

/** All filters and the order on one screen; its button says how many records they leave, and applies them. */
export function FilterSheet({ onClose }: { onClose: () => void }) {
  const { schema, view, show, columns } = useList()
  const id = useId()
  const fields = useFilterSchema(schema)
  const tables = useSchemas().data?.tables ?? []
  const wanted = (name: string) => isFrequent(schema.name, name, fields.properties[name]!, tables)
  // Those that are wanted most are first, and open.
  const offered = filterableFields(fields).toSorted(([one], [other]) => Number(wanted(other)) - Number(wanted(one)))
  const [{ filters, sort }, setDraft] = useState<Draft>(view)
  const latest = useRef<Draft>({ filters, sort })
  const { data: count } = useQuery({ ...countQuery(schema, { ...view, filters }), placeholderData: keepPreviousData })

  function change(next: Partial<Draft>) {
    latest.current = { ...latest.current, ...next }
    setDraft(latest.current)
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    // A field reports what was typed when it loses the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onClose()
    show(latest.current)
  }
  return (
    <Dialog
      title="Filters and order"
      onClose={onClose}
      footer={
        <>
          <Button
            variant="outline"
            disabled={Object.keys(filters).length === 0}
            onClick={() => change({ filters: {} })}
          >
            Clear filters
          </Button>
          <Button type="submit" form={id}>
            {count === undefined ? 'Show' : `Show ${count}`}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={onSubmit} className="grid gap-2">
        <SortSelect sort={sort} columns={columns.all} onSort={(next) => change({ sort: next })} />
        {offered.map(([name]) => (
          <FieldSection
            key={name}
            schema={fields}
            name={name}
            filters={filters}
            isOpen={wanted(name) || Object.keys(filtersOf(view.filters, name)).length > 0}
            onFilter={(next) => change({ filters: replaceFilters(latest.current.filters, name, next) })}
          />
        ))}
      </form>
    </Dialog>
  )
}

type SectionProps = {
  schema: TableSchema
  name: string
  filters: Filters
  isOpen: boolean
  onFilter: (next: Filters) => void
}

function FieldSection({ schema, name, filters, isOpen, onFilter }: SectionProps) {
  const text = useFilterText(schema, name, filters)
  return (
    <details open={isOpen} className="rounded-lg border border-line">
      <summary className="min-h-11 cursor-pointer px-3 py-2 font-semibold [overflow-wrap:anywhere]">
        {Object.keys(filtersOf(filters, name)).length > 0 ? text : titleOf(name, schema.properties[name])}
      </summary>
      <div className="px-3 pb-3">
        <FilterField schema={schema} name={name} filters={filters} onFilter={onFilter} />
      </div>
    </details>
  )
}

type SortSelectProps = {
  sort: Sort | null
  columns: readonly { key: string; title: string }[]
  onSort: (sort: Sort | null) => void
}

/** The order of a list, where column headers are hidden. */
const SortSelect = ({ sort, columns, onSort }: SortSelectProps) => (
  <select
    aria-label="Sort by"
    value={sort ? printSort(sort) : ''}
    onChange={(event) => onSort(readSort(event.target.value))}
    className="control control-small w-full"
  >
    <option value="">Newest first</option>
    {columns.flatMap(({ key, title }) => [
      option(`${key}:asc`, `${title}, ascending`),
      option(`${key}:desc`, `${title}, descending`),
    ])}
  </select>
)
