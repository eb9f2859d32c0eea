import type { Pause } from '@app/concurrency/pacer'
import { comparable } from '@app/contracts/comparable'
import { invalidField } from '@app/contracts/errors'
import { type ImportReport, maxImportRows } from '@app/contracts/imports'
import {
  type Family,
  familyChoices,
  guessWithFamily,
  type ImportMapping,
  isJoinedTarget,
  matchChoices,
  proposedMatch,
  type TableSchema,
} from '@app/table-schema'
import { importChunk, rowChecker } from './check-rows'
import type { Families } from './families'
import type { Lookups } from './import-lookups'
import { layoutNotes, type Orders } from './import-notes'
import { type Beginning, type Layout, type Row, readRows } from './read-rows'
import {
  type Corrections,
  correctedRow,
  type Replacements,
  type RowError,
  type RowOutcome,
  replacedRow,
} from './row-drafts'

/** The number of rows of each kind that a report shows. */
const shownRows = 20
const shownErrors = 100
const shownFaults = 50
const sampleRows = 5

export type Start = Required<Pick<ImportReport, 'headers' | 'samples' | 'mapping' | 'match' | 'notes'>> & {
  layout: Layout
}
type Columns = {
  headers: readonly string[]
  mapping: ImportMapping
  match: string | null
  corrections?: Corrections | undefined
  replacements?: Replacements | undefined
  layout?: Layout | undefined
  orders?: Orders | undefined
  families?: Families | undefined
}

/** The first rows of a file, and the guessed meaning of its columns. @throws AppError `invalid_input` when it is not CSV */
export async function startOf(
  schema: TableSchema,
  text: AsyncIterable<string>,
  {
    last,
    given,
    family,
  }: { last?: ImportMapping | undefined; given?: Partial<Layout>; family?: Family | undefined } = {},
): Promise<Start> {
  let beginning: Beginning | undefined
  const samples: string[][] = []
  for await (const part of readRows(text, maxImportRows, given, schema)) {
    if ('headers' in part) beginning = part
    else samples.push(part.cells)
    if (samples.length === sampleRows) break
  }
  const { headers, layout } = beginning!
  const columns = guessedColumns(schema, headers, samples, last, family)
  return { headers, samples, layout, notes: layoutNotes(beginning!), ...columns }
}

/** The mapping of columns, and the way rows find their records, before a person says otherwise. */
export function guessedColumns(
  schema: TableSchema,
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  last?: ImportMapping,
  family?: Family,
): Pick<Start, 'mapping' | 'match'> {
  const mapping = guessWithFamily(schema, headers, samples, last, family)
  return { mapping, match: proposedMatch(schema, mapping) }
}

/** @throws AppError `invalid_input` when a column or the match names something that the table does not have */
export function checkColumns(schema: TableSchema, { headers, mapping, match }: Columns, family?: Family): void {
  const used = new Set<string>()
  const related = new Set(family && familyChoices(family).map(({ value }) => value))
  for (const [header, name] of Object.entries(mapping)) {
    if (!headers.includes(header)) throw invalidField('mapping', `The file has no column "${header}".`)
    if (name === null) continue
    if (
      name !== 'id' &&
      !related.has(name) &&
      (!Object.hasOwn(schema.properties, name) || schema.properties[name]?.readOnly)
    )
      throw invalidField('mapping', `${name} cannot be imported.`)
    if (used.has(name) && !isJoinedTarget(schema, name, family))
      throw invalidField('mapping', `Two columns are mapped to ${name}.`)
    used.add(name)
  }
  if (family && used.has(family.field) && [...used].some((name) => related.has(name)))
    throw invalidField('mapping', 'Relatives are named by their own columns, or by one column that refers to them.')
  if (match !== null && !matchChoices(schema, mapping).some(({ value }) => value === match))
    throw invalidField('match', 'Rows can be matched only by a column that is imported and names one record.')
}

