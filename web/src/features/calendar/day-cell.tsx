import type { References } from '@app/contracts/tables'
import type { TableSchema } from '@app/table-schema/schema'
import { type DragEvent, useState } from 'react'
import { longDay } from '#lib/school-time'
import { factsText } from '#lib/words'
import type { Entry } from './entries'
import { entryDetails, placeAndSeats } from './entry-details'
import { droppedEntry, EntryLink, type OnMove } from './entry-link'

type Props = {
  schema: TableSchema
  day: string
  entries: readonly Entry[]
  references: References
  /** The color of an entry, by its place. */
  toneOf: (entry: Entry) => string
  max: number
  /** A week has room for whole titles. */
  isTall: boolean
  /** Nothing is in its whole week. */
  isFolded: boolean
  muted: boolean
  isToday: boolean
  /** Undefined for those who may only read them. */
  onMove: OnMove | undefined
  onMore: (day: string) => void
}

/** A day of the month or the week. Entries can be dragged here, or moved with Alt and an arrow key. */
export function DayCell(props: Props) {
  const { schema, day, entries, references, toneOf, max, isTall, isFolded, muted, isToday, onMove, onMore } = props
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onMove?.(droppedEntry(event).id, day)
  }
  const more = entries.length - max
  /** Where only their number is shown, it says how many take place. */
  const canceled = max > 0 ? 0 : entries.filter(({ cancelled }) => cancelled).length
  const held = more - canceled
  return (
    <td
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`${isTall ? 'h-96 [&_a]:-outline-offset-3 [&_a]:whitespace-normal' : isFolded ? 'h-9' : 'h-24'} min-w-0 border border-line p-1 align-top data-[over=true]:bg-good-soft ${muted ? 'bg-sunken' : 'bg-card'}`}
    >
      <span
        className={`inline-grid size-7 place-items-center rounded-full text-sm ${isToday ? 'bg-primary font-bold text-on-primary' : 'text-muted'}`}
      >
        <span aria-hidden="true">{Number(day.slice(8))}</span>
        <span className="sr-only">{longDay(day)}</span>
      </span>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {entries.slice(0, max).map((entry) => (
          // Up to 700 in a week: what is out of sight is laid out when it is scrolled to.
          <li
            key={entry.id}
            className={isTall ? '[contain-intrinsic-size:auto_2.5rem] [content-visibility:auto]' : undefined}
          >
            <EntryLink
              entry={entry}
              onMove={onMove}
              title={factsText([entry.title, ...entryDetails(schema, entry.record, references)])}
              className={`block min-h-6 truncate rounded border border-line border-l-4 px-1.5 py-1 text-ink text-xs hover:border-forest ${entry.cancelled ? 'border-dashed bg-sunken' : toneOf(entry)}`}
            >
              <span className={entry.cancelled ? 'text-muted line-through' : undefined}>
                {entry.time && <span className="font-semibold">{entry.time} </span>}
                {entry.title}
              </span>
              <PlaceAndSeats schema={schema} entry={entry} />
            </EntryLink>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button
          type="button"
          aria-label={`${held} ${max > 0 ? 'more ' : ''}on ${longDay(day)}${canceled > 0 ? `, ${canceled} canceled` : ''}`}
          onClick={() => onMore(day)}
          className={
            max > 0
              ? 'text-link min-h-7 text-xs'
              : `min-h-8 w-full rounded font-semibold text-sm ${held > 0 ? 'bg-good-soft text-good' : 'bg-sunken text-muted'}`
          }
        >
          {max > 0 ? `${more} more` : held > 0 && held}
          {canceled > 0 && <s className="ml-1 font-normal text-muted">{canceled}</s>}
        </button>
      )}
    </td>
  )
}

/** Below the title: where it is, and how many seats are free. */
function PlaceAndSeats({ schema, entry }: { schema: TableSchema; entry: Entry }) {
  const text = placeAndSeats(schema, entry)
  return text === '' ? null : <span className="block truncate">{text}</span>
}
