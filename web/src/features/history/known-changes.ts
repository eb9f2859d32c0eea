import type { Revision } from '@app/contracts/history'
import type { TableSchema } from '@app/table-schema/schema'

/** The changes of fields that the table still has. */
export const knownChanges = (schema: TableSchema, { changes }: Pick<Revision, 'changes'>) =>
  Object.entries(changes).flatMap(([name, change]) => {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    return field ? [{ name, field, change }] : []
  })
