import type { TableRecord } from '@app/contracts/tables'
import type { Column } from '@app/table-schema/cell'
import { isRequired, titleOf } from '@app/table-schema/field'
import { importedCell } from '@app/table-schema/import-value'
import type { TableSchema } from '@app/table-schema/schema'
import { validateField } from '@app/table-schema/validate-in-browser'
import { isEditable } from './editable'

/** Cells that are pasted at once, at most. */
const maxPasted = 500

/** Text copied from a spreadsheet: cells parted by tabs, those with line breaks or tabs in quotation marks. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const end = () => {
    rows.at(-1)!.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === '\t') end()
    else if (sign === '\n') {
      end()
      rows.push([])
    } else if (sign !== '\r') cell += sign
  }
  end()
  // Spreadsheets end the last row as well.
  if (rows.length > 1 && rows.at(-1)!.join('') === '') rows.pop()
  return rows
}

export type Pasted = { record: TableRecord; values: Record<string, unknown> }
export type Place = { records: readonly TableRecord[]; columns: readonly Column[]; row: number; column: number }

/**
 * The changes of pasting into a cell and those to the right of it and below, or the reason why nothing is pasted: all or none.
 */
export function pastedInto(
  schema: TableSchema,
  cells: readonly (readonly string[])[],
  { records, columns, row, column }: Place,
): { changes: Pasted[] } | { refusal: string } {
  const count = cells.reduce((sum, { length }) => sum + length, 0)
  if (count > maxPasted) return { refusal: `At most ${maxPasted} cells can be pasted at once. Use Import for more.` }
  const changes: Pasted[] = []
  for (const [down, line] of cells.entries()) {
    const record = records[row + down]
    if (!record) return { refusal: `${cells.length} rows were copied, but fewer follow here.` }
    const values: Record<string, unknown> = {}
    for (const [right, text] of line.entries()) {
      const target = columns[column + right]
      if (!target) return { refusal: 'Too many columns to paste here.' }
      const field = schema.properties[target.key]
      const title = titleOf(target.key, field)
      if (!field || !isEditable(schema, target)) return { refusal: `${title} cannot be pasted into.` }
      const cell = importedCell(field, text)
      if ('references' in cell) return { refusal: `${title} names records: choose them in their cells.` }
      const required = isRequired(schema, target.key)
      const error = 'error' in cell ? `${title} ${cell.error}` : validateField(field, title, required, cell.value)
      if (error) return { refusal: `Row ${down + 1} of what was copied: ${error}.` }
      values[target.key] = 'value' in cell ? cell.value : null
    }
    changes.push({ record, values })
  }
  return { changes }
}
