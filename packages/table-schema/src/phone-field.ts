import { enteredPhone } from '@app/contracts/entered-phone'
import type { FieldSchema } from '@app/contracts/table-schema'
import { asEntered } from './validation'

/** Beside the other patterns, which the home page does not need. */
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
