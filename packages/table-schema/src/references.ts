import { isObjectId } from '@app/contracts/object-id'
import type { Descriptor, FieldDescriptor } from '@app/contracts/table-descriptor'
import type { References } from '@app/contracts/tables'
import { isRequired, kindOf, wordsOf } from './field'

export type ReferenceField = { name: string; table: string; isList: boolean }

/** The table that a field refers to, if it is a reference or a list of references. */
export function referencedTable(field: FieldDescriptor): string | undefined {
  if (field.format === 'reference' && field.type === 'string') return field.table
  return field.type === 'array' && field.items?.format === 'reference' ? field.items.table : undefined
}

/** The ids in the value of a reference field, single or many; anything else that is stored there is left out. */
export const referencedIds = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter(isObjectId)

/** What stands for a referenced record that no longer exists. */
export const deletedLabel = 'deleted record'

/** The label of a record that a field refers to; of a text that is not an id as well, which is a deleted record. */
export const referenceLabel = (references: References, table: string, id: string) =>
  references[table]?.[id]?.label ?? deletedLabel

const known = new WeakMap<Descriptor, ReferenceField[]>()

/** The reference fields of a table. */
export function referenceFields(descriptor: Descriptor): ReferenceField[] {
  let fields = known.get(descriptor)
  if (!fields) {
    fields = Object.entries(descriptor.properties).flatMap(([name, field]) => {
      const table = referencedTable(field)
      return table === undefined ? [] : [{ name, table, isList: field.type === 'array' }]
    })
    known.set(descriptor, fields)
  }
  return fields
}

/** The field that stands for a record: `title_field`, else the first required text field, else the first text field. */
export function titleField(descriptor: Descriptor): string | undefined {
  if (descriptor.title_field !== undefined) return descriptor.title_field
  const texts = Object.keys(descriptor.properties).filter((name) => {
    const field = descriptor.properties[name]!
    return kindOf(field) === 'string' && !field.enum && !field.format && name !== 'id'
  })
  return texts.find((name) => isRequired(descriptor, name)) ?? texts[0]
}

/** What stands for a record in other tables: the value of its title field, else the end of its id. */
export function recordLabel(descriptor: Descriptor, record: Readonly<Record<string, unknown>>): string {
  const name = titleField(descriptor)
  const value = name === undefined ? undefined : record[name]
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  return `${descriptor.singular ?? descriptor.title ?? wordsOf(descriptor.name)} ${String(record['id'] ?? '').slice(-6)}`
}
