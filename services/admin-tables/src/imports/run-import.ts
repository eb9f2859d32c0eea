import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { Descriptor } from '@app/contracts/table-descriptor'
import type { Actor } from '../models/actor'
import type { BatchStore } from '../models/batch-store'
import type { Import, ImportStore, StoredImport } from '../models/import-store'
import type { ApplyWrites } from '../writes/apply-writes'
import type { Outcome, Write } from '../writes/write'
import { addCounts, checkedRows, countsOf, noCounts } from './check-import'
import type { Lookups, RowOutcome } from './check-rows'
import { decodeText } from './decode-text'

type Deps = {
  imports: Pick<ImportStore, 'file' | 'change' | 'lease' | 'find'>
  tables: { find(name: string): Promise<Descriptor | undefined> }
  lookups: (descriptor: Descriptor) => Lookups
  apply: ApplyWrites
  batches: Pick<BatchStore, 'addImport'>
  /** Whether the person who uploaded a file may still change its table. */
  mayEdit: (actor: Actor, table: string) => Promise<boolean>
  /** Identifies this process among the replicas. */
  holder: string
  onFailure: (imported: StoredImport, error: unknown) => void
}

const reasonOf = (error: unknown) =>
  error instanceof AppError ? error.message : 'The file could not be processed. Please try again.'

/** How often a check, which writes nothing else, says how far it is. */
const reportEveryMs = seconds(1)

/** Requests are answered between two chunks. The rows of a chunk are garbage after it: left alone, the heap grows fourfold. */
async function afterChunk(): Promise<void> {
  Bun.gc(false)
  await nextTurn()
}

const rightEnded = 'The right to change this table has ended. The import stopped; the rows before are kept.'

/** Checks and applies imports behind the requests, each in one process at a time. */
export function importRunner({ imports, tables, lookups, apply, batches, mayEdit, holder, onFailure }: Deps) {
  const running = new Map<string, Promise<void>>()

  async function check(imported: StoredImport): Promise<void> {
    const descriptor = await tables.find(imported.table)
    if (!descriptor) throw new AppError('not_found', 'The table no longer exists.')
    const text = decodeText(await imports.file(imported.id))
    const counts = noCounts()
    let reportedAt = Date.now()
    for await (const outcomes of checkedRows(descriptor, text, imported, lookups(descriptor))) {
      addCounts(counts, outcomes)
      await afterChunk()
      if (Date.now() - reportedAt < reportEveryMs) continue
      if (!(await imports.lease(imported.id, holder))) return
      await imports.change(imported.id, ['checking'], { total: counts.total })
      reportedAt = Date.now()
    }
    await imports.change(imported.id, ['checking'], { ...counts, state: 'checked' })
  }

  /** Every chunk is checked again just before it is written: the table may have changed since the report was shown. */
  async function applyRows(imported: StoredImport): Promise<void> {
    const { id, table, actor } = imported
    const descriptor = await tables.find(table)
    if (!descriptor) throw new AppError('not_found', 'The table no longer exists.')
    const text = decodeText(await imports.file(id))
    const reason = { source: 'import', batch: id } as const
    const counts = imported.applied > 0 ? countsOf(imported) : noCounts()
    let rows = 0
    for await (const outcomes of checkedRows(descriptor, text, imported, lookups(descriptor))) {
      rows += outcomes.length
      // Written before the process that held this import died.
      if (rows <= imported.applied) continue
      if (!(await mayEdit(actor, table))) throw new AppError('forbidden', rightEnded)
      const written = await apply(actor, reason, writesOf(id, table, outcomes))
      addCounts(counts, withRefusals(outcomes, written))
      if (!(await imports.lease(id, holder))) return
      await imports.change(id, ['applying'], { ...counts, applied: rows })
      await afterChunk()
    }
    await batches.addImport({ id, table, actor, changed: counts.create + counts.update })
    await imports.change(id, ['applying'], { ...counts, state: 'applied' })
  }

  async function run(imported: StoredImport): Promise<void> {
    if (!(await imports.lease(imported.id, holder))) return
    try {
      await (imported.state === 'applying' ? applyRows(imported) : check(imported))
    } catch (error) {
      if (!(error instanceof AppError)) onFailure(imported, error)
      // What was imported before the failure can be undone, too.
      const { id, table, actor } = imported
      if (imported.state === 'applying') await batches.addImport({ id, table, actor, changed: 0 })
      const failed: Partial<Import> = { state: 'failed', failure: reasonOf(error) }
      await imports.change(imported.id, ['checking', 'applying'], failed)
    }
  }

  return {
    /** Starts the work on an import unless this process is already doing it. Settles when the work ends. */
    start(imported: StoredImport): Promise<void> {
      const work =
        running.get(imported.id) ??
        run(imported)
          .catch((error) => onFailure(imported, error))
          .finally(() => running.delete(imported.id))
      running.set(imported.id, work)
      return work
    },
  }
}

/** A row keeps its id however often it is applied, so that an import that is continued after a crash creates it once. */
const idOfRow = (importId: string, row: number) =>
  createHash('sha256').update(`import ${importId} ${row}`).digest('hex').slice(0, 24)

const isWrite = ({ action }: RowOutcome) => action === 'create' || action === 'update'

const writesOf = (importId: string, table: string, outcomes: readonly RowOutcome[]): Write[] =>
  outcomes.flatMap((outcome): Write[] => {
    if (outcome.action === 'create')
      return [{ action: 'create', table, id: idOfRow(importId, outcome.row), values: outcome.values }]
    if (outcome.action !== 'update') return []
    const { before, values } = outcome
    return [{ action: 'update', table, id: before.id, values, seen: String(before.updated_at) }]
  })

/** The outcomes with the rows that were refused while they were written, such as one changed at the same moment. */
function withRefusals(outcomes: readonly RowOutcome[], written: readonly Outcome[]): RowOutcome[] {
  let at = 0
  return outcomes.map((outcome) => {
    const result = isWrite(outcome) ? written[at++] : undefined
    if (!result || !('error' in result)) return outcome
    const { row } = outcome
    return { row, action: 'error', errors: [{ row, column: null, message: result.error.message }] }
  })
}

export type ImportRunner = ReturnType<typeof importRunner>
