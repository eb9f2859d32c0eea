import { AppError, invalidField } from '@app/contracts/errors'
import type { ImportChange } from '@app/contracts/imports'
import { type Family, matchChoices, proposedMatch, type TableSchema } from '@app/table-schema'
import { guessedColumns, startOf } from './check-import'
import { decodedText, isEncoding } from './decode-text'
import { type ImportStore, type Reading, type StoredImport, textOf, textsOf } from './import-store'
import type { ImportInput } from './imports-job'
import { changedCorrections, changedReplacements } from './row-drafts'

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
