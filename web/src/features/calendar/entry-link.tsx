import type { References, TableRecord } from '@app/contracts/tables'
import { fullText } from '@app/table-schema/cell'
import { addDays } from '@app/table-schema/conditions'
import { titleOf } from '@app/table-schema/field'
import { referencedTable, referenceLabel } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { isBlank } from '@app/table-schema/validation'
import type { CSSProperties, DragEvent, KeyboardEvent, ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { paths } from '#lib/paths'
import { factsText } from '#lib/words'
import type { Entry } from './entries'

/** Each is told from the others also by its name in the legend and in the entry. */
const tones = [
  'border-l-forest bg-forest/10',
  'border-l-gold bg-gold/15',
  'border-l-blue bg-blue/12',
  'border-l-red bg-red/10',
  'border-l-ink bg-ink/8',
  'border-l-edge bg-sunken',
]
const untold = 'border-l-line bg-card'

/** The fields by which entries may be colored: where it is, and who leads it. */
export const coloringFields = ({ properties }: TableSchema) =>
  Object.entries(properties)
    .filter(
      ([name, field]) =>
        (name === 'place' && field.enum) || (field.type === 'string' && referencedTable(field) !== undefined),
    )
    .map(([name, field]) => ({ name, title: titleOf(name, field) }))

type Coloring = {
  toneOf: (entry: Entry) => string
  /** The meaning of the shown colors, by name. */
  legend: { label: string; tone: string }[]
}

/** The colors of entries by the value of a field, in the order of its options or of the names. */
export function coloringOf(
  { properties }: TableSchema,
  name: string | undefined,
  entries: readonly Entry[],
  references: References,
): Coloring {
  const field = name === undefined ? undefined : properties[name]
  if (!field || name === undefined) return { toneOf: () => 'border-l-forest bg-forest/10', legend: [] }
  const table = referencedTable(field)
  const labelOf = (value: unknown) =>
    table === undefined ? fullText(field, value) : referenceLabel(references, table, String(value))
  const options = field.enum?.map(String)
  const values = [...new Set(entries.flatMap(({ record }) => (record[name] ? [String(record[name])] : [])))].sort(
    (one, other) =>
      options ? options.indexOf(one) - options.indexOf(other) : labelOf(one).localeCompare(labelOf(other)),
  )
  const toneOf = (value: string) => tones[(options ?? values).indexOf(value) % tones.length] ?? untold
  return {
    toneOf: ({ record }) => (record[name] ? toneOf(String(record[name])) : untold),
    legend: values.map((value) => ({ label: labelOf(value), tone: toneOf(value) })),
  }
}

const placeOf = ({ properties }: TableSchema, record: TableRecord): string =>
  properties['place'] ? fullText(properties['place'], record['place']) : ''

/** How much of each limited number is taken: the seats of a lesson. */
const seatsOf = ({ properties }: TableSchema, record: TableRecord) =>
  Object.entries(properties).flatMap(([name, field]) => {
    const limit = record[field.maxItemsField ?? '']
    const taken = record[name] ?? []
    if (typeof limit !== 'number' || !Array.isArray(taken)) return []
    return { limit, taken: taken.length, title: titleOf(name, field).toLowerCase() }
  })

/** The single records that are named: the instructor of a lesson. */
const namesOf = ({ properties }: TableSchema, record: TableRecord, references: References) =>
  Object.entries(properties).flatMap(([name, field]) => {
    const table = referencedTable(field)
    if (table === undefined || field.type === 'array') return []
    const value = record[name]
    return isBlank(field, value)
      ? `No ${titleOf(name, field).toLowerCase()}`
      : referenceLabel(references, table, String(value))
  })

/**
 * Where it is and how many seats are free, in the fewest words: `North field · 2 free`. With `references` also who is named. A
 * canceled one has no seats to give.
 */
export const placeAndSeats = (
  schema: TableSchema,
  { record, cancelled }: Pick<Entry, 'record' | 'cancelled'>,
  references?: References,
): string =>
  factsText([
    placeOf(schema, record),
    ...(cancelled ? [] : seatsOf(schema, record)).map(({ limit, taken }) =>
      taken < limit ? `${limit - taken} free` : 'Full',
    ),
    ...(references ? namesOf(schema, record, references) : []),
  ])

/**
 * Details that a front desk looks for apart from time and title: the place, as calendar feeds show it, who is named, and how much of a
 * limited number is taken. For a lesson: `North field`, `Maid Marian`, `6 of 8 students`.
 */
export const entryDetails = (schema: TableSchema, record: TableRecord, references: References): string[] =>
  [
    placeOf(schema, record),
    ...namesOf(schema, record, references),
    ...seatsOf(schema, record).map(({ limit, taken, title }) =>
      taken < limit ? `${taken} of ${limit} ${title}` : `Full: ${taken} of ${limit} ${title}`,
    ),
  ].filter((detail) => detail !== '')

/** A history entry that closing the record leaves by going back. */
const opened = { opened: true }

/** The link that opens a record next to the calendar as it is. */
export function useEntryLink(id: string) {
  const [search] = useSearchParams()
  const next = new URLSearchParams(search)
  next.set('record', id)
  return {
    href: `${paths.calendar}?${next}`,
    state: opened,
    replace: search.has('record') && history.state?.opened === true,
  }
}

/** The record of the address, and how it is closed. */
export function useOpenedEntry() {
  const [search, setSearch] = useSearchParams()
  function close() {
    if (history.state?.opened) return history.back()
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        next.delete('record')
        return next
      },
      { replace: true },
    )
  }
  return { id: search.get('record'), close }
}

/** Moves a record to a day, there to a minute of it or to the time it has. */
export type OnMove = (id: string, day: string, minute?: number) => void

type Props = {
  entry: Entry
  /** Undefined for those who may only read them. */
  onMove: OnMove | undefined
  /** How many days Alt with an arrow up or down moves it by: those of one row of the view. */
  rowDays?: number
  className: string
  style?: CSSProperties
  title?: string
  children: ReactNode
}

const idType = 'text/plain'
/** The distance from an entry's top to where it is held, in pixels. */
const holdType = 'application/x-hold'

/** The dropped record, and the distance from its top to where it was held. */
export const droppedEntry = ({ dataTransfer }: DragEvent) => ({
  id: dataTransfer.getData(idType),
  hold: Number(dataTransfer.getData(holdType)) || 0,
})

/** A record on the calendar, which can be dragged, or moved with Alt and an arrow key. */
export function EntryLink({
  entry: { id, day, cancelled },
  onMove,
  rowDays = 7,
  className,
  style,
  title,
  children,
}: Props) {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -rowDays, ArrowDown: rowDays }
  function onKeyDown(event: KeyboardEvent) {
    const days = event.altKey ? steps[event.key] : undefined
    if (!days || !onMove) return
    event.preventDefault()
    onMove(id, addDays(day, days))
  }
  function onDragStart(event: DragEvent) {
    const { top } = event.currentTarget.getBoundingClientRect()
    event.dataTransfer.setData(idType, id)
    event.dataTransfer.setData(holdType, `${event.clientY - top}`)
  }
  return (
    <Link
      {...useEntryLink(id)}
      draggable={onMove !== undefined}
      onDragStart={onDragStart}
      onKeyDown={onKeyDown}
      aria-keyshortcuts={onMove && 'Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown'}
      className={className}
      style={style}
      title={title}
    >
      {children}
      {cancelled && <span className="sr-only"> (canceled)</span>}
    </Link>
  )
}
