import type { References } from '@app/contracts/tables'
import { minuteOfDay } from '@app/school-time/school-day'
import type { TableSchema } from '@app/table-schema/schema'
import { TriangleAlert } from 'lucide-react'
import { type DragEvent, type MouseEvent, type PointerEvent, useState } from 'react'
import { capacityOf, occupyingFrom, overCapacity, overCapacityText } from '#lib/place-load'
import { schoolTime } from '#lib/school-time'
import { useNow } from '#lib/use-now'
import { factsText } from '#lib/words'
import type { Entry } from './entries'
import { entryDetails, placeAndSeats } from './entry-details'
import { droppedEntry, EntryLink, type OnMove } from './entry-link'
import { instantAt, today } from './school-days'

/** A record with a time of day, and where it is drawn among those of its day that overlap it. */
export type Placed = { entry: Entry; from: number; to: number; lane: number; lanes: number }

export const hourRem = 4

/** Shown at least, in hours of the day; lessons outside them widen the day. */
const usual = { from: 8, to: 18 }
/** A record without a length, in minutes. */
const assumedLength = 60
/** The shortest drawn length, in minutes, so that a time can be read. */
const shortest = 30

const endOf = ({ minute, minutes }: Entry) => Math.min(minute + Math.max(minutes ?? assumedLength, 1), 24 * 60)

export const isTimed = ({ time }: Entry) => time !== ''

/** The hours of the day that a grid of these entries has: `{ from: 8, to: 18 }`. */
export function hoursOf(entries: readonly Entry[]): { from: number; to: number } {
  const timed = entries.filter(isTimed)
  return {
    from: Math.min(usual.from, ...timed.map(({ minute }) => Math.floor(minute / 60))),
    to: Math.max(usual.to, ...timed.map((entry) => Math.ceil(endOf(entry) / 60))),
  }
}

/**
 * The timed entries of a day with the lane of each, in minutes of the day. Entries that overlap, also through others, share
 * the width; each takes the first lane that is free.
 */
