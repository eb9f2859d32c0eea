import type { TableRecord } from '@app/contracts/tables'
import type { Column } from '@app/table-schema/cell'
import { cellKind } from '../cells/cell-kinds'
import { displayText } from '../cells/display-text'
import { clampWidth } from './arrangement'

const pixelsPerCharacter = 7.3
/** Headings are semibold. */
const headingPixelsPerCharacter = 8.8
const padding = 30
const sortIcon = 28
const fixed = { reference: 168, id: 104, boolean: 92, image: 84, file: 92 } as const

/** Estimates the width of each column from its title and from the values of the first page, most of which fit. */
export function columnWidths(columns: readonly Column[], records: readonly TableRecord[]): Record<string, number> {
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
