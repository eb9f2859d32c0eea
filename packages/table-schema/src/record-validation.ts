import { enteredPhone } from '@app/contracts/entered-phone'
import type { FieldErrors } from '@app/contracts/errors'
import type { DateBound, FieldSchema, TableSchema } from '@app/contracts/table-schema'
import { schoolDay } from '@app/school-time/school-day'
import { conditionsHold, dayOf } from './conditions'
import { isRequired, isSystemField, kindOf, titleOf } from './field'
import { asEntered, fieldValidation, isBlank, type Reading, tooMany } from './validation'

/** Not in `pattern.ts`: the home page needs this pattern alone. */
export const phonePattern = '^[+(0-9][0-9 ()./-]{6,24}$'

const words = /\b(?:(?:tele)?phones?|mobile|cell)\b/i

/**
 * True if a field holds a phone number. Tables have no type for it: its pattern says so, or its title. Entry, imports, search and display
 * all go by this.
 */
export const isPhoneField = ({ type, format, enum: options, pattern, title = '' }: FieldSchema): boolean =>
  type === 'string' && !options && (format === 'phone' || (!format && (pattern === phonePattern || words.test(title))))

/** A text as it is meant, without what came with it when it was copied. Texts of several lines stay as they are written. */
export const enteredText = (field: FieldSchema, text: string): string =>
  isPhoneField(field) ? enteredPhone(text) : asEntered(field, text)

type Context = {
  properties: TableSchema['properties']
  record: Readonly<Record<string, unknown>>
  /** A day of the school's calendar; the current one when left out. */
  today?: string | undefined
}

function againstField(
  field: FieldSchema,
  value: string,
  other: string,
  { properties, record }: Context,
  isMinimum: boolean,
): string | undefined {
  const bound = record[other]
  if (typeof bound !== 'string' || dayOf(bound) === undefined) return undefined
  const title = titleOf(other, properties[other])
  if (field.format !== 'date-time' || properties[other]?.format !== 'date-time') {
    const isWrong = isMinimum ? dayOf(value)! < dayOf(bound)! : dayOf(value)! > dayOf(bound)!
    return isWrong ? `cannot be ${isMinimum ? 'before' : 'after'} ${title}` : undefined
  }
  const isWrong = isMinimum ? Date.parse(value) <= Date.parse(bound) : Date.parse(value) >= Date.parse(bound)
  return isWrong ? `must be ${isMinimum ? 'after' : 'before'} ${title}` : undefined
}

function againstDay(value: string, bound: string, today: string | undefined, isMinimum: boolean): string | undefined {
  const limit = bound === 'today' ? (today ?? schoolDay()) : bound
  const day = dayOf(value)!
  if (isMinimum ? day >= limit : day <= limit) return undefined
  if (bound === 'today') return isMinimum ? 'cannot be in the past' : 'cannot be in the future'
  return `cannot be ${isMinimum ? 'before' : 'after'} ${bound}`
}

/** A field with the rule that its place on a calendar implies: nothing ends before it starts. */
export function boundedField({ calendar, properties }: TableSchema, name: string): FieldSchema | undefined {
  const field = properties[name]
  if (!field || name !== calendar?.end || field.minimum_date !== undefined) return field
  return { ...field, minimum_date: { field: calendar.start } }
}

/** Why a valid date or instant is outside the bounds of its field. */
function dateBoundFault(field: FieldSchema, value: unknown, context: Context): string | undefined {
  const check = (bound: DateBound | undefined, isMinimum: boolean) => {
    if (bound === undefined || typeof value !== 'string') return undefined
    if (typeof bound === 'object') return againstField(field, value, bound.field, context, isMinimum)
    return againstDay(value, bound, context.today, isMinimum)
  }
  return check(field.minimum_date, true) ?? check(field.maximum_date, false)
}

/** The rules that depend on other fields or on the day. */
function contextFault(field: FieldSchema, value: unknown, context: Context): string | undefined {
  const max = field.maxItemsField === undefined ? undefined : context.record[field.maxItemsField]
  if (typeof max === 'number' && Array.isArray(value) && value.length > max) return tooMany(max)
  return dateBoundFault(field, value, context)
}

/** The checks of fields and records. */
export function createValidation(reading: Reading) {
  const validateField = fieldValidation(reading)

  /** The message for one field of a whole record, or nothing. */
  function fieldError(
    schema: TableSchema,
    name: string,
    record: Readonly<Record<string, unknown>>,
    today?: string,
  ): string | undefined {
    const { properties } = schema
    const field = boundedField(schema, name)
    if (!field) return undefined
    const value = Object.hasOwn(record, name) ? record[name] : undefined
    const isDue = field.required_if !== undefined && conditionsHold(field.required_if, record, today ?? schoolDay())
    const title = titleOf(name, field)
    const found = validateField(field, title, isDue || isRequired(schema, name), value)
    if (found || kindOf(field) === 'unknown' || isBlank(field, value)) return found
    const inContext = contextFault(field, value, { properties, record, today })
    return inContext && `${title} ${inContext}`
  }

  /** Messages by field; empty when the record may be saved. Read-only fields are never written, so never checked. */
  function validateRecord(schema: TableSchema, record: Readonly<Record<string, unknown>>, today?: string): FieldErrors {
    const errors: FieldErrors = {}
    for (const [name, field] of Object.entries(schema.properties)) {
      if (field.readOnly || isSystemField(name)) continue
      const message = fieldError(schema, name, record, today)
      if (message) errors[name] = message
    }
    return errors
  }

  return { validateField, fieldError, validateRecord }
}
