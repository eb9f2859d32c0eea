import { inquiryTable } from '@app/contracts/inquiries'
import type { TableSchema } from '@app/table-schema'
import { usersTable } from '../tables/table-access'

/** Fields that other parts of the product read, such as the website, Today, the calendar, the figures and the mails. */
const readFields: Readonly<Record<string, readonly string[]>> = {
  announcements: ['text', 'kind', 'starts_at', 'ends_at', 'published'],
  guardians: ['name', 'phone', 'email', 'relation', 'second_contact', 'pickup_note'],
  instructors: ['name', 'phone', 'certification', 'certified_until', 'photo', 'on_website', 'active'],
  lessons: [
    'title',
    'kind',
    'level',
    'place',
    'instructor',
    'starts_at',
    'minutes',
    'seats',
    'students',
    'waiting',
    'public',
    'cancelled',
    'present',
    'absent',
    'excused',
    'make_ups',
    'made_up',
  ],
  reply_templates: ['title', 'interest', 'subject', 'text'],
  service_cards: [
    'title',
    'description',
    'icon',
    'cta_type',
    'cta_label',
    'cta_value',
    'price',
    'minutes',
    'min_age',
    'position',
    'published',
  ],
  students: [
    'name',
    'birth_date',
    'level',
    'eye_dominance',
    'draw_length_inches',
    'email',
    'phone',
    'guardians',
    'waiver_signed',
    'waiver_until',
    'waiver',
  ],
}

/** Tables that other services write: everything in them stays as it is, except texts and colors. */
const fixedTables: ReadonlySet<string> = new Set([inquiryTable, usersTable])

/** A table that the product itself uses cannot be retired. */
export const isNeededTable = (name: string) => fixedTables.has(name) || Object.hasOwn(readFields, name)

/** The fields of a table that keep their kind and cannot be retired. */
export function neededFields({ name, properties }: TableSchema): string[] {
  if (fixedTables.has(name)) return Object.keys(properties)
  const read = Object.hasOwn(readFields, name) ? readFields[name]! : []
  return read.filter((field) => Object.hasOwn(properties, field))
}

/** True if the options of a choice are values that the product's code compares with. */
export const hasFixedOptions = (table: string) => fixedTables.has(table)
