import type { TableSchema } from '@app/contracts/table-schema'
import { kindOf, titleOf } from './field'
import { foldedLabel, importedCell } from './import-value'
import { writableFields } from './record'
import { referencedTable } from './references'

/** What the columns of a file are mapped to: the header of a column -> a field of the table, `id`, or nothing. */
export type ImportMapping = Readonly<Record<string, string | null>>

/** The column that holds the labels of a reference beside its ids, in exports of the product. */
const labelColumn = /^(.+)_label$/

/** The fields a column may be mapped to. */
export const importableFields = (schema: TableSchema) =>
  writableFields(schema).filter(([, field]) => kindOf(field) !== 'unknown')

function byName(schema: TableSchema, header: string): string | undefined {
  const wanted = foldedLabel(header)
  if (wanted === 'id') return 'id'
  const found = importableFields(schema).filter(([name, field]) =>
    [name, titleOf(name, field)].some((label) => foldedLabel(label) === wanted),
  )
  return found.length === 1 ? found[0]![0] : undefined
}

/** A field of options whose every sample names one. */
function byOptions(schema: TableSchema, samples: readonly string[]): string | undefined {
  const given = samples.filter((text) => text.trim() !== '')
  if (given.length === 0) return undefined
  const found = importableFields(schema).filter(
    ([, field]) => (field.enum || field.items?.enum) && given.every((text) => 'value' in importedCell(field, text)),
  )
  return found.length === 1 ? found[0]![0] : undefined
}

/**
 * Guesses what the columns are mapped to: by name or title, then by the options that their samples name. No two columns get
 * the same field; of the two columns of a reference the one with the ids counts, and the labels where it is missing.
 */
export function guessMapping(
  schema: TableSchema,
  headers: readonly string[],
  samples: readonly (readonly string[])[],
): Record<string, string | null> {
  const mapping: Record<string, string | null> = {}
  const used = new Set<string>()
  const take = (header: string, field: string | undefined) => {
    const free = field !== undefined && !used.has(field)
    if (free) used.add(field)
    mapping[header] = free ? field : (mapping[header] ?? null)
  }
  for (const header of headers) take(header, byName(schema, header))
  for (const header of headers) {
    const field = labelColumn.exec(header)?.[1]
    const about = field === undefined ? undefined : schema.properties[field]
    if (mapping[header] === null && about && referencedTable(about)) take(header, field)
  }
  for (const [at, header] of headers.entries())
    if (mapping[header] === null) {
      const found = byOptions(
        schema,
        samples.map((row) => row[at] ?? ''),
      )
      take(header, found)
    }
  return mapping
}
