import type { TableRecord } from '@app/contracts/tables'
import { kindOf, titleOf } from '@app/table-schema/field'
import { referencedTable } from '@app/table-schema/references'
import type { FieldSchema, TableSchema } from '@app/table-schema/schema'

/** A value that fits the kind of a field; nothing where it would name something, such as a record or a file. */
function sampleValue(name: string, field: FieldSchema, at: number): unknown {
  const { enum: options, format, minimum = 1 } = field
  if (referencedTable(field) !== undefined || format === 'image' || format === 'file') return null
  if (options?.length) return options[at % options.length]
  const kind = kindOf(field)
  if (kind === 'boolean') return at === 0
  if (kind === 'number' || kind === 'integer') return minimum + at
  if (kind === 'array') return []
  if (format === 'date') return `2030-01-0${at + 1}`
  if (format === 'date-time') return `2030-01-0${at + 1}T18:00:00.000Z`
  if (format === 'email') return `sample-${at + 1}@example.com`
  return `${titleOf(name, field)} ${at + 1}`
}

/** Two records that are clearly made up. */
export const sampleRecords = ({ properties }: TableSchema): TableRecord[] =>
  [0, 1].map((at) => ({
    ...Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, sampleValue(name, field, at)])),
    id: String(at),
  }))
