import { kindOf, optionsOf } from '@app/table-schema/field'
import type { FieldSchema } from '@app/table-schema/schema'
import type { Filters } from '#lib/list-address'
import { useDebounced } from '#lib/use-later'
import { CheckField } from '#ui/check-field'
import { OptionText } from '../cells/cell'

export type FilterProps = {
  table: string
  name: string
  title: string
  field: FieldSchema
  filters: Filters
  /** Replaces all filters of this field. */
  onFilter: (next: Filters) => void
}

type Props = { type: string; label: string; value: string; onValue: (value: string) => void }

/** An input that reports its value when typing pauses. */
export function TypedInput({ type, label, value, onValue }: Props) {
  const [text, change] = useDebounced(value, onValue)
  return (
    <input
      type={type}
      aria-label={label}
      step="any"
      maxLength={200}
      value={text}
      onChange={(event) => change(event.target.value)}
      onBlur={() => text !== value && change(text, true)}
      className="control control-small w-full min-w-0"
    />
  )
}

type Option = { value: string; label: string }

/** The options of a field as texts of the address. */
function filterOptions(field: FieldSchema): Option[] {
  if (kindOf(field) === 'boolean')
    return [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ]
  const choice = kindOf(field) === 'array' ? field.items : field
  return optionsOf(choice)
}

/** The values chosen for a field: `field=a` or `field__in=a,b`. */
const chosenValues = (name: string, filters: FilterProps['filters']): string[] =>
  filters[`${name}__in`]?.split(',') ?? (filters[name] === undefined ? [] : [filters[name]])

/** The filters for some chosen values; none for none. */
export function filtersFor(name: string, values: readonly string[]): Record<string, string> {
  if (values.length === 0) return {}
  return values.length === 1 ? { [name]: values[0]! } : { [`${name}__in`]: values.join(',') }
}

/** Any number of options, or records without a value. */
export function ChoiceFilter({ name, title, field, filters, onFilter }: FilterProps) {
  const isEmpty = filters[`${name}__null`] === 'true'
  const chosen = chosenValues(name, filters)
  const options = filterOptions(field)
  const toggle = (value: string, on: boolean) =>
    onFilter(
      filtersFor(
        name,
        options.map((option) => option.value).filter((each) => (each === value ? on : chosen.includes(each))),
      ),
    )

  return (
    <fieldset className="grid gap-0.5">
      <legend className="sr-only">{title}</legend>
      {options.map(({ value, label }) => (
        <CheckField
          key={value}
          checked={chosen.includes(value)}
          className="flex min-h-8 items-center gap-2.5 rounded-lg px-2 hover:bg-sunken"
          onCheck={(on) => toggle(value, on)}
        >
          {field.enum ? (
            <OptionText field={field} value={field.enum.find((each) => String(each) === value)} text={label} />
          ) : (
            label
          )}
        </CheckField>
      ))}
      <CheckField
        checked={isEmpty}
        className="flex min-h-8 items-center gap-2.5 rounded-lg px-2 hover:bg-sunken"
        onCheck={(on) => onFilter(on ? { [`${name}__null`]: 'true' } : {})}
      >
        (empty)
      </CheckField>
    </fieldset>
  )
}
