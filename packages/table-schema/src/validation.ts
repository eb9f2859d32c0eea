import { enteredLine, enteredLines, normalEmail } from '@app/contracts/entered-line'
import { isFileUrl } from '@app/contracts/file-url'
import { isObjectId } from '@app/contracts/object-id'
import type { FieldSchema } from '@app/contracts/table-schema'
import { isEmpty, kindOf } from './field'

// This file is part of the home page: it imports no validation library, and no engine for patterns.

/** The reading of texts: in the home page by the needs of its form, elsewhere by all that tables have. */
export type Reading = {
  /** True if a text matches a pattern, as `new RegExp(pattern, 'u').test(text)` would say. */
  matches: (pattern: string, text: string) => boolean
  /** A text as it is meant. */
  entered: (field: FieldSchema, text: string) => string
}

/** Nothing to store: null, a blank text, an empty list, a rich text without a word. `''` is no boolean, `[]` only a list. */
export function isBlank(field: FieldSchema, value: unknown): boolean {
  if (value === undefined || value === null) return true
  const kind = kindOf(field)
  if (typeof value === 'string' ? kind === 'boolean' : kind !== 'array' && kind !== 'unknown') return false
  if (isEmpty(value)) return true
  return field.format === 'rich_text' && typeof value === 'string' && isEmpty(value.replace(/<[^<>]*>|&nbsp;/g, ''))
}

/** Characters that a string holds as two units. */
const surrogatePairs = /[\ud800-\udbff][\udc00-\udfff]/g

/** Characters as people count them in a limit: code points after NFC, without the blanks around. */
export function lengthOf(text: string): number {
  const counted = text.normalize('NFC').trim()
  return counted.length - (counted.match(surrogatePairs)?.length ?? 0)
}

/** Line breaks and control characters have no place in one line, nor do half surrogate pairs anywhere. */
const unfitInLine = /[\p{Cc}\p{Cs}\u2028\u2029]/u
const unfitInText = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u
const hasLines: ReadonlySet<string | undefined> = new Set(['textarea', 'rich_text'])

const day = /^[1-9]\d{3}-\d{2}-\d{2}$/
const instant = /^[1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** A day of the calendar, or an instant that names its offset: without one it would mean another moment elsewhere. */
function isDate(format: 'date' | 'date-time', text: string): boolean {
  if (!(format === 'date' ? day : instant).test(text)) return false
  const midnight = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== text.slice(0, 10)) return false
  const time = new Date(text)
  // A year of four digits in UTC, too.
  return !Number.isNaN(time.getTime()) && time.toISOString().length === 24
}

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

function formatFault(field: FieldSchema, text: string): string | undefined {
  if ((hasLines.has(field.format) ? unfitInText : unfitInLine).test(text)) return 'is not valid'
  switch (field.format) {
    case 'email':
      return normalEmail(text) === undefined ? 'is not a valid email' : undefined
    case 'date':
    case 'date-time':
      return isDate(field.format, text) ? undefined : 'must be a valid date'
    case 'uri':
      return isWebAddress(text) ? undefined : 'is not valid'
    case 'file':
    case 'image':
      return isFileUrl(text) ? undefined : 'is not valid'
    case 'reference':
      return isObjectId(text) ? undefined : 'is not valid'
  }
}

/** A text as it is meant. Of phones `enteredText` knows more, by code that the public page does without. */
export function asEntered(field: FieldSchema, text: string): string {
  if (field.enum) return text
  if (hasLines.has(field.format)) return enteredLines(text)
  return field.format === 'email' ? (normalEmail(text) ?? enteredLine(text)) : enteredLine(text)
}

function textFault(field: FieldSchema, value: unknown, { matches, entered: enter }: Reading): string | undefined {
  if (typeof value !== 'string') return 'must be a string'
  const entered = enter(field, value)
  const fault = formatFault(field, entered)
  if (fault) return fault
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = field
  const length = lengthOf(entered)
  if (length < minLength) return `must be at least ${minLength} characters`
  if (length > maxLength) return `cannot exceed ${maxLength} characters`
  return pattern !== undefined && !matches(pattern, entered.normalize('NFC')) ? 'is not valid' : undefined
}

function numberFault(field: FieldSchema, value: unknown): string | undefined {
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = field
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
  // Beyond 2^53 a number may be rounded, so it is refused.
  if (type === 'integer' && !Number.isSafeInteger(value)) return 'must be an integer'
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return 'must be a number'
  if (value < minimum) return `cannot be less than ${minimum}`
  return value > maximum ? `cannot be greater than ${maximum}` : undefined
}

function listFault(field: FieldSchema, value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be an array'
  const { items, maxItems = Number.POSITIVE_INFINITY } = field
  const options = items?.enum
  const isReference = items?.format === 'reference'
  const isOffered = (item: unknown) => {
    if (options) return options.includes(item as string)
    if (typeof item !== 'string') return Number.isFinite(item) && !isReference
    return isReference ? isObjectId(item) : !unfitInLine.test(item)
  }
  if (!value.every(isOffered)) return 'contains invalid options'
  if ((options || isReference) && new Set(value).size < value.length) return 'contains the same entry twice'
  return value.length > maxItems ? tooMany(maxItems) : undefined
}

export const tooMany = (max: number) => `cannot have more than ${max} ${max === 1 ? 'entry' : 'entries'}`

function fault(field: FieldSchema, value: unknown, reading: Reading): string | undefined {
  switch (kindOf(field)) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be a boolean'
    case 'number':
    case 'integer':
      return numberFault(field, value)
    case 'string':
      return textFault(field, value, reading)
    case 'array':
      return listFault(field, value)
  }
}

/** The check of one field. */
export const fieldValidation =
  (reading: Reading) =>
  /**
   * The message for one field, or nothing. Values are in wire form: texts, numbers, booleans, lists. The rules that depend on
   * other fields or on the day are left out.
   */
  (field: FieldSchema, title: string, required: boolean, value: unknown): string | undefined => {
    if (kindOf(field) === 'unknown') return undefined
    if (isBlank(field, value)) return required ? `${title} is required` : undefined
    const found = fault(field, value, reading)
    if (found) return `${title} ${found}`
    const outside = field.enum && !field.enum.includes(value as string)
    return outside ? `${title} must be one of the valid options` : undefined
  }
