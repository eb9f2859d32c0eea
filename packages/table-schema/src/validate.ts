import { normalEmail } from '@app/contracts/email-address'
import type { FieldErrors } from '@app/contracts/errors'
import type { Descriptor, FieldDescriptor } from './descriptor'
import { isRequired, isSystemField, kindOf, titleOf } from './field'

// This file is part of the home page: it imports no validation library.

/** Null, an empty or blank text, or an empty list. */
export const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Empty, or a rich text without a word in it. */
export const isBlank = (field: FieldDescriptor, value: unknown) =>
  isEmpty(value) ||
  (field.format === 'rich_text' && typeof value === 'string' && isEmpty(value.replace(/<[^<>]*>|&nbsp;/g, '')))

/** Characters as people count them in a limit: code points after NFC, without the blanks around. */
export const lengthOf = (text: string) => Array.from(text.normalize('NFC').trim()).length

/** Line breaks and control characters have no place in one line, nor do half surrogate pairs anywhere. */
const unfitInLine = /[\p{Cc}\p{Cs}\u2028\u2029]/u
const unfitInText = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u
export const hasLines = new Set(['textarea', 'rich_text'])

const day = /^\d{4}-\d{2}-\d{2}$/
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** A day of the calendar, or an instant that names its offset: without one it would mean another moment elsewhere. */
function isDate(format: 'date' | 'date-time', text: string): boolean {
  if (!(format === 'date' ? day : instant).test(text)) return false
  const midnight = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== text.slice(0, 10)) return false
  const time = new Date(text)
  // A year of four digits in UTC, too.
  return format === 'date' || (!Number.isNaN(time.getTime()) && time.toISOString().length === 24)
}

const isFileAddress = /^\/api\/files\/[0-9a-f]{24}$/

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

function formatFault(field: FieldDescriptor, text: string): string | undefined {
  if ((hasLines.has(field.format ?? '') ? unfitInText : unfitInLine).test(text)) return 'is not valid'
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
      return isFileAddress.test(text) ? undefined : 'is not valid'
  }
}

function textFault(field: FieldDescriptor, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string'
  const fault = formatFault(field, value)
  if (fault) return fault
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = field
  const length = lengthOf(value)
  if (length < minLength) return `must be at least ${minLength} characters`
  if (length > maxLength) return `cannot exceed ${maxLength} characters`
  return pattern !== undefined && !new RegExp(pattern, 'u').test(value.normalize('NFC')) ? 'is not valid' : undefined
}

function numberFault(field: FieldDescriptor, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
  // Past 2^53 a neighbour may be meant: such a number is refused rather than rounded.
  if (field.type === 'integer' && !Number.isSafeInteger(value)) return 'must be an integer'
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return 'must be a number'
  if (field.minimum !== undefined && value < field.minimum) return `cannot be less than ${field.minimum}`
  return field.maximum !== undefined && value > field.maximum ? `cannot be greater than ${field.maximum}` : undefined
}

function listFault(field: FieldDescriptor, value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be an array'
  const options = field.items?.enum
  const offered = (item: unknown) =>
    options
      ? options.includes(item as string)
      : typeof item === 'string'
        ? !unfitInLine.test(item)
        : Number.isFinite(item)
  return value.every(offered) ? undefined : 'contains invalid options'
}

function fault(field: FieldDescriptor, value: unknown): string | undefined {
  switch (kindOf(field)) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be a boolean'
    case 'number':
    case 'integer':
      return numberFault(field, value)
    case 'string':
      return textFault(field, value)
    case 'array':
      return listFault(field, value)
    case 'unknown':
      return undefined
  }
}

/** The message for one field, or nothing. Values are in wire form: texts, numbers, booleans, lists. */
export function validateField(
  field: FieldDescriptor,
  title: string,
  required: boolean,
  value: unknown,
): string | undefined {
  if (kindOf(field) === 'unknown') return undefined
  if (isBlank(field, value)) return required ? `${title} is required` : undefined
  const found = fault(field, value)
  if (found) return `${title} ${found}`
  const outside = field.enum && !field.enum.includes(value as string)
  return outside ? `${title} must be one of the valid options` : undefined
}

/** Messages by field; empty when the record may be saved. Read-only fields are never written, so never at fault. */
export function validateRecord(descriptor: Descriptor, record: Readonly<Record<string, unknown>>): FieldErrors {
  const errors: FieldErrors = {}
  for (const [name, field] of Object.entries(descriptor.properties)) {
    if (field.readOnly || isSystemField(name)) continue
    const value = Object.hasOwn(record, name) ? record[name] : undefined
    const message = validateField(field, titleOf(name, field), isRequired(descriptor, name), value)
    if (message) errors[name] = message
  }
  return errors
}
