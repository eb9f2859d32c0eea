import { brokenTable } from '@app/contracts/tables'
import { wordsOf } from '@app/table-schema/field'
import { readableTableSchema, type TableSchema } from '@app/table-schema/schema'
import * as v from 'valibot'
import { inTabOrder } from '#lib/sort'

/** A table whose schema cannot be used, and why. */
export type UnusableTable = { name: string; label: string; reason: string }

export type Schemas = { tables: TableSchema[]; unusable: UnusableTable[] }

const partlyReadable = v.object({
  name: v.fallback(v.string(), ''),
  title: v.fallback(v.optional(v.string()), undefined),
})

/** Separates the usable schemas, in the order of their tabs, from the rest: an error in one table never hides another. */
export function readSchemas(list: readonly unknown[]): Schemas {
  const schemas: Schemas = { tables: [], unusable: [] }
  for (const given of list) {
    const read = v.safeParse(readableTableSchema, given)
    if (read.success) schemas.tables.push(read.output)
    else schemas.unusable.push(explain(given, read.issues))
  }
  return { ...schemas, tables: inTabOrder(schemas.tables) }
}

/** The service names the reason for a schema that it refused itself. */
function explain(given: unknown, [issue]: readonly v.BaseIssue<unknown>[]): UnusableTable {
  const known = v.safeParse(brokenTable, given)
  const read = known.success ? known : v.safeParse(partlyReadable, given)
  const { name, title } = read.success ? read.output : { name: '' }
  const label = title || wordsOf(name) || 'Unnamed table'
  if (known.success) return { name, label, reason: known.output.error }
  const path = issue && v.getDotPath(issue)
  return { name, label, reason: `${path ? `${path}: ` : ''}${issue?.message ?? 'unknown error'}` }
}
