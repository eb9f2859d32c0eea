import { mapInChunks, pacer, type Rest } from '@app/concurrency/pacer'
import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { ImportReport } from '@app/contracts/imports'
import type { TableSchema } from '@app/contracts/table-schema'
import type { Handler } from '@app/jobs'
import { everything } from '@app/record-query'
import type { ApplyWrites } from '../records/apply-writes'
import type { RevisionStore } from '../records/revision-store'
import { addCounts, type Counts, checkedRows, noCounts } from './check-import'
import { decodedText, encodingOf } from './decode-text'
import type { Lookups } from './import-lookups'
import type { ImportStore } from './import-store'
import { textOf } from './import-text'
import { isWritten, recordIds, withRefusals, withWritten, writesOf } from './import-writes'

/** `import` is the file; its id is also that of the job that applies it. */
export type ImportInput = Pick<ImportReport, 'mapping' | 'match' | 'sheet' | 'corrections'> & { import: string }

export type ImportJobDeps = {
  imports: Pick<ImportStore, 'find' | 'bytes'>
  tables: { find(name: string): Promise<TableSchema | undefined> }
  lookups: (schema: TableSchema, userId: string) => Lookups
  apply: ApplyWrites
  revisions: Pick<RevisionStore, 'flushBatch' | 'recordsOfBatch'>
  newPacer?: () => Rest
}

/** How often a check reports its progress. */
const reportEveryMs = seconds(1)

/** The rows of an import, as they are checked, in chunks. */
export async function importedRows({ imports, tables, lookups }: ImportJobDeps, input: ImportInput, rest?: Rest) {
  const imported = await imports.find(input.import)
  if (!imported) throw new AppError('not_found', 'The file no longer exists.')
  const schema = await tables.find(imported.table)
  if (!schema) throw new AppError('not_found', 'The table no longer exists.')
  const { file, headers, encoding } = textOf(imported, input.sheet)
  const bytes = () => imports.bytes(file)
  const text = decodedText(bytes, encoding ?? (await encodingOf(bytes)))
  const columns = { headers, mapping: input.mapping, match: input.match, corrections: input.corrections }
  return checkedRows(schema, text, columns, lookups(schema, imported.actor.id), rest)
}

/** Says what applying a file would do. Writes nothing, so an interrupted check starts again. */
export const checkJob = (deps: ImportJobDeps): Handler<ImportInput, Counts> => ({
  version: 1,
  holdsFile: true,
  async *run({ input }) {
    const counts = noCounts()
    const rest = (deps.newPacer ?? pacer)()
    let reportedAt = 0
    for await (const outcomes of await importedRows(deps, input, rest)) {
      addCounts(counts, outcomes)
      await rest()
      if (Date.now() - reportedAt < reportEveryMs) continue
      yield { done: counts.total, total: counts.total }
      reportedAt = Date.now()
    }
    yield { done: counts.total, total: counts.total, progress: counts, isLast: true }
  },
})

/** Applies a file. Every chunk is checked again just before it is written: the table may have changed since the report was shown. */
export const importJob = (deps: ImportJobDeps): Handler<ImportInput, Counts> => ({
  version: 1,
  holdsFile: true,
  undoneBy: 'undo',
  undoesFailures: true,
  async *run({ id, table, actor, input, done, progress, isResumed }, { hold }) {
    const { apply, revisions, newPacer = pacer } = deps
    const reason = { source: 'import', batch: id, hold, scope: everything } as const
    const counts = progress ?? noCounts()
    const rest = newPacer()
    let mayBeWritten = isResumed
    let rows = 0
    for await (const checked of await importedRows(deps, input, rest)) {
      rows += checked.length
      // Written by an earlier attempt.
      if (rows <= done) continue
      if (mayBeWritten) await revisions.flushBatch(table!, id)
      const before = mayBeWritten
        ? await revisions.recordsOfBatch(id, table!, recordIds(id, checked))
        : new Set<string>()
      mayBeWritten = false
      const due = checked.filter((outcome) => !isWritten(id, outcome, before))
      const write = (chunk: Parameters<ApplyWrites>[2]) => apply(actor!, reason, chunk)
      const written = await mapInChunks(writesOf(id, table!, due), rest, write)
      const shown = counts.errors.length
      addCounts(counts, withWritten(id, checked, before, withRefusals(due, written, input.mapping)))
      yield {
        done: rows,
        changed: counts.create + counts.update,
        progress: counts,
        skipped: counts.errors.slice(shown).map(({ row, column, message }) => ({
          id: `row ${row}`,
          reason: column === null ? message : `${column}: ${message}`,
        })),
      }
      await rest()
    }
  },
})
