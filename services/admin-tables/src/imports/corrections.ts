import { comparable } from '@app/contracts/comparable'
import { invalidField } from '@app/contracts/errors'
import { type ImportChange, type ImportReport, maxCorrections, maxReplacements } from '@app/contracts/imports'
import type { Row } from './read-rows'

export type Corrections = NonNullable<ImportReport['corrections']>

const keyOf = ({ row, column }: { row: number; column: string }) => `${row} ${column}`

/**
 * The corrections after a change: a cell has one, and one without a value is taken back.
 * @throws AppError `invalid_input` for a column that the file does not have, and beyond the limit
 */
export function changedCorrections(
  headers: readonly string[],
  before: Corrections,
  changes: NonNullable<ImportChange['corrections']>,
): Corrections {
  const refuse = (message: string) => invalidField('corrections', message)
  const unknown = changes.find(({ column }) => !headers.includes(column))
  if (unknown) throw refuse(`The file has no column "${unknown.column}".`)
  const all = new Map(before.map((one) => [keyOf(one), one]))
  for (const { row, column, value } of changes) {
    if (value === null) all.delete(keyOf({ row, column }))
    else all.set(keyOf({ row, column }), { row, column, value })
  }
  if (all.size > maxCorrections)
    throw refuse(`At most ${maxCorrections} cells can be corrected here. Correct the file and choose it again.`)
  return [...all.values()].sort((one, other) => one.row - other.row)
}

export type Replacements = NonNullable<ImportReport['replacements']>

const valueKey = ({ column, from }: { column: string; from: string }) => `${column}\n${comparable(from)}`

/**
 * The replacements after a change: a value has one, and one without a value is taken back.
 * @throws AppError `invalid_input` for a column that the file does not have, and beyond the limit
 */
export function changedReplacements(
  headers: readonly string[],
  before: Replacements,
  changes: NonNullable<ImportChange['replacements']>,
): Replacements {
  const refuse = (message: string) => invalidField('replacements', message)
  const unknown = changes.find(({ column }) => !headers.includes(column))
  if (unknown) throw refuse(`The file has no column "${unknown.column}".`)
  const all = new Map(before.map((one) => [valueKey(one), one]))
  for (const { column, from, to } of changes) {
    if (to === null) all.delete(valueKey({ column, from }))
    else all.set(valueKey({ column, from }), { column, from, to })
  }
  if (all.size > maxReplacements)
    throw refuse(`At most ${maxReplacements} values can be replaced here. Correct the file and choose it again.`)
  return [...all.values()]
}

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
  const byRow = new Map<number, Corrections>()
  for (const one of corrections) byRow.set(one.row, [...(byRow.get(one.row) ?? []), one])
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
