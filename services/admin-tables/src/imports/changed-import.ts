import { comparable } from '@app/contracts/comparable'
import { AppError, invalidField } from '@app/contracts/errors'
import { type ImportChange, maxCorrections, maxReplacements } from '@app/contracts/imports'
import { type Family, matchChoices, proposedMatch, type TableSchema } from '@app/table-schema'
import { guessedColumns, startOf } from './check-import'
import { decodedText, isEncoding } from './decode-text'
import { type ImportStore, type Reading, type StoredImport, textOf, textsOf } from './import-store'
import type { ImportInput } from './imports-job'
import type { Corrections, Replacements } from './row-drafts'

function requireColumns(field: string, headers: readonly string[], changes: readonly { column: string }[]): void {
  const unknown = changes.find(({ column }) => !headers.includes(column))
  if (unknown) throw invalidField(field, `The file has no column "${unknown.column}".`)
}

const keyOf = ({ row, column }: { row: number; column: string }) => `${row} ${column}`

/**
 * The corrections after a change: at most one for a cell. A change without a value removes it.
 * @throws AppError `invalid_input` for a column that the file does not have, and beyond the limit
 */
export function changedCorrections(
  headers: readonly string[],
  before: Corrections,
  changes: NonNullable<ImportChange['corrections']>,
): Corrections {
  requireColumns('corrections', headers, changes)
  const all = new Map(before.map((one) => [keyOf(one), one]))
  for (const { row, column, value } of changes) {
    if (value === null) all.delete(keyOf({ row, column }))
    else all.set(keyOf({ row, column }), { row, column, value })
  }
  if (all.size > maxCorrections)
    throw invalidField(
      'corrections',
      `At most ${maxCorrections} cells can be corrected here. Correct the file and choose it again.`,
    )
  return [...all.values()].sort((one, other) => one.row - other.row)
}

const valueKey = ({ column, from }: { column: string; from: string }) => `${column}\n${comparable(from)}`

/**
 * The replacements after a change: at most one for a value. A change without a value removes it.
 * @throws AppError `invalid_input` for a column that the file does not have, and beyond the limit
 */
export function changedReplacements(
  headers: readonly string[],
  before: Replacements,
  changes: NonNullable<ImportChange['replacements']>,
): Replacements {
  requireColumns('replacements', headers, changes)
  const all = new Map(before.map((one) => [valueKey(one), one]))
  for (const { column, from, to } of changes) {
    if (to === null) all.delete(valueKey({ column, from }))
    else all.set(valueKey({ column, from }), { column, from, to })
  }
  if (all.size > maxReplacements)
    throw invalidField(
      'replacements',
      `At most ${maxReplacements} values can be replaced here. Correct the file and choose it again.`,
    )
  return [...all.values()]
}

/** The columns of a job after a change, and its corrections. Those of another sheet or reading are guessed, and it has no corrections yet. */
export function changedColumns(
  schema: TableSchema,
  imported: StoredImport,
  input: ImportInput,
  change: ImportChange,
  reading: Reading | undefined,
  family: Family | undefined,
) {
  const sheet = change.sheet ?? input.sheet
  const isSame = sheet === input.sheet && reading === input.reading
  const { headers, samples } = textOf(imported, sheet, reading)
  const before = isSame ? input : guessedColumns(schema, headers, samples, undefined, family)
  const dayFirst = change.dayFirst ?? input.dayFirst
  const mapping = { ...before.mapping, ...change.mapping }
  const isKept = before.match === null || matchChoices(schema, mapping).some(({ value }) => value === before.match)
  const corrections = changedCorrections(headers, (isSame && input.corrections) || [], change.corrections ?? [])
  const replacements = changedReplacements(headers, (isSame && input.replacements) || [], change.replacements ?? [])
  const columns = {
    mapping,
    ...(replacements.length > 0 && { replacements }),
    ...(corrections.length > 0 && { corrections }),
    match: change.match === undefined ? (isKept ? before.match : proposedMatch(schema, mapping)) : change.match,
    ...(sheet !== undefined && { sheet }),
    ...(reading && { reading }),
    ...(dayFirst !== undefined && { dayFirst }),
  }
  return { headers, columns }
}

/** The reading of a file after a change; `undefined` where it is read as at first. */
export async function changedReading(
  imports: Pick<ImportStore, 'bytes'>,
  schema: TableSchema,
  imported: StoredImport,
  input: ImportInput,
  change: ImportChange,
): Promise<Reading | undefined> {
  const sheet = change.sheet ?? input.sheet
  const before = sheet === input.sheet ? input.reading : undefined
  if (change.headingRow === undefined && change.encoding === undefined && change.delimiter === undefined) return before
  if (imported.sheets && (change.encoding ?? change.delimiter) !== undefined)
    throw new AppError('invalid_input', 'A workbook has no encoding and no delimiter.')
  const now = textOf(imported, sheet, before ?? { headers: [], samples: [], layout: { delimiter: ',', headingRow: 1 } })
  const first = textsOf(imported).find(({ file }) => file === now.file)
  const encoding = change.encoding ?? before?.encoding ?? first?.encoding ?? 'utf-8'
  if (change.encoding !== undefined && !isEncoding(change.encoding))
    throw invalidField('encoding', 'This encoding is not known.')
  const layout = before?.layout ?? first?.layout
  const delimiter = change.delimiter ?? layout?.delimiter ?? ','
  // In another encoding or parted otherwise, the headings are where they were.
  const headingRow = change.headingRow ?? layout?.headingRow
  const text = decodedText(() => imports.bytes(now.file), encoding)
  const start = await startOf(schema, text, { given: { delimiter, ...(headingRow !== undefined && { headingRow }) } })
  const { headers, samples, notes } = start
  return { headers, samples, notes, layout: start.layout, ...(!imported.sheets && { encoding }) }
}
