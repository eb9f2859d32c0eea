import { mapInChunks, type Pause, pacer } from '@app/concurrency/pacer'
import { seconds } from '@app/contracts/durations'
import { notFound } from '@app/contracts/errors'
import type { ImportReport } from '@app/contracts/imports'
import type { TableSchema } from '@app/contracts/table-schema'
import type { Handler, Job } from '@app/jobs'
import { everything } from '@app/record-query'
import { type Family, familyReference, isFamily } from '@app/table-schema'
import type { ApplyWrites } from '../records/apply-writes'
import type { RevisionStore } from '../records/revision-store'
import type { Outcome, Write } from '../records/write'
import { addCounts, type Counts, checkedRows, correctedRows, noCounts } from './check-import'
import { relativeCounter } from './count-relatives'
import { decodedText } from './decode-text'
import { surveyFamilies } from './families'
import { fileEncoding } from './file-encoding'
import type { Lookups } from './import-lookups'
import type { ImportStore } from './import-store'
import { type Reading, textOf } from './import-text'
import { isWritten, recordIds, withRefusals, withWritten, writesOf } from './import-writes'
import { columnsOf } from './row-drafts'
import type { Relative, RowOutcome } from './row-outcome'
import { surveyDates } from './survey-columns'

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
  lookups: (schema: TableSchema, userId: string) => Lookups
  hasRight: (job: Pick<Job, 'actor' | 'right'>) => Promise<boolean>
  apply: ApplyWrites
  revisions: Pick<RevisionStore, 'flushBatch' | 'recordsOfBatch'>
  newPacer?: () => Pause
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
  return { notes, related, rows: checkedRows(schema, text(), checked, lookups(schema, actor.id), pause) }
}

/** Says what applying a file would do. Writes nothing, so an interrupted check starts again. */
export const checkJob = (deps: ImportJobDeps): Handler<ImportInput, Counts> => ({
  version: 2,
  holdsFile: true,
  async *run({ input }) {
    const counts = noCounts()
    const pause = (deps.newPacer ?? pacer)()
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
  async *run({ id, table, actor, input, done, progress, isResumed }, { hold }) {
    const { apply, revisions, newPacer = pacer } = deps
    const reason = { source: 'import', batch: id, hold, scope: everything } as const
    const counts = progress ?? noCounts()
    const pause = newPacer()
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
