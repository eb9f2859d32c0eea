import type { FieldSchema, TableSchema } from '@app/contracts/table-schema'
import { dateFormat, schoolZone } from '@app/school-time/school-day'
import { kindOf, optionLabel, titleOf, wordsOf } from './field'
import { plainText } from './rich-text'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const maxLength = 50
const kept = 47

/** Texts of more than 50 user-visible characters become the first 47 and `...`; an emoji is never split. */
export function cutText(text: string): string {
  if (text.length <= maxLength) return text
  let seen = 0
  let end = 0
  for (const { index } of graphemes.segment(text)) {
    if (seen === kept) end = index
    if (seen++ === maxLength) return `${text.slice(0, end)}...`
  }
  return text
}

export type Column = { key: string; title: string; field: FieldSchema }

/** The columns of a table: `id` first and always; `created_at` and `updated_at` stay hidden. */
export function columns(schema: TableSchema): Column[] {
  const { id = { type: 'string', title: 'ID', readOnly: true }, created_at, updated_at, ...others } = schema.properties
  return Object.entries({ id, ...others }).map(([key, field]) => ({ key, title: titleOf(key, field), field }))
}

/** The label of a table's tab. */
export const tabLabel = (schema: TableSchema) => schema.title ?? wordsOf(schema.name)

/** A date without a time is read and printed in UTC, so it is the same day everywhere. */
function dayText(value: string, locale?: string): string {
  const date = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(date.getTime())
    ? value
    : dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }, locale).format(date)
}

/** Local time is the school's, wherever the reader is. */
function instantText(value: string, locale?: string): string {
  const date = new Date(value)
  return Number.isNaN(date.getTime())
    ? value
    : dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone: schoolZone }, locale).format(date)
}

/** A value as text, whole. A value that is not of its field's type is shown as it is. */
export function fullText(field: FieldSchema, value: unknown, locale?: string): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => optionLabel(field.items, item)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'string' || kindOf(field) !== 'string') return optionLabel(field, value)
  if (field.format === 'rich_text') return plainText(value)
  if (field.format === 'date-time') return instantText(value, locale)
  if (field.format === 'date') return dayText(value, locale)
  return optionLabel(field, value)
}

/** The text of a cell: at most 50 user-visible characters. */
export const cellText = (field: FieldSchema, value: unknown, locale?: string) => cutText(fullText(field, value, locale))
