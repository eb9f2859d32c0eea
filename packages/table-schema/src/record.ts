import type { Descriptor, FieldDescriptor } from './descriptor'
import { isSystemField, kindOf } from './field'

const blanks: Partial<Record<ReturnType<typeof kindOf>, unknown>> = { number: 0, integer: 0, boolean: false }

const initialValue = (field: FieldDescriptor) =>
  field.default === undefined ? (blanks[kindOf(field)] ?? '') : structuredClone(field.default)

/** What the form of a new record starts with; read-only fields are left out. */
export function initialValues(descriptor: Descriptor): Record<string, unknown> {
  const writable = Object.entries(descriptor.properties).filter(
    ([name, field]) => !field.readOnly && !isSystemField(name),
  )
  return Object.fromEntries(writable.map(([name, field]) => [name, initialValue(field)]))
}
