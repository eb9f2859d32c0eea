import { useState } from 'react'
import { afterGap, instantsOf, instantWords, wallClock, zoneName } from '../local-time'
import { textOf, type WidgetProps } from './widget'

/** Typed so far but no date yet; the check of the field says so. */
const unreadable = 'unreadable'

/** A day of the calendar: the same day everywhere, so no clock and no zone is asked. */
export function DateWidget({ id, name, value, tied, required, onValue }: WidgetProps) {
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
      {...tied}
    />
  )
}

/** A day and a time by the clocks of where the browser is; the zone stands below, and what becomes of an odd hour. */
export function DateTimeWidget({ id, name, value, title, tied, required, onValue }: WidgetProps) {
  const [wall, setWall] = useState(() => wallClock(textOf(value)))
  const instants = instantsOf(wall)

  function onWall(text: string) {
    setWall(text)
    onValue(text === '' ? '' : (instantsOf(text)[0] ?? afterGap(text)))
  }
  return (
    <>
      <input
        id={id}
        name={name}
        type="datetime-local"
        required={required}
        step={wall.length > 16 ? 1 : undefined}
        defaultValue={wall}
        onChange={(event) => onWall(event.target.value)}
        onBlur={({ target }) => target.validity.badInput && onValue(unreadable)}
        className="control w-full max-w-72"
        {...tied}
      />
      {wall && instants.length === 2 && (
        <select
          aria-label={`${title}: which of the two`}
          value={instants.find((instant) => Date.parse(instant) === Date.parse(textOf(value))) ?? instants[0]}
          onChange={(event) => onValue(event.target.value)}
          className="control w-full max-w-72"
        >
          {instants.map((instant) => (
            <option key={instant} value={instant}>
              {instantWords(instant)}
            </option>
          ))}
        </select>
      )}
      <p className="text-muted text-sm" aria-live="polite">
        {note(wall, instants)}
      </p>
    </>
  )
}

function note(wall: string, instants: string[]) {
  if (!wall) return `Local time, ${zoneName(new Date().toISOString())}`
  const [first, second] = instants
  if (!first) return `Clocks skip this hour: it becomes ${instantWords(afterGap(wall))}.`
  if (second) return 'Clocks show this time twice that night: choose which one is meant.'
  return zoneName(first)
}
