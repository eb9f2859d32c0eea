import { isDeepStrictEqual } from 'node:util'
import { type Descriptor, isRequired, isSystemField, kindOf } from '@app/table-schema'

/** Titles and descriptions do not affect values. */
const rulesOf = (descriptor: Descriptor, name: string) => {
  const {
    title: _t,
    description: _d,
    enumNames: _n,
    enumColors: _c,
    default: _v,
    ...rules
  } = descriptor.properties[name]!
  return { ...rules, isRequired: isRequired(descriptor, name) }
}

/** The fields whose values are judged otherwise by `after` than by `before`: new ones, too, since old values may be there. */
export const changedFields = (before: Descriptor | undefined, after: Descriptor): string[] =>
  Object.keys(after.properties).filter((name) => {
    const field = after.properties[name]!
    if (isSystemField(name) || field.readOnly || kindOf(field) === 'unknown') return false
    if (!before || !Object.hasOwn(before.properties, name)) return true
    return !isDeepStrictEqual(rulesOf(before, name), rulesOf(after, name))
  })

/** The fields that `after` leaves out. */
export const droppedFields = (before: Descriptor, after: Descriptor): string[] =>
  Object.keys(before.properties).filter((name) => !Object.hasOwn(after.properties, name))
