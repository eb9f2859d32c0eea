import { type FilterKind, filterKind } from '@app/table-schema/filter'
import { referencedTable } from '@app/table-schema/references'
import type { ComponentType } from 'react'
import { onDemand } from '#ui/on-demand'
import { ChoiceFilter } from './choice-filter'
import type { FilterProps } from './filter-props'
import { TypedInput } from './typed-input'

const LinkFilter = onDemand(
  () => import('./link-filter'),
  (file) => file.LinkFilter,
)

const DateFilter = onDemand(
  () => import('./date-filter'),
  (file) => file.DateFilter,
)

const RangeFilter = onDemand(
  () => import('./date-filter'),
  (file) => file.RangeFilter,
)

/** The control that filters by a field, by its kind. */
export function FilterField(props: FilterProps) {
  if (referencedTable(props.field) !== undefined) return <LinkFilter {...props} />
  const Control = controls[filterKind(props.field)]
  return Control ? <Control {...props} /> : null
}

const TextFilter = ({ name, title, filters, onFilter }: FilterProps) => (
  <TypedInput
    type="text"
    label={`${title} contains`}
    value={filters[name] ?? ''}
    onValue={(value) => onFilter(name, { [name]: value })}
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
