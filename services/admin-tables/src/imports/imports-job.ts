import { mapInChunks, type Pause, pacer } from '@app/concurrency/pacer'
import { seconds } from '@app/contracts/durations'
import { notFound } from '@app/contracts/errors'
import type { ImportReport } from '@app/contracts/imports'
import type { TableSchema } from '@app/contracts/table-schema'
import { derivedId, type Handler, type Job } from '@app/jobs'
import { everything } from '@app/record-query'
import { type Family, familyReference, type ImportMapping, isFamily } from '@app/table-schema'
import type { ApplyWrites } from '../records/apply-writes'
import type { RevisionStore } from '../records/revision-store'
import type { Outcome, Write } from '../records/write'
import { addCounts, type Counts, checkedRows, correctedRows, noCounts } from './check-import'
import { lookAhead } from './check-rows'
import { decodedText, fileEncoding } from './decode-text'
import { relativeCounter, surveyFamilies } from './families'
import type { FileLookups } from './import-lookups'
import { surveyDates } from './import-notes'
import { type ImportStore, type Reading, textOf } from './import-store'
import { columnsOf, type Relative, type RowError, type RowOutcome } from './row-drafts'

/** A row keeps its id however often it is applied, so that an import that is continued after a crash creates it once. */
const idOfRow = (importId: string, row: number) => derivedId(`import ${importId} ${row}`)

/** The record that a row writes, or is. */
function recordIdOf(importId: string, outcome: RowOutcome): string {
  if (outcome.action === 'update') return outcome.before.id
  return outcome.action === 'unchanged' ? outcome.id : idOfRow(importId, outcome.row)
}

/** The records that rows write, are, or may have created. */
const recordIds = (importId: string, outcomes: readonly RowOutcome[]): string[] => [
  ...new Set(outcomes.flatMap((outcome) => [recordIdOf(importId, outcome), idOfRow(importId, outcome.row)])),
]

/** True if a row is written already. */
const isWritten = (importId: string, outcome: RowOutcome, written: ReadonlySet<string>): boolean =>
  written.has(recordIdOf(importId, outcome)) || written.has(idOfRow(importId, outcome.row))

const isWrite = ({ action }: RowOutcome) => action === 'create' || action === 'update'

/** The writes of these rows. */
const writesOf = (importId: string, table: string, outcomes: readonly RowOutcome[]): Write[] =>
  outcomes.flatMap((outcome): Write[] => {
    if (outcome.action === 'create')
      return [{ action: 'create', table, id: idOfRow(importId, outcome.row), values: outcome.values }]
    if (outcome.action !== 'update') return []
    const { before, values } = outcome
    return [{ action: 'update', table, id: before.id, values, expectedVersion: String(before.updated_at) }]
  })

/** Why a row was refused while it was written, by column where the refusal names fields. */
function refusalOf(row: number, { error }: Extract<Outcome, { error: unknown }>, mapping: ImportMapping): RowError[] {
  const columnOf = (field: string) => Object.keys(mapping).find((header) => mapping[header] === field) ?? null
  const fields = Object.entries(error.fields ?? {})
  if (fields.length === 0) return [{ row, column: null, message: error.message }]
  return fields.map(([field, message]) => ({ row, column: columnOf(field), message }))
}

/** The outcomes with the rows that were refused while they were written, such as one changed at the same moment. */
function withRefusals(
  outcomes: readonly RowOutcome[],
  written: readonly Outcome[],
  mapping: ImportMapping,
): RowOutcome[] {
  let at = 0
  return outcomes.map((outcome) => {
    const result = isWrite(outcome) ? written[at++] : undefined
    if (!result || !('error' in result)) return outcome
    return { row: outcome.row, action: 'error', errors: refusalOf(outcome.row, result, mapping) }
  })
}

