import type { FieldDescriptor } from '@app/table-schema/descriptor'
import { kindOf } from '@app/table-schema/field'
import { type FilterKind, filterKind } from '@app/table-schema/filter'
import { type ReactNode, useId } from 'react'
import type { Filters } from '#lib/list-address'
import { useDebounced } from './use-debounced'

export type FilterProps = {
  name: string
  title: string
  field: FieldDescriptor
  filters: Filters
  /** Takes the place of everything that this field was filtered by. */
  onFilter: (name: string, next: Filters) => void
}

const empty = '__empty'

/** One filter, after the kind of its field. */
export function FilterField(props: FilterProps) {
  const Control = controls[filterKind(props.field)]
  return Control ? <Control {...props} /> : null
}

function TextFilter({ name, title, filters, onFilter }: FilterProps) {
  const id = useId()
  return (
    <div className="grid max-w-80 flex-[1_1_11rem] content-start gap-1">
      <Label htmlFor={id}>{title}</Label>
      <TypedInput
        id={id}
        type="text"
        value={filters[name] ?? ''}
        onValue={(value) => onFilter(name, { [name]: value })}
      />
    </div>
  )
}

function ChoiceFilter({ name, title, field, filters, onFilter }: FilterProps) {
  const id = useId()
  const choose = (value: string) => onFilter(name, value === empty ? { [`${name}__null`]: 'true' } : { [name]: value })
  return (
    <div className="grid max-w-80 flex-[1_1_11rem] content-start gap-1">
      <Label htmlFor={id}>{title}</Label>
      <select
        id={id}
        value={filters[`${name}__null`] ? empty : (filters[name] ?? '')}
        onChange={(event) => choose(event.target.value)}
        className="control control-small"
      >
        <option value="">Any</option>
        {choicesOf(field).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value={empty}>(empty)</option>
      </select>
    </div>
  )
}

function choicesOf(field: FieldDescriptor): [value: string, label: string][] {
  if (kindOf(field) === 'boolean')
    return [
      ['true', 'Yes'],
      ['false', 'No'],
    ]
  const choice = kindOf(field) === 'array' ? field.items : field
  return (choice?.enum ?? []).map((value, at) => [String(value), choice?.enumNames?.[at] ?? String(value)])
}

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
    <fieldset
      data-type={type}
      className="grid min-w-0 max-w-96 flex-[1_1_13rem] content-start gap-1 data-[type=date]:flex-[1_1_20rem]"
    >
      <legend className="mb-1 text-muted text-sm">{title}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-1.5">
        {bound(low, 'from')}
        <span className="text-muted text-sm">to</span>
        {bound(high, 'to')}
      </div>
    </fieldset>
  )
}

const controls: Partial<Record<FilterKind, (props: FilterProps) => ReactNode>> = {
  text: TextFilter,
  choice: ChoiceFilter,
  boolean: ChoiceFilter,
  list: ChoiceFilter,
  number: (props) => <RangeFilter {...props} type="number" />,
  day: (props) => <RangeFilter {...props} type="date" />,
  instant: (props) => <RangeFilter {...props} type="date" />,
}

const Label = ({ htmlFor, children }: { htmlFor: string; children: ReactNode }) => (
  <label htmlFor={htmlFor} className="text-muted text-sm">
    {children}
  </label>
)

type TypedProps = { type: string; id?: string; label?: string; value: string; onValue: (value: string) => void }

function TypedInput({ type, id, label, value, onValue }: TypedProps) {
  const [text, change] = useDebounced(value, onValue)
  return (
    <input
      type={type}
      id={id}
      aria-label={label}
      step="any"
      maxLength={200}
      value={text}
      onChange={(event) => change(event.target.value)}
      className="control control-small w-full min-w-0"
    />
  )
}
