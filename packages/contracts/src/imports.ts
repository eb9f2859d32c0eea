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
const importError = v.object({
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

/** A value that is put in the place of another one in all rows of a column. */
const replacement = v.strictObject({
  column: v.pipe(v.string(), v.maxLength(200)),
  from: v.pipe(v.string(), v.maxLength(maxCorrectionLength)),
  to: v.pipe(v.string(), v.maxLength(maxCorrectionLength, `A cell cannot exceed ${maxCorrectionLength} characters`)),
})
/** Values of one import that are replaced, and those of one call. */
export const maxReplacements = 200
export const maxReplacementsAtOnce = 50

/**
 * The mapping of the file's columns: header -> field name, `id`, one of the `family.choices`, or null for a column that is
 * left out.
 */
export const importMapping = v.record(v.string(), v.nullable(v.string()))

/** The field that identifies the record of a row, or two joined by `+`; null when every row is a new record. */
const match = v.nullable(v.string())

/** `checking` and `applying` run in the background and say how far they are; `checked` waits for a decision. */
const state = v.picklist(['checking', 'checked', 'applying', 'applied', 'failed'])

/** Characters that may separate the cells of a row in a CSV file. */
export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]
const delimiter = v.picklist(delimiters)
const headingRow = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000))

/** Something about the file that a person should look at. `mustAnswer` until the change that answers it was made: before, it is not applied. */
const importNote = v.object({
  /** `encoding`, `odd-bytes`, `heading-row`, `equal-headings`, `day-month`, `day-first`, `read-as`, and `family-...`. */
  kind: v.string(),
  message: v.string(),
  column: v.optional(v.string()),
  mustAnswer: v.optional(v.boolean()),
})
export type ImportNote = v.InferOutput<typeof importNote>

/** The names of those who belong to the person of a row. */
const relativeNames = v.optional(v.array(v.string()))

/** A relative that rows name: the first of these rows, and how many there are. */
const relative = v.object({
  row: v.number(),
  rows: v.number(),
  /** Among the records already; what they have otherwise than the file stays as it is. */
  isFound: v.boolean(),
  values: fieldValues,
  /** The values of a record that was found where the file says otherwise. */
  kept: v.optional(fieldValues),
})

/** Those who belong to the people of a table, and are added with them: of students their guardians. */
const family = v.object({
  /** The field that refers to them. */
  field: v.string(),
  title: v.string(),
  singular: v.string(),
  /** The fields of relatives that columns may be mapped to. */
  choices: v.array(
    v.object({ value: v.string(), label: v.string(), options: v.array(v.string()), isJoined: v.boolean() }),
  ),
  /** The number of relatives that are added, or were. */
  create: v.number(),
  found: v.number(),
  /** The first of them. */
  people: v.array(relative),
})

/** A file that was uploaded for a table, and what applying it would do or has done. */
export const importReport = v.object({
  id: v.string(),
  table: v.string(),
  fileName: v.string(),
  state,
  /** The sheets of a workbook, and the one that is imported. */
  sheets: v.optional(v.array(v.string())),
  sheet: v.optional(v.string()),
  /** The way the file was read: the row that names the columns, and for a CSV file its encoding and delimiter. */
  headingRow: v.optional(headingRow),
  encoding: v.optional(v.string()),
  delimiter: v.optional(delimiter),
  /** The encodings a file may have that does not say so, each with the first lines that tell them apart. */
  encodings: v.optional(v.array(v.object({ encoding: v.string(), samples: v.array(v.string()) }))),
  notes: v.optional(v.array(importNote)),
  /** True: dates such as 3/4/2001 begin with the day. Only where a person said so. */
  dayFirst: v.optional(v.boolean()),
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
  creates: v.array(v.object({ row: v.number(), values: fieldValues, family: relativeNames })),
  updates: v.array(v.object({ row: v.number(), id: v.string(), changes, family: relativeNames })),
  /** New records of people whose name another record or an earlier row has; the first of them. */
  duplicateRows: v.optional(v.number()),
  duplicates: v.optional(
    v.array(
      v.object({ row: v.number(), name: v.string(), id: v.optional(v.string()), sameAsRow: v.optional(v.number()) }),
    ),
  ),
  /** Of tables whose people have relatives. */
  family: v.optional(family),
  /** Values that rows cannot be imported with, in the order of the file, and how many rows have each; the first of them. */
  faults: v.optional(
    v.array(
      v.object({ column: v.string(), value: v.string(), message: v.string(), row: v.number(), rows: v.number() }),
    ),
  ),
  /** Values that are replaced in all rows. */
  replacements: v.optional(v.array(replacement)),
  /** Corrections that were made, in the order of the rows. */
  corrections: v.optional(v.array(correction)),
  /** Why the check or the import stopped. */
  failure: v.optional(v.string()),
  /** The batch that applies it, which can be undone. */
  batch: v.optional(v.string()),
})
export type ImportReport = v.InferOutput<typeof importReport>

/**
 * `PATCH .../imports/:id`: check again with other columns, another match, or another sheet, heading row, encoding or
 * delimiter, whose columns are guessed; or with corrected cells, or with values that are replaced in all rows. A correction or a
 * replacement without a value is undone.
 */
export const importChange = v.strictObject({
  mapping: v.optional(importMapping),
  match: v.optional(match),
  sheet: v.optional(v.string()),
  headingRow: v.optional(headingRow),
  encoding: v.optional(v.pipe(v.string(), v.maxLength(40))),
  delimiter: v.optional(delimiter),
  dayFirst: v.optional(v.boolean()),
  replacements: v.optional(
    v.pipe(
      v.array(v.strictObject({ ...replacement.entries, to: v.nullable(replacement.entries.to) })),
      v.maxLength(maxReplacementsAtOnce, `Replace at most ${maxReplacementsAtOnce} values at once`),
    ),
  ),
  corrections: v.optional(
    v.pipe(
      v.array(v.strictObject({ ...correction.entries, value: v.nullable(correction.entries.value) })),
      v.maxLength(maxCorrectionsAtOnce, `Correct at most ${maxCorrectionsAtOnce} cells at once`),
    ),
  ),
})
export type ImportChange = v.InferOutput<typeof importChange>