/** The outcomes of a chunk that was written in part before: what was written counts as what it was. */
function withWritten(
  importId: string,
  checked: readonly RowOutcome[],
  before: ReadonlySet<string>,
  outcomes: readonly RowOutcome[],
): RowOutcome[] {
  const byRow = new Map(outcomes.map((outcome) => [outcome.row, outcome]))
  return checked.map((outcome): RowOutcome => {
    const now = byRow.get(outcome.row)
    if (now) return now
    const { row } = outcome
    const values = 'values' in outcome ? outcome.values : {}
    const id = recordIdOf(importId, outcome)
    const isNew = before.has(idOfRow(importId, row))
    return isNew ? { row, action: 'create', values } : { row, action: 'update', before: { id }, values }
  })
}

const newIn = (outcome: RowOutcome): Relative[] =>
  outcome.action === 'create' || outcome.action === 'update' ? (outcome.family ?? []).filter(({ found }) => !found) : []

/**
 * Adds the relatives that rows name and that are not added yet, before the rows that refer to them. Rows whose relatives cannot be
 * added are refused.
 *
 * @param made the ids of those that this import has added so far
 */
async function addRelatives(
  outcomes: readonly RowOutcome[],
  table: string,
  made: Set<string>,
  write: (writes: readonly Write[]) => Promise<readonly Outcome[]>,
): Promise<RowOutcome[]> {
  const due = new Map(
    outcomes
      .flatMap(newIn)
      .filter(({ id }) => !made.has(id))
      .map((relative) => [relative.id, relative]),
  )
  const refused = new Map<string, string>()
  if (due.size > 0) {
    const writes = [...due.values()].map(({ id, values }): Write => ({ action: 'create', table, id, values }))
    for (const outcome of await write(writes)) {
      if ('error' in outcome) refused.set(outcome.id, outcome.error.message)
      else made.add(outcome.id)
    }
  }
  return outcomes.map((outcome) => {
    const message = newIn(outcome).flatMap(({ id }) => refused.get(id) ?? [])[0]
    if (message === undefined) return outcome
    return { row: outcome.row, action: 'error', errors: [{ row: outcome.row, column: null, message }] }
  })
}

/** `import` is the file; its id is also that of the job that applies it. */
export type ImportInput = Pick<
  ImportReport,
  'mapping' | 'match' | 'sheet' | 'corrections' | 'replacements' | 'dayFirst'
> & {
  import: string
  reading?: Reading
}

export type ImportJobDeps = {
  imports: Pick<ImportStore, 'find' | 'bytes'>
  tables: { find(name: string): Promise<TableSchema | undefined> }
  lookups: (schema: TableSchema, userId: string) => FileLookups
  hasRight: (job: Pick<Job, 'actor' | 'right'>) => Promise<boolean>
  apply: ApplyWrites
  revisions: Pick<RevisionStore, 'flushBatch' | 'recordsOfBatch'>
}

/** The interval at which a check reports its progress. */
const reportEveryMs = seconds(1)

/** The relatives that can be added with the people of a table. */
export async function familyOf({ tables }: Pick<ImportJobDeps, 'tables'>, schema: TableSchema) {
  const reference = familyReference(schema)
  const related = reference && (await tables.find(reference.table))
  return related && isFamily(related) ? ({ field: reference.name, schema: related } satisfies Family) : undefined
}

/** The rows of an import, as they are checked, in chunks. */
export async function importedRows(deps: ImportJobDeps, input: ImportInput, pause: Pause = pacer()) {
  const { imports, tables, lookups, hasRight } = deps
  const imported = await imports.find(input.import)
  if (!imported) throw notFound('The file no longer exists.')
  const schema = await tables.find(imported.table)
  if (!schema) throw notFound('The table no longer exists.')
  const { file, headers, encoding, layout } = textOf(imported, input.sheet, input.reading)
  const bytes = () => imports.bytes(file)
  const read = encoding ?? (await fileEncoding(bytes)).encoding
  const text = () => decodedText(bytes, read)
  const columns = {
    layout,
    headers,
    mapping: input.mapping,
    match: input.match,
    corrections: input.corrections,
    replacements: input.replacements,
  }
  const survey = await surveyDates(
    columnsOf(schema, headers, input.mapping),
    correctedRows(text(), columns),
    input.dayFirst,
  )
  const family = await familyOf(deps, schema)
  const { actor } = imported
  const families =
    family &&
    (await surveyFamilies({
      family,
      schema,
      headers,
      mapping: input.mapping,
      importId: input.import,
      pause,
      rows: correctedRows(text(), columns),
      lookups: lookups(family.schema, actor.id),
      may: (level) => hasRight({ actor, right: { table: family.schema.name, level } }),
    }))
  const checked = { ...columns, orders: survey.orders, families }
  const notes = [...survey.notes, ...(families?.notes ?? [])]
  const related = families && { families, table: family.schema.name }
  const own = lookups(schema, actor.id)
  await lookAhead(schema, headers, input, correctedRows(text(), columns), own, pause)
  return { notes, related, rows: checkedRows(schema, text(), checked, own, pause) }
}

