import { type Descriptor, descriptorSchema } from '@app/table-schema/descriptor'
import { wordsOf } from '@app/table-schema/field'
import * as v from 'valibot'

/** A table whose description cannot be used, and why. */
export type BrokenTable = { name: string; label: string; reason: string }

export type Schemas = { tables: Descriptor[]; broken: BrokenTable[] }

const named = v.object({
  name: v.fallback(v.string(), ''),
  title: v.fallback(v.optional(v.string()), undefined),
  // Where the service found the fault itself.
  error: v.fallback(v.optional(v.string()), undefined),
})

/** Sorts the usable descriptions from the broken ones: a fault in one table never hides another. */
export function readSchemas(list: readonly unknown[]): Schemas {
  const schemas: Schemas = { tables: [], broken: [] }
  for (const given of list) {
    const read = v.safeParse(descriptorSchema, given)
    if (read.success) schemas.tables.push(read.output)
    else schemas.broken.push(describe(given, read.issues))
  }
  return schemas
}

function describe(given: unknown, issues: readonly v.BaseIssue<unknown>[]): BrokenTable {
  const read = v.safeParse(named, given)
  const { name, title, error } = read.success ? read.output : { name: '' }
  const path = issues[0] && v.getDotPath(issues[0])
  const found = `${path ? `${path}: ` : ''}${issues[0]?.message ?? 'unknown fault'}`
  return { name, label: title || wordsOf(name) || 'Unnamed table', reason: error || found }
}
