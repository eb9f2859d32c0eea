import { comparable } from '@app/contracts/comparable'
import { type ImportReport, maxCorrectionLength } from '@app/contracts/imports'
import { cleanRichText } from '@app/rich-text/clean-rich-text'
import {
  cutText,
  type FieldSchema,
  type ImportMapping,
  importedCell,
  inOrder,
  namePlace,
  referencedTable,
  type TableSchema,
  titleOf,
} from '@app/table-schema'
import type { WireRecord } from '../tables/read-record'
import type { Lookups } from './import-lookups'
import type { Row } from './read-rows'

export type Corrections = NonNullable<ImportReport['corrections']>

export type Replacements = NonNullable<ImportReport['replacements']>

/** Puts other values in the place of those that people replaced. */
export function replacedRow(headers: readonly string[], replacements: Replacements = []): (row: Row) => Row {
  const byColumn = new Map<number, Map<string, string>>()
  for (const { column, from, to } of replacements) {
    const at = headers.indexOf(column)
    byColumn.set(at, (byColumn.get(at) ?? new Map()).set(comparable(from), to))
  }
  if (byColumn.size === 0) return (row) => row
  return ({ row, cells }) => ({
    row,
    cells: cells.map((cell, at) => byColumn.get(at)?.get(comparable(cell)) ?? cell),
  })
}

/** Puts corrected cells in the place of those of the file. */
export function correctedRow(headers: readonly string[], corrections: Corrections = []): (row: Row) => Row {
  const byRow = Map.groupBy(corrections, ({ row }) => row)
  return ({ row, cells }) => {
    const corrected = byRow.get(row)
    if (!corrected) return { row, cells }
    const next = [...cells]
    for (const { column, value } of corrected) {
      const at = headers.indexOf(column)
      // A short row has no cell there yet.
      while (at > next.length) next.push('')
      if (at >= 0) next[at] = value
    }
    return { row, cells: next }
  }
}

/** Why a row cannot be applied. `value` is what its cell holds, cut to what people recognize it by. */
export type RowError = { row: number; column: string | null; message: string; value?: string; cell?: string }

export type Column = { at: number; header: string; name: string; field: FieldSchema }
type PendingReference = { column: Column; labels: string[] }

/** The values of one row, and the cells that hold none. */
export type Draft = {
  row: number
  cells: readonly string[]
  values: Record<string, unknown>
  references: PendingReference[]
  errors: RowError[]
  /** The fields whose cell means no value. */
  unread: Set<string>
}

export const idField: FieldSchema = { type: 'string' }

export function columnsOf({ properties }: TableSchema, headers: readonly string[], mapping: ImportMapping): Column[] {
  return headers
    .flatMap((header, at) => {
      const name = mapping[header]
      const field = name === 'id' ? idField : name ? properties[name] : undefined
      return name && field ? [{ at, header, name, field }] : []
    })
    .toSorted((one, other) => namePlace(one.header) - namePlace(other.header))
}

export const defaultsOf = ({ properties }: TableSchema) =>
  Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, structuredClone(field.default ?? null)]))

/** Longer cells are corrected in the file. */
const correctable = (column: Column | undefined, cell: string) =>
  column && cell.length <= maxCorrectionLength ? { cell } : {}

/** An error of a row; with a column it says what the cell holds. */
export function rowError({ row, cells }: Draft, column: Column | undefined, message: string): RowError {
  const cell = (column && cells[column.at])?.trim() ?? ''
  const value = cutText(cell)
  return { row, column: column?.header ?? null, message, ...(value && { value }), ...correctable(column, cell) }
}

/** A value as it is stored: markup without what is not allowed, a name that begins with the last one in its usual order. */
function writtenValue({ header, field }: Column, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (field.format === 'rich_text') return cleanRichText(value)
  return field.format || field.enum ? value : inOrder(header, value)
}

export function draftOf(
  columns: readonly Column[],
  columnCount: number,
  { row, cells }: Row,
  orders?: ReadonlyMap<string, boolean>,
): Draft {
  const draft: Draft = { row, cells, values: {}, references: [], errors: [], unread: new Set() }
  const width = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (width > columnCount)
    draft.errors.push(rowError(draft, undefined, `has ${width} cells, the first row has ${columnCount}`))
  for (const column of columns) {
    const cell = importedCell(column.field, cells[column.at] ?? '', { dayFirst: orders?.get(column.header) })
    if ('error' in cell) {
      draft.errors.push(rowError(draft, column, `${titleOf(column.name, column.field)} ${cell.error}`))
      draft.unread.add(column.name)
    } else if ('references' in cell) draft.references.push({ column, labels: cell.references })
    else {
      const value = writtenValue(column, cell.value)
      const before = draft.values[column.name]
      // First and last name.
      if (typeof before === 'string' && (value === null || typeof value === 'string'))
        draft.values[column.name] = [before, value ?? ''].join(' ').trim()
      else draft.values[column.name] = value
    }
  }
  return draft
}

/** Adds the labels of a row to those of its tables. */
export function addLabels(labels: Map<string, Set<string>>, references: Draft['references']): void {
  for (const { column, labels: wanted } of references) {
    const table = referencedTable(column.field)!
    const all = labels.get(table) ?? new Set()
    for (const label of wanted) all.add(label)
    labels.set(table, all)
  }
}

/** Puts ids in the place of labels, by one query per referenced table. */
export async function resolveReferences(drafts: readonly Draft[], named: Lookups['named']): Promise<void> {
  const labels = new Map<string, Set<string>>()
  for (const { references } of drafts) addLabels(labels, references)
  const found = new Map(
    await Promise.all([...labels].map(async ([table, all]) => [table, await named(table, [...all])] as const)),
  )
  for (const draft of drafts)
    for (const { column, labels: wanted } of draft.references) {
      const records = found.get(referencedTable(column.field)!)
      const ids = new Map([...new Set(wanted)].map((label) => [label, records?.get(label) ?? []]))
      for (const [label, { length }] of ids) {
        if (length === 1) continue
        const fault = length === 0 ? 'does not exist' : 'is not unique: give the id'
        const cell = draft.cells[column.at]?.trim() ?? ''
        const message = `"${cutText(label)}" ${fault}`
        draft.errors.push({ row: draft.row, column: column.header, message, ...correctable(column, cell) })
        draft.unread.add(column.name)
      }
      if (draft.unread.has(column.name)) continue
      draft.values[column.name] = column.field.items
        ? wanted.flatMap((label) => ids.get(label)!)
        : ids.get(wanted[0]!)![0]
    }
}

/** Whom a new record may be once more: a record, or an earlier row. */
type Duplicate = { name: string; id?: string; sameAsRow?: number }

/** Someone whom rows name as a relative: a record that was found, or one that is added with the first of these rows. */
export type Relative = {
  id: string
  name: string
  /** The first row that names them. */
  row: number
  values: Record<string, unknown>
  found?: WireRecord
}

type Related = { family?: readonly Relative[] }

/** The effect of the import on one row. */
export type RowOutcome =
  | ({ row: number; action: 'create'; values: Record<string, unknown>; duplicate?: Duplicate } & Related)
  | ({ row: number; action: 'update'; before: WireRecord; values: Record<string, unknown> } & Related)
  | ({ row: number; action: 'unchanged'; id: string } & Related)
  | { row: number; action: 'error'; errors: RowError[] }