/** Says what applying a file would do. Writes nothing, so an interrupted check starts again. */
export const checkJob = (deps: ImportJobDeps): Handler<ImportInput, Counts> => ({
  version: 2,
  holdsFile: true,
  async *run({ input }, { pause }) {
    const counts = noCounts()
    let reportedAt = 0
    const { rows, notes, related } = await importedRows(deps, input, pause)
    const relatives = related && relativeCounter(related.families)
    counts.notes = notes
    for await (const outcomes of rows) {
      addCounts(counts, outcomes)
      relatives?.add(outcomes)
      await pause()
      if (Date.now() - reportedAt < reportEveryMs) continue
      yield { done: counts.total, total: counts.total }
      reportedAt = Date.now()
    }
    if (relatives) counts.family = relatives.counted()
    yield { done: counts.total, total: counts.total, progress: counts, isLast: true }
  },
})

/** Applies a file. Every chunk is checked again just before it is written: the table may have changed since the report was shown. */
export const importJob = (deps: ImportJobDeps): Handler<ImportInput, Counts> => ({
  version: 2,
  holdsFile: true,
  undoneBy: 'undo',
  undoesFailures: true,
  async *run({ id, table, actor, input, done, progress, isResumed }, { hold, pause }) {
    const { apply, revisions } = deps
    const reason = { source: 'import', batch: id, hold, scope: everything } as const
    const counts = progress ?? noCounts()
    const { rows: chunks, related } = await importedRows(deps, input, pause)
    const relatives = related && relativeCounter(related.families)
    const made = new Set<string>()
    if (related && isResumed) {
      await revisions.flushBatch(related.table, id)
      for (const one of await revisions.recordsOfBatch(id, related.table, related.families.newIds)) made.add(one)
    }
    /** Whom the rows refer to is there before them. */
    async function withRelatives(outcomes: readonly RowOutcome[]): Promise<readonly RowOutcome[]> {
      if (!related) return outcomes
      return addRelatives(outcomes, related.table, made, async (writes) => {
        const written = await mapInChunks(writes, pause, (chunk) => apply(actor!, reason, chunk))
        // An undo finds the changes of other tables in the history.
        await revisions.flushBatch(related.table, id)
        return written
      })
    }
    let mayBeWritten = isResumed
    let rows = 0
    for await (const checked of chunks) {
      rows += checked.length
      relatives?.add(checked)
      // Written by an earlier attempt.
      if (rows <= done) continue
      if (mayBeWritten) await revisions.flushBatch(table!, id)
      const before = mayBeWritten
        ? await revisions.recordsOfBatch(id, table!, recordIds(id, checked))
        : new Set<string>()
      mayBeWritten = false
      const due = await withRelatives(checked.filter((outcome) => !isWritten(id, outcome, before)))
      const write = (chunk: Parameters<ApplyWrites>[2]) => apply(actor!, reason, chunk)
      const written = await mapInChunks(writesOf(id, table!, due), pause, write)
      const shown = counts.errors.length
      addCounts(counts, withWritten(id, checked, before, withRefusals(due, written, input.mapping)))
      if (relatives) counts.family = { ...relatives.counted(), create: made.size }
      yield {
        done: rows,
        changed: counts.create + counts.update,
        progress: counts,
        skipped: counts.errors.slice(shown).map(({ row, column, message }) => ({
          id: `row ${row}`,
          reason: column === null ? message : `${column}: ${message}`,
        })),
      }
      await pause()
    }
  },
})