export function placed(entries: readonly Entry[]): Placed[] {
  const rest = entries
    .filter(isTimed)
    .map((entry) => ({ entry, from: entry.minute, to: Math.max(endOf(entry), entry.minute + shortest) }))
    .sort((one, other) => one.from - other.from || other.to - one.to)
  const done: Placed[] = []
  let group: Omit<Placed, 'lanes'>[] = []
  let ends: number[] = []
  const close = () => {
    done.push(...group.map((each) => ({ ...each, lanes: ends.length })))
    group = []
    ends = []
  }
  for (const each of rest) {
    if (ends.length > 0 && each.from >= Math.max(...ends)) close()
    const free = ends.findIndex((end) => end <= each.from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = each.to
    group.push({ ...each, lane })
  }
  close()
  return done
}

/** The entries whose place has too many people at their time, each with what to say. */
export function crowdedPlaces(schema: TableSchema, entries: readonly Entry[]): ReadonlyMap<string, string> {
  const all = entries.flatMap(({ record }) => occupyingFrom(record) ?? [])
  return new Map(
    all.flatMap((lesson) => {
      const capacity = capacityOf(schema, lesson.place)
      const most = overCapacity(lesson, all, capacity)
      return lesson.id === undefined || most === undefined ? [] : [[lesson.id, overCapacityText(most, capacity!)]]
    }),
  )
}

/** The ids of entries that take place at the same time as another one of the same instructor. */
export function doubleBooked(entries: readonly Entry[]): ReadonlySet<string> {
  const found = new Set<string>()
  const held = entries.filter((each) => isTimed(each) && !each.cancelled && each.record['instructor'])
  for (const [at, one] of held.entries())
    for (const other of held.slice(at + 1)) {
      const isSame = one.day === other.day && one.record['instructor'] === other.record['instructor']
      if (isSame && one.minute < endOf(other) && other.minute < endOf(one)) found.add(one.id).add(other.id)
    }
  return found
}

/** Times that are pointed at are multiples of this, in minutes. */
const step = 15
const usualLength = 60

type Props = {
  schema: TableSchema
  day: string
  hours: { from: number; to: number }
  entries: readonly Entry[]
  references: References
  toneOf: (entry: Entry) => string
  /** The ids of entries whose instructor is needed twice. */
  conflicts: ReadonlySet<string>
  /** Entries whose place has too many people at their time, with what to say. */
  crowded: ReadonlyMap<string, string>
  onMove: OnMove | undefined
  /** How many days stand side by side. */
  rowDays: number
  onCreate: ((day: string, minute: number, length: number) => void) | undefined
}

const rem = (minutes: number) => `${(minutes / 60) * hourRem}rem`

/** The hours of one day. Pointing at a free time, or dragging over it, creates a record there. */
export function HourColumn({
  schema,
  day,
  hours,
  entries,
  references,
  toneOf,
  conflicts,
  crowded,
  onMove,
  rowDays,
  onCreate,
}: Props) {
  const warningsOf = (id: string) => [
    ...(conflicts.has(id) ? ['Instructor has two lessons'] : []),
    ...(crowded.has(id) ? [crowded.get(id)!] : []),
  ]
  const [draft, setDraft] = useState<{ from: number; to: number }>()
  const start = hours.from * 60
  const end = hours.to * 60
  /** The minute of the day at a height of the page. */
  const minuteAt = (column: Element, clientY: number) => {
    const { top, height } = column.getBoundingClientRect()
    const minute = start + ((clientY - top) / height) * (end - start)
    return Math.max(start, Math.min(Math.round(minute / step) * step, end))
  }
  const isFree = ({ target, currentTarget, button }: PointerEvent | MouseEvent) =>
    onCreate !== undefined && button === 0 && target === currentTarget

  function onPointerDown(event: PointerEvent) {
    // A finger that moves scrolls the page.
    if (!isFree(event) || event.pointerType !== 'mouse') return
    const minute = minuteAt(event.currentTarget, event.clientY)
    event.currentTarget.setPointerCapture(event.pointerId)
    setDraft({ from: minute, to: minute })
  }
  const onPointerMove = (event: PointerEvent) =>
    draft && setDraft({ ...draft, to: minuteAt(event.currentTarget, event.clientY) })

  function onClick(event: MouseEvent) {
    const minute = minuteAt(event.currentTarget, event.clientY)
    const [from, to] = draft ? [draft.from, draft.to].sort((one, other) => one - other) : [minute, minute]
    const isHere = draft !== undefined || isFree(event)
    setDraft(undefined)
    if (isHere && from !== undefined && to !== undefined)
      onCreate?.(day, Math.min(from, end - step), to > from ? to - from : usualLength)
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    const { id, hold } = droppedEntry(event)
    onMove?.(id, day, minuteAt(event.currentTarget, event.clientY - hold))
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button beside the day does the same by keyboard.
    <div
      className={`relative border-line border-y border-l bg-[linear-gradient(var(--color-line)_1px,transparent_1px)] bg-card ${onCreate ? 'cursor-copy' : ''}`}
      style={{ height: rem(end - start), backgroundSize: `100% ${hourRem}rem` }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerCancel={() => setDraft(undefined)}
      onClick={onClick}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      {placed(entries).map((each) => (
        <Block
          key={each.entry.id}
          each={each}
          start={start}
          schema={schema}
          references={references}
          tone={toneOf(each.entry)}
          warnings={warningsOf(each.entry.id)}
          onMove={onMove}
          rowDays={rowDays}
        />
      ))}
      {draft && draft.to !== draft.from && (
        <div
          className="pointer-events-none absolute inset-x-0.5 rounded-md border-2 border-forest border-dashed bg-forest/10 px-1.5 text-xs"
          style={{ top: rem(Math.min(draft.from, draft.to) - start), height: rem(Math.abs(draft.to - draft.from)) }}
        >
          {schoolTime(instantAt(day, Math.min(draft.from, draft.to)))} to{' '}
          {schoolTime(instantAt(day, Math.max(draft.from, draft.to)))}
        </div>
      )}
      {day === today() && <NowLine start={start} end={end} />}
    </div>
  )
}

type BlockProps = Pick<Props, 'schema' | 'references' | 'onMove' | 'rowDays'> & {
  each: Placed
  start: number
  tone: string
  warnings: readonly string[]
}

function Block({
  each: { entry, from, to, lane, lanes },
  start,
  schema,
  references,
  tone,
  warnings,
  onMove,
  rowDays,
}: BlockProps) {
  return (
    <EntryLink
      entry={entry}
      onMove={onMove}
      rowDays={rowDays}
      title={factsText([entry.title, ...entryDetails(schema, entry.record, references)])}
      className={`absolute overflow-hidden hyphens-auto rounded-md border border-line border-l-4 px-1.5 py-0.5 text-ink text-xs leading-tight hover:z-10 hover:border-forest focus-visible:z-10 ${entry.cancelled ? 'border-dashed bg-sunken' : tone}`}
      style={{
        top: rem(from - start),
        height: `calc(${rem(to - from)} - 2px)`,
        left: `calc(${(lane / lanes) * 100}% + 2px)`,
        width: `calc(${100 / lanes}% - 4px)`,
      }}
    >
      <span className={entry.cancelled ? 'block text-muted line-through' : 'block'}>
        <span className="font-semibold">{entry.time}</span> {entry.title}
      </span>
      {entry.cancelled && (
        <span aria-hidden="true" className="block font-semibold text-bad">
          Canceled
        </span>
      )}
      {warnings.map((warning) => (
        <span key={warning} className="flex items-center gap-1 font-semibold text-bad">
          <TriangleAlert className="size-3.5 shrink-0" aria-hidden="true" />
          {warning}
        </span>
      ))}
      <span className="block text-muted">{placeAndSeats(schema, entry, references)}</span>
    </EntryLink>
  )
}

function NowLine({ start, end }: { start: number; end: number }) {
  const minute = minuteOfDay(useNow())
  if (minute < start || minute > end) return null
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 z-20 border-red border-t-2 before:absolute before:-top-1.25 before:-left-1 before:size-2 before:rounded-full before:bg-red"
      style={{ top: rem(minute - start) }}
    />
  )
}
