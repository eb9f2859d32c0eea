import { enteredPhone } from '@app/contracts/entered-phone'
import type { FieldErrors } from '@app/contracts/errors'
import type { FieldSchema, TableSchema } from '@app/contracts/table-schema'
import { schoolDay } from '@app/school-time/school-day'
import { conditionsHold } from './conditions'
import { boundedField, type Context, dateBoundFault } from './date-bounds'
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
