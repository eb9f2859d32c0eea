import type { BatchUndone } from '@app/contracts/batches'
import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { Descriptor } from '@app/contracts/table-descriptor'
import type { Actor } from '../models/actor'
import type { BatchStore } from '../models/batch-store'
import type { Lookups } from '../models/import-lookups'
import type { Import, ImportStore, StoredImport } from '../models/import-store'
import { mapInChunks, pacer, type Rest } from '../models/pacer'
import type { RevisionStore } from '../models/revision-store'
import type { ApplyWrites } from '../writes/apply-writes'
import { addCounts, checkedRows, countsOf, noCounts } from './check-import'
import { decodeText } from './decode-text'
import { isWritten, recordIds, withRefusals, withWritten, writesOf } from './import-writes'

type Deps = {
  imports: Pick<ImportStore, 'file' | 'change' | 'lease' | 'find'>
  tables: { find(name: string): Promise<Descriptor | undefined> }
  lookups: (descriptor: Descriptor, userId: string) => Lookups
  apply: ApplyWrites
  batches: Pick<BatchStore, 'addImport'>
  revisions: Pick<RevisionStore, 'flushBatch' | 'recordsOfBatch'>
  /** Undoes what an import has written; a repeated call after a crash continues it. */
  undo: (imported: StoredImport, changed: number) => Promise<BatchUndone>
  /** Whether the person who uploaded a file may still change its table. */
  mayEdit: (actor: Actor, table: string) => Promise<boolean>
  /** Identifies this process among the replicas. */
  holder: string
  onFailure: (imported: StoredImport, error: unknown) => void
  pauseMs?: (attempts: number) => number
  newPacer?: () => Rest
}

const inWork: Import['state'][] = ['checking', 'applying']
/** Attempts without progress after which an import fails. */
const maxAttempts = 5
const backOffMs = (attempts: number) => Math.min(seconds(1) * 2 ** (attempts - 1), seconds(8))

/** How often a check, which writes nothing else, reports its progress. */
const reportEveryMs = seconds(1)

/** The rows of a chunk are garbage after it: left alone, the heap grows fourfold. */
async function afterChunk(rest: Rest): Promise<void> {
  Bun.gc(false)
  await rest()
}

const rightEnded = 'The right to change this table has ended. The import stopped; the rows before are kept.'

/** Whether another attempt would fail, too: the file is invalid, or the table or the right is gone. */
const isFinal = (error: unknown): error is AppError => error instanceof AppError && error.status < 500

/** Checks and applies imports in the background, each in one process at a time. */
export function importRunner(deps: Deps) {
  const { imports, tables, lookups, apply, batches, revisions, undo, mayEdit, holder, onFailure } = deps
  const { pauseMs = backOffMs, newPacer = pacer } = deps
  const running = new Map<string, Promise<void>>()

  async function rowsOf({ id, table, actor, ...imported }: StoredImport, rest: Rest) {
    const descriptor = await tables.find(table)
    if (!descriptor) throw new AppError('not_found', 'The table no longer exists.')
    return checkedRows(descriptor, decodeText(await imports.file(id)), imported, lookups(descriptor, actor.id), rest)
  }

  async function check(imported: StoredImport): Promise<void> {
    const counts = noCounts()
    const rest = newPacer()
    let reportedAt = Date.now()
    for await (const outcomes of await rowsOf(imported, rest)) {
      addCounts(counts, outcomes)
      await afterChunk(rest)
      if (Date.now() - reportedAt < reportEveryMs) continue
      if (!(await imports.lease(imported.id, holder))) return
      await imports.change(imported.id, ['checking'], { total: counts.total })
      reportedAt = Date.now()
    }
    await imports.change(imported.id, ['checking'], { ...counts, state: 'checked', attempts: 0 })
  }

  /** Which of these records the import has written before it was interrupted. */
  async function writtenBefore({ id, table }: StoredImport, ids: readonly string[]): Promise<ReadonlySet<string>> {
    await revisions.flushBatch(table, id)
    return revisions.recordsOfBatch(id, table, ids)
  }

  /** Every chunk is checked again just before it is written: the table may have changed since the report was shown. */
  async function applyRows(imported: StoredImport, isContinued: boolean): Promise<void> {
    const { id, table, actor } = imported
    const reason = { source: 'import', batch: id } as const
    const counts = imported.applied > 0 ? countsOf(imported) : noCounts()
    let mayBeWritten = isContinued
    const rest = newPacer()
    let rows = 0
    for await (const checked of await rowsOf(imported, rest)) {
      rows += checked.length
      // Written before the process that held this import ended.
      if (rows <= imported.applied) continue
      if (!(await mayEdit(actor, table))) throw new AppError('forbidden', rightEnded)
      const before = mayBeWritten ? await writtenBefore(imported, recordIds(id, checked)) : new Set<string>()
      mayBeWritten = false
      const due = checked.filter((outcome) => !isWritten(id, outcome, before))
      const written = await mapInChunks(writesOf(id, table, due), rest, (chunk) => apply(actor, reason, chunk))
      addCounts(counts, withWritten(id, checked, before, withRefusals(due, written, imported.mapping)))
      if (!(await imports.lease(id, holder))) return
      await imports.change(id, ['applying'], { ...counts, applied: rows, attempts: 1 })
      await afterChunk(rest)
    }
    await batches.addImport({ id, table, actor, changed: counts.create + counts.update })
    await imports.change(id, ['applying'], { ...counts, state: 'applied' })
  }

  /** The work ends for good. What was imported before stays whole and can be undone. */
  async function stop({ id, table, actor, state, create, update }: StoredImport, failure: string): Promise<void> {
    if (state === 'applying') await batches.addImport({ id, table, actor, changed: create + update })
    await imports.change(id, inWork, { state: 'failed', failure })
  }

  /** After too many attempts: an import that cannot be completed is taken back. */
  async function giveUp(imported: StoredImport): Promise<void> {
    const failure = 'The file could not be processed. Please try again.'
    if (imported.state === 'checking') return stop(imported, failure)
    const { kept } = await undo(imported, imported.create + imported.update)
    const left = kept.length > 0 ? ` ${kept.length} that were changed meanwhile are kept.` : ''
    const text = `The import could not be completed, and its rows were taken back.${left} Please try again.`
    await imports.change(imported.id, inWork, { state: 'failed', failure: text })
  }

  /** What the database fails in is repeated; an import that has begun is completed or taken back. */
  async function run(imported: StoredImport): Promise<void> {
    let now: StoredImport | undefined = imported
    while (now && inWork.includes(now.state) && (await imports.lease(now.id, holder))) {
      const earlier: number = now.attempts ?? 0
      now = await imports.change(now.id, inWork, { attempts: earlier + 1 })
      if (!now) return
      if (earlier >= maxAttempts) return giveUp(now)
      try {
        return await (now.state === 'applying' ? applyRows(now, earlier + now.applied > 0) : check(now))
      } catch (error) {
        now = (await imports.find(now.id)) ?? now
        if (isFinal(error)) return stop(now, error.message)
        onFailure(now, error)
      }
      await Bun.sleep(pauseMs(earlier + 1))
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

export type ImportRunner = ReturnType<typeof importRunner>
