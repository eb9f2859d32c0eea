import { type FilterKind, filterKind } from '@app/table-schema/filter'
import { referencedTable } from '@app/table-schema/references'
import { type ReactNode, useId } from 'react'
import { RecordPicker } from '../references/record-picker'
import { useSchema } from '../use-schema'
import { ChoiceFilter, chosenValues, filtersFor } from './choice-filter'
import { DateFilter } from './date-filter'
import type { FilterProps } from './filter-props'
import { RangeFilter } from './range-filter'
import { TypedInput } from './typed-input'

/** The control that filters by a field, by its kind. */
export function FilterField(props: FilterProps) {
  if (referencedTable(props.field) !== undefined) return <ReferenceFilter {...props} />
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

function ReferenceFilter({ table, name, title, field, filters, onFilter }: FilterProps) {
  const id = useId()
  const referenced = referencedTable(field) ?? ''
  // Of a table that is not shown to this person there are still the labels of what is referred to.
  const schema = useSchema(referenced) ?? { name: referenced, properties: {} }
  return (
    <RecordPicker
      id={id}
      label={title}
      table={table}
      field={name}
      schema={schema}
      multiple
      ids={chosenValues(name, filters)}
      onIds={(ids) => onFilter(name, filtersFor(name, ids))}
    />
  )
}

const controls: Partial<Record<FilterKind, (props: FilterProps) => ReactNode>> = {
  text: TextFilter,
  choice: ChoiceFilter,
  boolean: ChoiceFilter,
  list: ChoiceFilter,
  number: (props) => <RangeFilter {...props} type="number" />,
  day: DateFilter,
  instant: DateFilter,
}
