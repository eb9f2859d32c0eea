import type { FieldErrors } from '@app/contracts/errors'
import { referencedIds, referenceFields, type TableSchema, titleOf } from '@app/table-schema'
import type { ReferenceIntegrity } from '../models/reference-integrity'
import { refuseErrors } from './checked-body'

type Values = Readonly<Record<string, unknown>>

/**
 * Refuses new references to records that do not exist, and to the record itself. Those that were there before may stay.
 * @throws AppError `invalid_input`
 */
export async function checkReferences(
  integrity: Pick<ReferenceIntegrity, 'missing'>,
  schema: TableSchema,
  before: Values,
  change: Values,
): Promise<void> {
  const added = referenceFields(schema).flatMap(({ name, table }) => {
    const old = new Set(referencedIds(before[name]))
    const ids = referencedIds(change[name]).filter((id) => !old.has(id))
    return ids.length > 0 ? [{ name, table, ids }] : []
  })
  const errors: FieldErrors = {}
  for (const table of new Set(added.map((field) => field.table))) {
    const fields = added.filter((field) => field.table === table)
    const missing = await integrity.missing(table, [...new Set(fields.flatMap(({ ids }) => ids))])
    for (const { name, ids } of fields) {
      const title = titleOf(name, schema.properties[name])
      if (ids.some((id) => missing.has(id))) errors[name] = `${title} names a record that does not exist`
      else if (table === schema.name && ids.includes(String(before['id'])))
        errors[name] = `${title} cannot name the record itself`
    }
  }
  refuseErrors(errors)
}
