import { isDeepStrictEqual } from 'node:util'
import { isRequired, isSystemField, kindOf, type TableSchema } from '@app/table-schema'

/** Titles and descriptions do not affect values. */
const rulesOf = (schema: TableSchema, name: string) => {
  const {
    title: _t,
    description: _d,
    enumNames: _n,
    enumColors: _c,
    enumCapacities: _p,
    default: _v,
    ...rules
  } = schema.properties[name]!
  return { ...rules, isRequired: isRequired(schema, name) }
}

/** The fields whose values are judged otherwise by `after` than by `before`: new ones, too, since old values may be there. */
export const changedFields = (before: TableSchema | undefined, after: TableSchema): string[] =>
  Object.keys(after.properties).filter((name) => {
    const field = after.properties[name]!
    if (isSystemField(name) || field.readOnly || kindOf(field) === 'unknown') return false
    if (!before || !Object.hasOwn(before.properties, name)) return true
    return !isDeepStrictEqual(rulesOf(before, name), rulesOf(after, name))
  })

/** The fields that `after` leaves out. */
export const droppedFields = (before: TableSchema, after: TableSchema): string[] =>
  Object.keys(before.properties).filter((name) => !Object.hasOwn(after.properties, name))
