import type { TableSchema } from '@app/table-schema/schema'
import { referrerFields, splitReferrer } from '../filters'
import { useExtensions } from '../use-extension'
import { useSchemas } from '../use-schema'

/** A schema with what else its records are filtered by: the records of other tables that refer to them. */
export function useFilterSchema(schema: TableSchema): TableSchema {
  const extensionOf = useExtensions()
  const fields = referrerFields(schema, useSchemas().data?.tables ?? [])
  const titled = Object.entries(fields).map(([name, field]) => {
    const [table, by] = splitReferrer(name)
    const { referrerTitles = {} } = extensionOf(table)
    return [name, Object.hasOwn(referrerTitles, by) ? { ...field, title: referrerTitles[by] } : field] as const
  })
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(titled) } }
}
