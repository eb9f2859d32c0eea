import { isDeepStrictEqual } from 'node:util'
import { invalidField } from '@app/contracts/errors'
import { inquiryTable } from '@app/contracts/inquiries'
import { peopleTable } from '@app/contracts/policy'
import { checkedTableSchema, type FieldSchema, referenceFields, type TableSchema, titleOf } from '@app/table-schema'
import { isOffered } from '@app/table-schema/pattern'
import * as v from 'valibot'
import { exposureFault } from '../tables/table-access'

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
const fixedTables: ReadonlySet<string> = new Set([inquiryTable, peopleTable])

/** A table that the product itself uses cannot be retired. */
export const isNeededTable = (name: string) => fixedTables.has(name) || Object.hasOwn(readFields, name)

/** The fields of a table that keep their kind and cannot be retired. */
export function neededFields({ name, properties }: TableSchema): string[] {
  if (fixedTables.has(name)) return Object.keys(properties)
  const read = Object.hasOwn(readFields, name) ? readFields[name]! : []
  return read.filter((field) => Object.hasOwn(properties, field))
}

/** True if the options of a choice are values that the product's code compares with. */
const hasFixedOptions = (table: string) => fixedTables.has(table)

const refuse = (fault: string, path = 'schema') => invalidField(path, `The table cannot be saved: ${fault}.`)

/** The parts of a field that determine how its values are stored and read. */
const kindParts = ({ type, format, table, items }: FieldSchema, withOptions: unknown) => [
  type,
  format,
  table,
  items?.type,
  items?.format,
  items?.table,
  withOptions,
]

function neededFault(before: TableSchema, after: TableSchema): string | undefined {
  for (const name of neededFields(before)) {
    const old = before.properties[name]!
    const field = after.properties[name]
    const title = titleOf(name, old)
    if (!field) return `other parts of the product need the field ${title}`
    const options = (one: FieldSchema) => (hasFixedOptions(before.name) ? [one.enum, one.readOnly] : [])
    if (!isDeepStrictEqual(kindParts(old, options(old)), kindParts(field, options(field))))
      return `other parts of the product need the field ${title} as it is`
  }
  return undefined
}

/**
 * A proposed schema, checked like one that is read from the database, and against the other tables and the product.
 * @param before the schema that it replaces, where that is a valid one
 * @throws AppError `invalid_input` with the reason
 */
export function checkedSchema(proposed: unknown, tables: readonly string[], before?: TableSchema): TableSchema {
  const parsed = v.safeParse(checkedTableSchema, proposed)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const path = v.getDotPath(issue)
    throw refuse(path ? `${path} ${issue.message}` : `it ${issue.message}`, path ?? undefined)
  }
  const schema = parsed.output
  const exposed = exposureFault(schema)
  if (exposed) throw refuse(`it ${exposed}`)
  for (const [name, field] of Object.entries(schema.properties))
    if (field.pattern !== undefined && !isOffered(field.pattern) && field.pattern !== before?.properties[name]?.pattern)
      throw refuse(`the pattern of ${titleOf(name, field)} is none of those offered`)
  const known = new Set([...tables, schema.name])
  for (const { name, table } of referenceFields(schema))
    if (!known.has(table) && !isDeepStrictEqual(before?.properties[name], schema.properties[name]))
      throw refuse(`${titleOf(name, schema.properties[name])} refers to the table ${table}, which does not exist`)
  const fault = before && neededFault(before, schema)
  if (fault) throw refuse(fault)
  return schema
}
