import { useState } from 'react'
import { afterGap, instantsOf, instantText, localTime, zoneName } from '#lib/local-time'
import { option } from '#ui/field'
import { textOf, type WidgetProps } from './widget'

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
