import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@app/contracts/errors'
import { type Descriptor, descriptorSchema, type FieldDescriptor, referenceFields, titleOf } from '@app/table-schema'
import * as v from 'valibot'
import { exposureFault } from '../models/table-access'
import { hasFixedOptions, neededFields } from './needed-fields'

const refuse = (fault: string, path = 'descriptor') => {
  const message = `The table cannot be saved: ${fault}.`
  return new AppError('invalid_input', message, { [path]: message })
}

/** The parts of a field that determine how its values are stored and read. */
const kindParts = ({ type, format, table, items }: FieldDescriptor, withOptions: unknown) => [
  type,
  format,
  table,
  items?.type,
  items?.format,
  items?.table,
  withOptions,
]

function neededFault(before: Descriptor, after: Descriptor): string | undefined {
  for (const name of neededFields(before)) {
    const [old, field] = [before.properties[name]!, after.properties[name]]
    const title = titleOf(name, old)
    if (!field) return `other parts of the product need the field ${title}`
    const options = (one: FieldDescriptor) => (hasFixedOptions(before.name) ? [one.enum, one.readOnly] : [])
    if (!isDeepStrictEqual(kindParts(old, options(old)), kindParts(field, options(field))))
      return `other parts of the product need the field ${title} as it is`
  }
  return undefined
}

/**
 * A proposed description, checked like one that is read from the database, and against the other tables and the product.
 * @param before the description that it replaces, where that is a valid one
 * @throws AppError `invalid_input` with the reason
 */
export function checkedShape(proposed: unknown, tables: readonly string[], before?: Descriptor): Descriptor {
  const parsed = v.safeParse(descriptorSchema, proposed)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const path = v.getDotPath(issue)
    throw refuse(path ? `${path} ${issue.message}` : `it ${issue.message}`, path ?? undefined)
  }
  const descriptor = parsed.output
  const exposed = exposureFault(descriptor)
  if (exposed) throw refuse(`it ${exposed}`)
  const known = new Set([...tables, descriptor.name])
  for (const { name, table } of referenceFields(descriptor))
    if (!known.has(table) && !isDeepStrictEqual(before?.properties[name], descriptor.properties[name]))
      throw refuse(`${titleOf(name, descriptor.properties[name])} refers to the table ${table}, which does not exist`)
  const fault = before && neededFault(before, descriptor)
  if (fault) throw refuse(fault)
  return descriptor
}
