import * as v from 'valibot'
import { changes } from './history'

/** The largest file, in bytes. */
export const maxImportBytes = 20 * 1024 * 1024
export const maxImportRows = 50_000
/** Cells of one import that are corrected before it is applied, those of one call (three keys each, of the 200 of a body), and the length of each. */
export const maxCorrections = 1_000
export const maxCorrectionsAtOnce = 60
export const maxCorrectionLength = 2_000

/**
 * A row of the file that cannot be applied. `row` counts as a spreadsheet does; `column` is null where the whole row is meant.
 * `value` is what the cell holds, cut, where the message does not say it; `cell` all of it, where it can be corrected.
 */
export const importError = v.object({
  row: v.number(),
  column: v.nullable(v.string()),
  message: v.string(),
  value: v.optional(v.string()),
  cell: v.optional(v.string()),
})
export type ImportError = v.InferOutput<typeof importError>

const fieldValues = v.record(v.string(), v.unknown())

/** A cell that a person has corrected. The file stays as it is; a correction belongs to one sheet. */
const correction = v.strictObject({
  row: v.pipe(v.number(), v.integer(), v.minValue(2)),
  column: v.pipe(v.string(), v.maxLength(200)),
  value: v.pipe(v.string(), v.maxLength(maxCorrectionLength, `A cell cannot exceed ${maxCorrectionLength} characters`)),
})

/** What the columns of the file are mapped to: header -> field name, `id`, or null for a column that is left out. */
export const importMapping = v.record(v.string(), v.nullable(v.string()))

/** The field that identifies the record of a row, or two joined by `+`; null when every row is a new record. */
const match = v.nullable(v.string())

/** `checking` and `applying` run in the background and say how far they are; `checked` waits for a decision. */
const state = v.picklist(['checking', 'checked', 'applying', 'applied', 'failed'])

/** A file that was uploaded for a table, and what applying it would do or has done. */
export const importReport = v.object({
  id: v.string(),
  table: v.string(),
  fileName: v.string(),
  state,
  /** The sheets of a workbook, and the one that is imported. */
  sheets: v.optional(v.array(v.string())),
  sheet: v.optional(v.string()),
  headers: v.array(v.string()),
  /** The first rows, cell by cell. */
  samples: v.array(v.array(v.string())),
  mapping: importMapping,
  match,
  /** Rows that were looked at so far; all of them once `checked`. */
  total: v.number(),
  /** Rows that were applied so far. */
  applied: v.number(),
  create: v.number(),
  update: v.number(),
  unchanged: v.number(),
  /** Rows with at least one error: they are left out when the rest is applied. */
  errorRows: v.number(),
  /** The first of them; all of them are in `.../errors.csv`. */
  errors: v.array(importError),
  creates: v.array(v.object({ row: v.number(), values: fieldValues })),
  updates: v.array(v.object({ row: v.number(), id: v.string(), changes })),
  /** New records of people whose name another record or an earlier row has; the first of them. */
  duplicateRows: v.optional(v.number()),
  duplicates: v.optional(
    v.array(
      v.object({ row: v.number(), name: v.string(), id: v.optional(v.string()), sameAsRow: v.optional(v.number()) }),
    ),
  ),
  /** What was corrected, in the order of the rows. */
  corrections: v.optional(v.array(correction)),
  /** Why the check or the import stopped. */
  failure: v.optional(v.string()),
  /** The batch that applies it, which can be undone. */
  batch: v.optional(v.string()),
})
export type ImportReport = v.InferOutput<typeof importReport>

/**
 * `PATCH .../imports/:id`: check again with other columns, another match, or another sheet, whose columns are guessed; or with corrected
 * cells. A correction without a value is undone.
 */
export const importChange = v.strictObject({
  mapping: v.optional(importMapping),
  match: v.optional(match),
  sheet: v.optional(v.string()),
  corrections: v.optional(
    v.pipe(
      v.array(v.strictObject({ ...correction.entries, value: v.nullable(correction.entries.value) })),
      v.maxLength(maxCorrectionsAtOnce, `Correct at most ${maxCorrectionsAtOnce} cells at once`),
    ),
  ),
})
export type ImportChange = v.InferOutput<typeof importChange>
