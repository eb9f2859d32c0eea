import { type FilterKind, filterKind } from '@app/table-schema/filter'
import { referencedTable } from '@app/table-schema/references'
import { type ReactNode, useId } from 'react'
import { RecordPicker } from '../references/record-picker'
import { isRelativeDay, presetOf, presetsFor } from '../relative-day'
import { useSchema } from '../use-schema'
import { AgeFilter } from './age-filter'
import { ChoiceFilter, chosenValues, filtersFor } from './choice-filter'
import type { FilterProps } from './filter-props'
import { TypedInput } from './typed-input'

/** From and to, both included. */
function RangeFilter({ name, title, filters, onFilter, type }: FilterProps & { type: 'number' | 'date' }) {
  const low = `${name}__gte`
  const high = `${name}__lte`
  const bound = (key: string, label: string) => (
    <TypedInput
      type={type}
      label={`${title}, ${label}`}
      value={filters[key] ?? ''}
      onValue={(value) => onFilter(name, { [low]: filters[low] ?? '', [high]: filters[high] ?? '', [key]: value })}
    />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-1.5">
      {bound(low, 'from')}
      <span className="text-muted text-sm">to</span>
      {bound(high, 'to')}
    </div>
  )
}

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

/** The field from which ages are counted everywhere. */
const birthDate = 'birth_date'

/** Filters of a field that say its bounds: `{ gte: 'today' }` of `due` is `due__gte=today`. */
const filtersOf = (name: string, bounds: Record<string, string>) =>
  Object.fromEntries(Object.entries(bounds).map(([bound, day]) => [`${name}__${bound}`, day]))

/** A preset such as "This week", or a range of days; of a birth date an age. */
function DateFilter(props: FilterProps) {
  const { name, field, filters, onFilter } = props
  const bounds = { gte: filters[`${name}__gte`], lte: filters[`${name}__lte`], lt: filters[`${name}__lt`] }
  const current = presetOf(bounds)
  const isRelative = Object.values(filters).some(isRelativeDay)
  return (
    <div className="grid gap-2">
      {name === birthDate && <AgeFilter {...props} />}
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {(name === birthDate ? [] : presetsFor(name, field)).map((preset) => (
          <button
            key={preset.label}
            type="button"
            aria-pressed={preset === current}
            onClick={() => onFilter(name, preset === current ? {} : filtersOf(name, preset.bounds))}
            className="min-h-8 rounded-full border border-line px-3 text-sm hover:border-forest aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
          >
            {preset.label}
          </button>
        ))}
      </div>
      <RangeFilter {...props} filters={isRelative ? {} : filters} type="date" />
    </div>
  )
}
