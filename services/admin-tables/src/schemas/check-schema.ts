import { isDeepStrictEqual } from 'node:util'
import { invalidField } from '@app/contracts/errors'
import { checkedTableSchema, type FieldSchema, referenceFields, type TableSchema, titleOf } from '@app/table-schema'
import { isOffered } from '@app/table-schema/pattern'
import * as v from 'valibot'
import { exposureFault } from '../tables/table-access'
import { hasFixedOptions, neededFields } from './needed-fields'

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
