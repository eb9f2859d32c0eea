import { isDeepStrictEqual } from 'node:util'
import { checkedTableSchema, type TableSchema } from '@app/table-schema'
import * as v from 'valibot'
import { withField } from '../tables/stored-schema'
import type { FormerTable } from './former-tables'

type Values = Readonly<Record<string, unknown>>

const sameOptions = (one: Values, other: Values) => isDeepStrictEqual(one.enum, other.enum)

/** The part with the new values of these keys, where all of them are as they were shipped. */
function renewedPart(stored: Values, former: Values, shipped: Values): Values {
  const untouched = Object.entries(former).every(([key, value]) => isDeepStrictEqual(stored[key], value))
  if (!untouched || ('enumColors' in former && !sameOptions(stored, shipped))) return stored
  const next: Record<string, unknown> = { ...stored }
  for (const key of Object.keys(former)) {
    if (shipped[key] === undefined) delete next[key]
    else next[key] = shipped[key]
  }
  return next
}

const withProperties = (table: Values, properties: Values): Values => ({ ...table, properties })
const propertiesOf = (table: Values) => table.properties as Values

/**
 * A stored description as it is shipped now. What an admin has changed or removed stays so, and a change that does not
 * fit what the table has become is left out. `undefined` when nothing changes, and for a description that is not valid.
 */
export function renewedTable(stored: Values, former: FormerTable, shipped: TableSchema): TableSchema | undefined {
  if (!v.is(checkedTableSchema, stored)) return undefined
  const shippedFields: Values = shipped.properties
  const steps: ((table: Values) => Values)[] = [
    ...Object.entries(former.fields).flatMap(([name, parts]) =>
      parts.map((part) => (table: Values) => {
        const field = propertiesOf(table)[name] as Values | undefined
        if (!field) return table
        return withProperties(table, {
          ...propertiesOf(table),
          [name]: renewedPart(field, part, shippedFields[name] as Values),
        })
      }),
    ),
    ...former.newFields.map(
      (name) => (table: Values) => withProperties(table, withField(propertiesOf(table), shippedFields, name)),
    ),
    // Last, because they name fields.
    ...former.keys.map((part) => (table: Values) => renewedPart(table, part, shipped)),
  ]
  const renewed = steps.reduce<Values>((table, step) => {
    const next = step(table)
    return v.is(checkedTableSchema, next) ? next : table
  }, stored)
  return isDeepStrictEqual(renewed, stored) ? undefined : (renewed as TableSchema)
}