/** The rows of a file, corrected. */
export async function* correctedRows(
  text: AsyncIterable<string>,
  { headers, corrections, replacements, layout }: Pick<Columns, 'headers' | 'corrections' | 'replacements' | 'layout'>,
): AsyncGenerator<Row> {
  const corrected = correctedRow(headers, corrections)
  const replaced = replacedRow(headers, replacements)
  for await (const part of readRows(text, maxImportRows, layout))
    if (!('headers' in part)) yield corrected(replaced(part))
}

/** The outcomes of all rows, chunk by chunk. */
export async function* checkedRows(
  schema: TableSchema,
  text: AsyncIterable<string>,
  { headers, mapping, match, corrections, replacements, layout, orders, families }: Columns,
  lookups: Lookups,
  pause: Pause,
): AsyncGenerator<RowOutcome[]> {
  const check = rowChecker(schema, headers, { mapping, match: match ?? undefined, orders, families }, lookups, pause)
  let rows: Row[] = []
  for await (const row of correctedRows(text, { headers, corrections, replacements, layout })) {
    rows.push(row)
    if (rows.length < importChunk) continue
    yield await check(rows)
    rows = []
  }
  if (rows.length > 0) yield await check(rows)
}

export type Counts = Pick<
  ImportReport,
  | 'total'
  | 'create'
  | 'update'
  | 'unchanged'
  | 'errorRows'
  | 'errors'
  | 'creates'
  | 'updates'
  | 'duplicateRows'
  | 'duplicates'
  | 'notes'
  | 'faults'
> & { family?: Pick<NonNullable<ImportReport['family']>, 'create' | 'found' | 'people'> }

export const noCounts = (): Counts => ({
  total: 0,
  create: 0,
  update: 0,
  unchanged: 0,
  errorRows: 0,
  errors: [],
  creates: [],
  updates: [],
  duplicateRows: 0,
  duplicates: [],
  faults: [],
})

/** Counts the rows that have the same value in the same column. */
function addFaults(counts: Counts, errors: readonly RowError[]): void {
  counts.faults ??= []
  for (const { row, column, cell, message } of errors) {
    if (column === null || !cell) continue
    const value = comparable(cell)
    const known = counts.faults.find(
      (one) => one.column === column && one.message === message && comparable(one.value) === value,
    )
    if (known) known.rows++
    else if (counts.faults.length < shownFaults) counts.faults.push({ column, value: cell, message, row, rows: 1 })
  }
}

/** Whom a row belongs to, by the names in the file. */
const namesOf = ({ family }: Extract<RowOutcome, { values: unknown }>) =>
  family && { family: family.map(({ name }) => name) }

/** Adds the outcomes of one chunk of rows. */
export function addCounts(counts: Counts, outcomes: readonly RowOutcome[]): void {
  const keep = (errors: readonly RowError[]) =>
    counts.errors.push(...errors.slice(0, Math.max(0, shownErrors - counts.errors.length)))
  for (const outcome of outcomes) {
    counts.total++
    if (outcome.action === 'error') {
      counts.errorRows++
      keep(outcome.errors)
      addFaults(counts, outcome.errors)
      continue
    }
    counts[outcome.action]++
    if (outcome.action === 'create' && counts.creates.length < shownRows)
      counts.creates.push({ row: outcome.row, values: outcome.values, ...namesOf(outcome) })
    if (outcome.action === 'create' && outcome.duplicate) {
      counts.duplicateRows = (counts.duplicateRows ?? 0) + 1
      counts.duplicates ??= []
      if (counts.duplicates.length < shownRows) counts.duplicates.push({ row: outcome.row, ...outcome.duplicate })
    }
    if (outcome.action === 'update' && counts.updates.length < shownRows) {
      const { row, before, values } = outcome
      const changes = Object.fromEntries(
        Object.entries(values).map(([name, after]): [string, [unknown, unknown]] => [
          name,
          [before[name] ?? null, after],
        ]),
      )
      counts.updates.push({ row, id: before.id, changes, ...namesOf(outcome) })
    }
  }
}
