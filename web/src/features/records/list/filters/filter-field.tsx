import { titleOf } from '@app/table-schema/field'
import { type FilterKind, filterKind } from '@app/table-schema/filter'
import { referencedTable } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import type { ComponentType } from 'react'
import type { Filters } from '#lib/list-address'
import { onDemand } from '#ui/chunk'
import { referrerFields, splitReferrer } from '../list-view'
import { useExtensions, useSchemas } from '../use-schema'
import { ChoiceFilter, type FilterProps, TypedInput } from './filter-inputs'

/** A schema with what else its records are filtered by: the records of other tables that refer to them. */
export function useFilterSchema(schema: TableSchema): TableSchema {
  const extensionOf = useExtensions()
  const fields = referrerFields(schema, useSchemas().data?.tables ?? [])
  const titled = Object.entries(fields).map(([name, field]) => {
    const [table, by] = splitReferrer(name)
    const { referrerTitles = {} } = extensionOf(table)
    return [name, Object.hasOwn(referrerTitles, by) ? { ...field, title: referrerTitles[by] } : field] as const
  })
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(titled) } }
}

const LinkFilter = onDemand(() => import('./link-filter').then((file) => file.LinkFilter))

const DateFilter = onDemand(() => import('./date-filter').then((file) => file.DateFilter))

const RangeFilter = onDemand(() => import('./date-filter').then((file) => file.RangeFilter))

type Props = { schema: TableSchema; name: string; filters: Filters; onFilter: (next: Filters) => void }

/** The control that filters by a field, by its kind. */
export function FilterField({ schema, name, filters, onFilter }: Props) {
  const field = schema.properties[name]!
  const Control = referencedTable(field) === undefined ? controls[filterKind(field)] : LinkFilter
  const props = { table: schema.name, name, title: titleOf(name, field), field, filters, onFilter }
  return Control ? <Control {...props} /> : null
}

const TextFilter = ({ name, title, filters, onFilter }: FilterProps) => (
  <TypedInput
    type="text"
    label={`${title} contains`}
    value={filters[name] ?? ''}
    onValue={(value) => onFilter({ [name]: value })}
  />
)

const controls: Partial<Record<FilterKind, ComponentType<FilterProps>>> = {
  text: TextFilter,
  choice: ChoiceFilter,
  boolean: ChoiceFilter,
  list: ChoiceFilter,
  number: (props) => <RangeFilter {...props} type="number" />,
  day: DateFilter,
  instant: DateFilter,
}
