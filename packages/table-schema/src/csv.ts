import type { Descriptor, FieldDescriptor } from '@app/contracts/table-descriptor'
import { type Column, columns } from './cell'
import { plainText } from './rich-text'

/** Excel takes a file that begins so for UTF-8. */
export const byteOrderMark = '\ufeff'

/** What a spreadsheet would take for a formula, also behind blanks and in the wide forms of East Asian keyboards. */
const formula = /^(?:[\t\r]|[\s\u200b\ufeff]*[=+\-@|%＝＋－＠｜％])/

const quoted = /[",\r\n]/

/** A text as one cell: guarded so that nothing is computed, quoted where it must be. */
export function csvText(text: string): string {
  const guarded = formula.test(text) ? `'${text}` : text
  return quoted.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** No reader of CSV gets past a NUL. */
const withoutNul = (text: string) => (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text)

/** A value as one cell. Numbers stay numbers; a text is guarded whatever its column holds. */
export function csvCell(field: FieldDescriptor, value: unknown): string {
  if (typeof value === 'string') return csvText(withoutNul(field.format === 'rich_text' ? plainText(value) : value))
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return csvText(withoutNul(value.map((item) => itemText(item)).join('; ')))
  return typeof value === 'object' ? csvText(JSON.stringify(value)) : String(value)
}

const itemText = (item: unknown) => (typeof item === 'object' ? JSON.stringify(item) : String(item))

const instant: FieldDescriptor = { type: 'string', format: 'date-time' }

/** The columns of an export: `id` first, the two times last. */
export const csvColumns = (descriptor: Descriptor): Pick<Column, 'key' | 'field'>[] => [
  ...columns(descriptor),
  { key: 'created_at', field: instant },
  { key: 'updated_at', field: instant },
]

/** The first line: the names of the fields. */
export const csvHeader = (descriptor: Descriptor) => line(csvColumns(descriptor).map(({ key }) => csvText(key)))

/** Makes the line of each record. */
export function csvLines(descriptor: Descriptor): (record: Readonly<Record<string, unknown>>) => string {
  const cells = csvColumns(descriptor)
  return (record) => line(cells.map(({ key, field }) => csvCell(field, record[key])))
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`
