import type { TableRecord } from '@app/contracts/tables'
import { type Column, columns } from '@app/table-schema/cell'
import { titleField } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { readStored, store } from '#lib/stored'
import type { TableExtension } from '#lib/table-extension'
import { cellKind, displayText } from '../cells/cell'

/** A person's arrangement of the columns of a list; widths in CSS pixels. */
export type Arrangement = {
  order?: readonly string[]
  hidden?: readonly string[]
  widths?: Readonly<Record<string, number>>
}

export const minWidth = 80
const maxWidth = 280
export const clampWidth = (width: number) => Math.round(Math.min(maxWidth, Math.max(minWidth, width)))

/** The shown columns in the chosen order; columns that the arrangement does not name keep their place at the end. */
export function arrange(columns: readonly Column[], { order = [], hidden = [] }: Arrangement): Column[] {
  const [title, ...others] = columns
  if (!title) return []
  const place = ({ key }: Column) => (order.includes(key) ? order.indexOf(key) : order.length)
  const shown = others.filter(({ key }) => !hidden.includes(key))
  return [title, ...shown.toSorted((a, b) => place(a) - place(b))]
}

/** Moves a column one place; the title column stays first. */
export function moveColumn(columns: readonly Column[], key: string, step: -1 | 1): string[] {
  const keys = columns.map((column) => column.key)
  const from = keys.indexOf(key)
  const to = from + step
  if (from < 1 || to < 1 || to >= keys.length) return keys
  return keys.toSpliced(from, 1).toSpliced(to, 0, key)
}

/**
 * The columns of a list: the title field, the ones its extension puts first, the start of what a calendar shows, the others, the ones
 * its extension puts last, and the id.
 */
export function listColumns(
  schema: TableSchema,
  leading: readonly string[] = [],
  trailing: readonly string[] = [],
): Column[] {
  const first = [titleField(schema), ...leading, ...(schema.calendar ? [schema.calendar.start] : [])]
  const rank = ({ key }: Column) => {
    if (key === 'id') return Number.POSITIVE_INFINITY
    const at = first.indexOf(key)
    const end = trailing.indexOf(key)
    return at < 0 ? first.length + 1 + end : at
  }
  return columns(schema).toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}

const pixelsPerCharacter = 7.3
/** Headings are semibold. */
const headingPixelsPerCharacter = 8.8
const padding = 30
const sortIcon = 28
const fixed = { reference: 168, id: 104, boolean: 92, image: 84, file: 92 } as const

/** Estimates the width of each column from its title and from the values of the first page, most of which fit. */
function columnWidths(columns: readonly Column[], records: readonly TableRecord[]): Record<string, number> {
  return Object.fromEntries(
    columns.map((column, at) => [
      column.key,
      at === 0 ? Math.max(176, estimate(column, records)) : estimate(column, records),
    ]),
  )
}

function estimate(column: Column, records: readonly TableRecord[]) {
  const kind = cellKind(column.key, column.field)
  const heading = column.title.length * headingPixelsPerCharacter + padding + sortIcon
  if (kind in fixed) return clampWidth(Math.max(heading, fixed[kind as keyof typeof fixed]))
  const lengths = records
    .map((record) => displayText(column.field, record[column.key]).length)
    .toSorted((a, b) => a - b)
  const common = lengths[Math.floor(lengths.length * 0.9)] ?? 0
  const dot = kind === 'option' ? 16 : 0
  return clampWidth(Math.max(heading, common * pixelsPerCharacter + padding + dot))
}

export type Columns = ReturnType<typeof useColumns>

/** The columns of a list with their widths, and how a person changes them. */
export function useColumns(
  schema: TableSchema,
  { leading, trailing, widths: own }: Pick<TableExtension, 'leading' | 'trailing' | 'widths'>,
  records: readonly TableRecord[] | undefined,
  saved?: { id: string; columns: Arrangement },
) {
  const all = useMemo(() => listColumns(schema, leading, trailing), [schema, leading, trailing])
  const { arrangement, change } = useArrangement(schema.name, saved)
  const shown = useMemo(() => arrange(all, arrangement), [all, arrangement])
  // Estimated once, from the first page with records, so that columns do not move with the data; again after an import.
  const [estimated, setEstimated] = useState<Record<string, number>>()
  if (!estimated && records && records.length > 0) setEstimated(columnWidths(all, records))
  const widths = useMemo(() => ({ ...estimated, ...own, ...arrangement.widths }), [estimated, own, arrangement.widths])

  const setWidth = (key: string, width: number) =>
    change({ ...arrangement, widths: { ...arrangement.widths, [key]: clampWidth(width) } })
  return {
    all,
    shown: shown as readonly Column[],
    widths: widths as Readonly<Record<string, number>>,
    arrangement,
    change,
    remeasure: () => setEstimated(undefined),
    setWidth,
    resize: (key: string, by: number) => setWidth(key, (widths[key] ?? minWidth) + by),
    move: (key: string, step: -1 | 1) => change({ ...arrangement, order: moveColumn(shown, key, step) }),
  }
}

const arrangementSchema = v.object({
  order: v.optional(v.array(v.string())),
  hidden: v.optional(v.array(v.string())),
  widths: v.optional(v.record(v.string(), v.pipe(v.number(), v.transform(clampWidth)))),
})

const storageKey = (table: string) => `columns.${table}`

/** The columns of a table as this browser keeps them, or as a saved view arranges them. */
function useArrangement(table: string, saved: { id: string; columns: Arrangement } | undefined) {
  const key = saved?.id ?? table
  const [state, setState] = useState<{ key: string; arrangement: Arrangement }>({ key: '', arrangement: {} })
  const initial = useMemo(
    () => saved?.columns ?? readStored(storageKey(table), arrangementSchema) ?? {},
    [table, saved?.columns],
  )
  function change(arrangement: Arrangement) {
    setState({ key, arrangement })
    if (!saved) store(storageKey(table), arrangement)
  }
  return { arrangement: state.key === key ? state.arrangement : initial, change }
}
