import type { FieldSchema } from '@app/contracts/table-schema'
import { minuteOfDay, startOfDay } from '@app/school-time/school-day'
import { kindOf } from './field'
import { unguarded } from './formula-guard'
import { validateField } from './validate'

type Choice = Pick<FieldSchema, 'enum' | 'enumNames'>
type Option = string | number

/** What a cell of a CSV file means for a field: a value, the labels or ids of referenced records, or an error. */
export type ImportedCell = { value: unknown } | { references: string[] } | { error: string }

/** Case, accents and spacing do not distinguish two labels. */
export const foldedLabel = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s_]+/g, ' ')
    .trim()
    .toLowerCase()

/** The option that a text names by its stored value or by its label; `undefined` when none or several do. */
function optionNamed({ enum: options = [], enumNames = [] }: Choice, text: string): Option | undefined {
  const exact = options.find((option) => String(option) === text)
  if (exact !== undefined) return exact
  const wanted = foldedLabel(text)
  const named = options.filter((option, at) =>
    [String(option), enumNames[at] ?? ''].some((label) => foldedLabel(label) === wanted),
  )
  return named.length === 1 ? named[0] : undefined
}

const yes = new Set(['true', 'yes', 'y', '1', 'x'])
const no = new Set(['false', 'no', 'n', '0'])

function booleanIn(text: string): ImportedCell {
  const word = text.toLowerCase()
  if (yes.has(word)) return { value: true }
  return no.has(word) ? { value: false } : { error: 'must be Yes or No' }
}

function numberIn(text: string): ImportedCell {
  const valid = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)
  return valid ? { value: Number(text) } : { error: 'must be a number' }
}

const pad = (text: string | undefined, length = 2) => (text ?? '').padStart(length, '0')

/** `YYYY-MM-DD`, or month, day and year as US spreadsheets write them. */
function dayIn(text: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  return year && `${year}-${pad(month)}-${pad(day)}`
}

/** A time without a zone is the school's: people copy it from their own lists. */
function instantIn(text: string): string | undefined {
  if (/(?:Z|[+-]\d{2}:\d{2})$/.test(text)) return text
  const [, date = '', hours = '', minutes = '', half] =
    /^([^\sT]+)(?:[ T](\d{1,2}):(\d{2})(?::00(?:\.0+)?)?)? ?(am|pm)?$/i.exec(text) ?? []
  const day = dayIn(date)
  if (!day || Number(minutes) > 59 || Number(hours) > (half ? 12 : 23)) return undefined
  if (validateField({ type: 'string', format: 'date' }, '', false, day)) return undefined
  const midnight = startOfDay(day)
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours)
  return atWallTime(midnight, hour, Number(minutes)).toISOString()
}

/** The instant of a school day at which its wall clock shows this time; on days of a clock change, the shifted one. */
function atWallTime(midnight: Date, hour: number, minute: number): Date {
  const guess = new Date(midnight.getTime() + (hour * 60 + minute) * 60_000)
  const off = hour * 60 + minute - minuteOfDay(guess.getTime())
  return Math.abs(off) <= 60 ? new Date(guess.getTime() + off * 60_000) : guess
}

const listed = (text: string) =>
  text
    .split(/[;\n]/)
    .map((item) => item.trim())
    .filter(Boolean)

function listIn(field: FieldSchema, text: string): ImportedCell {
  const items = listed(text)
  if (field.items?.format === 'reference') return { references: items }
  if (!field.items?.enum) return { value: items }
  const values = items.map((item) => optionNamed(field.items ?? {}, item))
  return values.includes(undefined) ? { error: 'contains invalid options' } : { value: values }
}

/**
 * Reads one cell as people and exports of the product write it: labels or stored values of options, Yes or true, US dates or
 * ISO ones. An empty cell empties the field. The record's own validation judges the value afterwards.
 */
export function importedCell(field: FieldSchema, cell: string): ImportedCell {
  const text = unguarded(cell).trim()
  if (text === '') return { value: null }
  const kind = kindOf(field)
  if (kind === 'boolean') return booleanIn(text)
  if (kind === 'number' || kind === 'integer') return numberIn(text)
  if (kind === 'array') return listIn(field, text)
  if (kind === 'unknown') return { error: 'cannot be imported' }
  if (field.format === 'reference') return { references: [text] }
  if (field.enum) {
    const value = optionNamed(field, text)
    return value === undefined ? { error: 'must be one of the valid options' } : { value }
  }
  if (field.format === 'date' || field.format === 'date-time') {
    const value = field.format === 'date' ? dayIn(text) : instantIn(text)
    return value ? { value } : { error: 'must be a valid date' }
  }
  return { value: unguarded(cell) }
}
