import { pacer } from '@app/concurrency/pacer'
import { AppError } from '@app/contracts/errors'
import { type ImportReport, maxImportRows } from '@app/contracts/imports'
import { guessMapping, type ImportMapping, matchChoices, proposedMatch, type TableSchema } from '@app/table-schema'
import { importChunk, rowChecker } from './check-rows'
import { type Corrections, correctedRow } from './corrections'
import type { Lookups } from './import-lookups'
import { type Row, readRows } from './read-rows'
import type { RowError } from './row-drafts'
import type { RowOutcome } from './row-outcome'

/** How many rows of each kind a report shows. */
const shownRows = 20
const shownErrors = 100
const sampleRows = 5

export type Start = Pick<ImportReport, 'headers' | 'samples' | 'mapping' | 'match'>
type Columns = {
  headers: readonly string[]
  mapping: ImportMapping
  match: string | null
  corrections?: Corrections | undefined
}

/** The first rows of a file, and the guessed meaning of its columns. @throws AppError `invalid_input` when it is not CSV */
export async function startOf(schema: TableSchema, text: AsyncIterable<string>, last?: ImportMapping): Promise<Start> {
  let headers: string[] = []
  const samples: string[][] = []
  for await (const part of readRows(text, maxImportRows)) {
    if ('headers' in part) headers = part.headers
    else samples.push(part.cells)
    if (samples.length === sampleRows) break
  }
  return { headers, samples, ...guessedColumns(schema, headers, samples, last) }
}

/** What columns are mapped to, and how rows find their records, before a person says otherwise. */
export function guessedColumns(
  schema: TableSchema,
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  last?: ImportMapping,
): Pick<Start, 'mapping' | 'match'> {
  const mapping = guessMapping(schema, headers, samples, last)
  return { mapping, match: proposedMatch(schema, mapping) }
}

/** @throws AppError `invalid_input` when a column or the match names something that the table does not have */
export function checkColumns(schema: TableSchema, { headers, mapping, match }: Columns): void {
  const refuse = (field: string, message: string) => new AppError('invalid_input', message, { [field]: message })
  const used = new Set<string>()
  for (const [header, name] of Object.entries(mapping)) {
    if (!headers.includes(header)) throw refuse('mapping', `The file has no column "${header}".`)
    if (name === null) continue
    if (name !== 'id' && (!Object.hasOwn(schema.properties, name) || schema.properties[name]?.readOnly))
      throw refuse('mapping', `${name} cannot be imported.`)
    if (used.has(name)) throw refuse('mapping', `Two columns are mapped to ${name}.`)
    used.add(name)
  }
  if (match !== null && !matchChoices(schema, mapping).some(({ value }) => value === match))
    throw refuse('match', 'Rows can be matched only by a column that is imported and names one record.')
}

/** The outcomes of all rows, chunk by chunk. */
export async function* checkedRows(
  schema: TableSchema,
  text: AsyncIterable<string>,
  { headers, mapping, match, corrections }: Columns,
  lookups: Lookups,
  rest = pacer(),
): AsyncGenerator<RowOutcome[]> {
  const check = rowChecker(schema, headers, { mapping, match: match ?? undefined }, lookups, rest)
  const corrected = correctedRow(headers, corrections)
  let rows: Row[] = []
  for await (const part of readRows(text, maxImportRows)) {
    if ('headers' in part) continue
    rows.push(corrected(part))
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
>

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
})

/** Adds the outcomes of one chunk of rows. */
export function addCounts(counts: Counts, outcomes: readonly RowOutcome[]): void {
  const keep = (errors: readonly RowError[]) =>
    counts.errors.push(...errors.slice(0, Math.max(0, shownErrors - counts.errors.length)))
  for (const outcome of outcomes) {
    counts.total++
    if (outcome.action === 'error') {
      counts.errorRows++
      keep(outcome.errors)
      continue
    }
    counts[outcome.action]++
    if (outcome.action === 'create' && counts.creates.length < shownRows)
      counts.creates.push({ row: outcome.row, values: outcome.values })
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
      counts.updates.push({ row, id: before.id, changes })
    }
  }
}
