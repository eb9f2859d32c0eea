import { isEmpty, optionLabel } from '@app/table-schema/field'
import { referencedTable } from '@app/table-schema/references'
import { useState } from 'react'
import { afterGap, instantsOf, instantText, localTime, zoneName } from '#lib/local-time'
import { CheckField } from '#ui/check-field'
import { option } from '#ui/field'
import { RecordPicker } from '../../list/references/record-picker'
import { referenceValues } from '../../list/references/references.api'
import { useSchema } from '../../list/use-schema'
import { textOf, type WidgetProps } from './widget'

/** Chooses one or several records of another table: "Students (3 of 8)". */
export function ReferenceWidget({ id, name, table, title, field, value, values, aria, onValue }: WidgetProps) {
  const schema = useSchema(referencedTable(field))
  const multiple = field.type === 'array'
  const ids = referenceValues(value)
  const limit = field.maxItemsField === undefined ? field.maxItems : values?.[field.maxItemsField]
  const max = typeof limit === 'number' ? limit : undefined
  if (!schema) return <p className="text-muted text-sm">You may not see these records; the field stays unchanged.</p>
  const isFull = max !== undefined && ids.length >= max
  return (
    <>
      {multiple && max !== undefined && (
        <p className="text-muted text-sm tabular-nums" aria-live="polite">
          {ids.length} of {max}
          {isFull && ': full'}
        </p>
      )}
      <RecordPicker
        id={id}
        label={title}
        table={table}
        field={name}
        schema={schema}
        multiple={multiple}
        ids={ids}
        onIds={(next) => onValue(multiple ? next : (next[0] ?? ''))}
        creates
        full={multiple && isFull ? `Full: ${max} of ${max}` : undefined}
        aria={aria}
      />
    </>
  )
}

/** A checkbox. A value that was never set stays unset until it is clicked. */
export const CheckboxWidget = ({ id, name, title, value, aria, onValue }: WidgetProps) => (
  <CheckField
    id={id}
    name={name}
    defaultChecked={value === true}
    className="flex w-fit items-center gap-2.5 py-1"
    onCheck={onValue}
    {...aria}
  >
    <span className="font-semibold">{title}</span>
  </CheckField>
)

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
      {options.map((each) => option(each, optionLabel(field, each)))}
      {kept.map((each) => option(each, `${each} (no longer offered)`))}
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
        <CheckField
          key={item}
          name={name}
          value={String(item)}
          checked={chosen.includes(item)}
          className="flex items-center gap-2.5 py-1"
          onCheck={(on) => toggle(item, on)}
          {...aria}
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {optionLabel(field.items, item)}
            {!offered.includes(item) && <span className="text-muted"> (no longer offered)</span>}
          </span>
        </CheckField>
      ))}
    </div>
  )
}

/** Reported for an incomplete date, so that validation refuses it. */
const unreadable = 'unreadable'

/** A calendar day, the same in every time zone. */
export function DateWidget({ id, name, value, aria, required, onValue }: WidgetProps) {
  return (
    <input
      id={id}
      name={name}
      type="date"
      required={required}
      defaultValue={textOf(value)}
      onChange={(event) => onValue(event.target.value)}
      onBlur={({ target }) => target.validity.badInput && onValue(unreadable)}
      className="control w-full max-w-64"
      {...aria}
    />
  )
}

/** The input has no milliseconds. */
const isSameSecond = (one: string, other: string) =>
  Math.floor(Date.parse(one) / 1000) === Math.floor(Date.parse(other) / 1000)

/** Date and time on the school's clock; its time zone is named below, as is what happens to a repeated or skipped hour. */
export function DateTimeWidget({ id, name, value, title, aria, required, onValue }: WidgetProps) {
  const [local, setLocal] = useState(() => localTime(textOf(value)))
  const instants = instantsOf(local)

  function onLocal(text: string) {
    setLocal(text)
    onValue(text === '' ? '' : (instantsOf(text)[0] ?? afterGap(text)))
  }
  return (
    <>
      <input
        id={id}
        name={name}
        type="datetime-local"
        required={required}
        step={local.length > 16 ? 1 : undefined}
        defaultValue={local}
        onChange={(event) => onLocal(event.target.value)}
        onBlur={({ target }) => target.validity.badInput && onValue(unreadable)}
        className="control w-full max-w-72"
        {...aria}
      />
      {local && instants.length === 2 && (
        <select
          aria-label={`${title}: which of the two`}
          value={instants.find((instant) => isSameSecond(instant, textOf(value))) ?? instants[0]}
          onChange={(event) => onValue(event.target.value)}
          className="control w-full max-w-72"
        >
          {instants.map((instant) => option(instant, instantText(instant)))}
        </select>
      )}
      <p className="text-muted text-sm" aria-live="polite">
        {note(local, instants)}
      </p>
    </>
  )
}

function note(local: string, instants: string[]) {
  if (!local) return `The school's time, ${zoneName(new Date().toISOString())}`
  const [first, second] = instants
  if (!first) return `This time does not exist that day (DST): it becomes ${instantText(afterGap(local))}.`
  if (second) return 'This time occurs twice that night (DST): choose which one.'
  return zoneName(first)
}
