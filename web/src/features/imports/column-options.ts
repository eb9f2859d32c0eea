import type { ImportReport } from '@app/contracts/imports'
import { optionsOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'

/** The choices that the cells of a column have, if its field has any. */
export function columnOptions(schema: TableSchema, { mapping, family }: ImportReport, column: string): string[] {
  const target = mapping[column] ?? ''
  const ofRelative = family?.choices.find(({ value }) => value === target)
  if (ofRelative) return ofRelative.options
  const field = schema.properties[target]
  return optionsOf(field?.items ?? field).map(({ label }) => label)
}
