import { isObjectId } from '@app/contracts/object-id'
import type { FieldSchema, TableSchema } from '@app/contracts/table-schema'
import type { References } from '@app/contracts/tables'
import { isRequired, kindOf, wordsOf } from './field'

type ReferenceField = { name: string; table: string; isList: boolean }

/** The table that a field refers to, if it is a reference or a list of references. */
export function referencedTable(field: FieldSchema): string | undefined {
  if (field.format === 'reference' && field.type === 'string') return field.table
  return field.type === 'array' && field.items?.format === 'reference' ? field.items.table : undefined
}

/** The ids in the value of a reference field, single or many; anything else that is stored there is left out. */
export const referencedIds = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter(isObjectId)

/** Shown for a referenced record that no longer exists. */
export const deletedLabel = 'deleted record'

/** The label of a record that a field refers to; of a text that is not an id as well, which is a deleted record. */
export const referenceLabel = (references: References, table: string, id: string) =>
  references[table]?.[id]?.label ?? deletedLabel

const known = new WeakMap<TableSchema, ReferenceField[]>()

/** The reference fields of a table. */
export function referenceFields(schema: TableSchema): ReferenceField[] {
  let fields = known.get(schema)
  if (!fields) {
    fields = Object.entries(schema.properties).flatMap(([name, field]) => {
      const table = referencedTable(field)
      return table === undefined ? [] : [{ name, table, isList: field.type === 'array' }]
    })
    known.set(schema, fields)
  }
  return fields
}

/** The field that stands for a record: `title_field`, else the first required text field, else the first text field. */
export function titleField(schema: TableSchema): string | undefined {
  if (schema.title_field !== undefined) return schema.title_field
  const texts = Object.keys(schema.properties).filter((name) => {
    const field = schema.properties[name]!
    return kindOf(field) === 'string' && !field.enum && !field.format && name !== 'id'
  })
  return texts.find((name) => isRequired(schema, name)) ?? texts[0]
}

/** The name of a record in other tables: the value of its title field, else the end of its id. */
export function recordLabel(schema: TableSchema, record: Readonly<Record<string, unknown>>): string {
  const name = titleField(schema)
  const value = name === undefined ? undefined : record[name]
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  return `${schema.singular ?? schema.title ?? wordsOf(schema.name)} ${String(record['id'] ?? '').slice(-6)}`
}
