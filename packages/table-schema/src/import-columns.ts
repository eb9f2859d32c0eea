import { foldedLabel } from '@app/contracts/comparable'
import type { TableSchema } from '@app/contracts/table-schema'
import { kindOf, titleOf } from './field'
import { foldedHeading, meaningsOf, namePart } from './import-headings'
import { importedCell } from './import-value'
import { writableFields } from './record'
import { referencedTable, titleField } from './references'

/** The mapping of a file's columns: the header of a column -> a field of the table, `id`, or nothing. */
export type ImportMapping = Readonly<Record<string, string | null>>

/** The column that holds the labels of a reference next to its ids, in exports of the product. */
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

/** The one field that a common heading such as "E-mail" or "Student name" can mean. */
function byMeaning(schema: TableSchema, header: string): string | undefined {
  const meanings = meaningsOf(header, foldedHeading(schema.name).replace(/s$/, ''))
  const found = importableFields(schema).filter(([name, field]) =>
    [name, titleOf(name, field)].some((label) => meanings.has(foldedHeading(label))),
  )
  return found.length === 1 ? found[0]![0] : undefined
}

/** True for a field that several columns may make up: the name of a record. */
export const isJoined = (schema: TableSchema, name: string): boolean => {
  const field = schema.properties[name]
  return (
    name === titleField(schema) && field !== undefined && kindOf(field) === 'string' && !field.format && !field.enum
  )
}

/** The one field that a heading names or commonly means. */
export const fieldMeant = (schema: TableSchema, header: string) => byName(schema, header) ?? byMeaning(schema, header)

/** The number of cells of a row that are headings known to the table. */
export const recognizedHeadings = (schema: TableSchema, row: readonly string[]): number =>
  row.filter((cell) => cell.trim() !== '' && (fieldMeant(schema, cell) ?? namePart(cell))).length

/** The columns that make up names: a first and a last name. */
function nameColumns(schema: TableSchema, headers: readonly string[]): { name: string; headers: string[] } | undefined {
  const name = titleField(schema)
  if (!name || !isJoined(schema, name)) return undefined
  const parts = headers.filter((header) => namePart(header))
  const found = new Set(parts.map(namePart))
  return found.has('first') && found.has('last') && found.size === parts.length ? { name, headers: parts } : undefined
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
 * Guesses what the columns are mapped to: as in the last import, by name or title, by what common headings mean, then by the
 * options that their samples name. No two columns get
 * the same field; of the two columns of a reference the one with the ids counts, and the labels where it is missing.
 */
export function guessMapping(
  schema: TableSchema,
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  last: ImportMapping = {},
): Record<string, string | null> {
  const mapping: Record<string, string | null> = {}
  const used = new Set<string>()
  const take = (header: string, field: string | undefined) => {
    const free = field !== undefined && !used.has(field)
    if (free) used.add(field)
    mapping[header] = free ? field : (mapping[header] ?? null)
  }
  const fields = new Set(['id', ...importableFields(schema).map(([name]) => name)])
  for (const header of headers) {
    const field = Object.hasOwn(last, header) ? last[header] : undefined
    if (field && fields.has(field) && used.has(field) && namePart(header) && isJoined(schema, field))
      mapping[header] = field
    else if (field && fields.has(field)) take(header, field)
  }
  const open = () => headers.filter((header) => !mapping[header])
  for (const header of open()) take(header, byName(schema, header))
  const joined = nameColumns(schema, open())
  if (joined && !used.has(joined.name)) {
    for (const header of joined.headers) mapping[header] = joined.name
    used.add(joined.name)
  }
  for (const header of open()) take(header, byMeaning(schema, header))
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

const birthField = ({ properties }: TableSchema) =>
  Object.entries(properties).find(
    ([name, field]) => field.format === 'date' && /birth|born/i.test(`${name} ${titleOf(name, field)}`),
  )?.[0]

/** Between the fields that identify a record together. */
const joint = '+'

/** The fields of a match. */
export const matchFields = (match: string): string[] => match.split(joint)

/** A choice, a number of options or Yes and No never identifies a record. */
const isKey = (schema: TableSchema, name: string) => {
  const field = schema.properties[name]
  return field !== undefined && kindOf(field) !== 'boolean' && kindOf(field) !== 'array' && !field.enum
}

const nameAndBirth = (schema: TableSchema, used: ReadonlySet<unknown>) => {
  const name = titleField(schema)
  const birth = birthField(schema)
  return name && birth && used.has(name) && used.has(birth) ? [name, birth] : undefined
}

/** The ways in which rows can find their records: by the id, name and date of birth together, or one imported field. */
export function matchChoices(schema: TableSchema, mapping: ImportMapping): { value: string; label: string }[] {
  const used = new Set(Object.values(mapping))
  const title = (name: string) => titleOf(name, schema.properties[name])
  const both = nameAndBirth(schema, used)
  const fields = importableFields(schema).filter(([name]) => used.has(name) && isKey(schema, name))
  return [
    ...(used.has('id') ? [{ value: 'id', label: 'ID' }] : []),
    ...(both ? [{ value: both.join(joint), label: both.map(title).join(' and ') }] : []),
    ...fields.map(([name]) => ({ value: name, label: title(name) })),
  ]
}

/** The way in which rows find their records unless a person says otherwise. */
export function proposedMatch(schema: TableSchema, mapping: ImportMapping): string | null {
  const used = new Set(Object.values(mapping))
  return used.has('id') ? 'id' : (nameAndBirth(schema, used)?.join(joint) ?? null)
}
