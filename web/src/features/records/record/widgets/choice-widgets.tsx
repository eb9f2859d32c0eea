import { isEmpty } from '@app/table-schema/conditions'
import { optionLabel } from '@app/table-schema/field'
import type { WidgetProps } from './widget'

/** A checkbox. A value that was never set stays unset until it is clicked. */
export function CheckboxWidget({ id, name, title, value, aria, onValue }: WidgetProps) {
  return (
    <label htmlFor={id} className="flex w-fit items-center gap-2.5 py-1">
      <input
        id={id}
        name={name}
        type="checkbox"
        defaultChecked={value === true}
        onChange={(event) => onValue(event.target.checked)}
        className="checkbox"
        {...aria}
      />
      <span className="font-semibold">{title}</span>
    </label>
  )
}

/** A select. A stored option that is no longer offered stays selectable for this record. */
export function SelectWidget({ id, name, field, value, stored, aria, required, onValue }: WidgetProps) {
  const options = field.enum ?? []
  const kept = !isEmpty(stored) && !options.includes(stored as string) ? [stored as string | number] : []
  const choose = (text: string) => onValue([...options, ...kept].find((option) => String(option) === text) ?? '')
  return (
    <select
      id={id}
      name={name}
      required={required}
      defaultValue={isEmpty(value) ? '' : String(value)}
      onChange={(event) => choose(event.target.value)}
      className="control w-full"
      {...aria}
    >
      <option value="">{required ? 'Choose…' : '(none)'}</option>
      {options.map((option) => (
        <option key={option} value={String(option)}>
          {optionLabel(field, option)}
        </option>
      ))}
      {kept.map((option) => (
        <option key={option} value={String(option)}>
          {String(option)} (no longer offered)
        </option>
      ))}
    </select>
  )
}

/** A list of checkboxes; the value keeps the order of the options. */
export function CheckboxListWidget({ id, name, field, value, stored, aria, onValue }: WidgetProps) {
  const offered = field.items?.enum ?? []
  const list = (of: unknown) => (Array.isArray(of) ? (of as (string | number)[]) : [])
  const kept = list(stored).filter((item) => !offered.includes(item))
  const chosen = list(value)
  const toggle = (item: string | number, on: boolean) =>
    onValue([...offered, ...kept].filter((each) => (each === item ? on : chosen.includes(each))))
  return (
    <div
      id={id}
      tabIndex={-1}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))] gap-x-4 gap-y-1"
    >
      {[...offered, ...kept].map((item) => (
        <label key={item} className="flex items-center gap-2.5 py-1">
          <input
            type="checkbox"
            name={name}
            value={String(item)}
            checked={chosen.includes(item)}
            onChange={(event) => toggle(item, event.target.checked)}
            className="checkbox"
            {...aria}
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {optionLabel(field.items, item)}
            {!offered.includes(item) && <span className="text-muted"> (no longer offered)</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
