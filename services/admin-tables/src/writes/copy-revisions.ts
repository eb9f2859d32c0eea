import type { RecordStore } from '../models/record-store'
import type { RevisionStore } from '../models/revision-store'
import type { TableSchemaStore } from '../models/table-schema-store'
import type { TrashStore } from '../models/trash-store'

/** Long enough for many revisions of a batch to be copied together. */
const delayMs = 250

/** Copies revisions out of their records in the background, many at a time. What it misses, a sweep finds. */
export function revisionCopier(revisions: Pick<RevisionStore, 'flush'>, onError: (error: unknown) => void) {
  const waiting = new Map<string, Set<string>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = async () => {
    clearTimeout(timer)
    timer = undefined
    const due = [...waiting]
    waiting.clear()
    for (const [table, ids] of due) await revisions.flush(table, [...ids]).catch(onError)
  }
  return {
    add(table: string, id: string): void {
      waiting.set(table, (waiting.get(table) ?? new Set()).add(id))
      timer ??= setTimeout(run, delayMs)
    },
    close: run,
  }
}

type Deps = {
  tables: Pick<TableSchemaStore, 'all'>
  records: Pick<RecordStore, 'one'>
  revisions: Pick<RevisionStore, 'sweep' | 'copy' | 'pendingIn'>
  trash: Pick<TrashStore, 'interrupted' | 'complete' | 'drop'>
}

/** Completes what a crash left half done: revisions that were not copied, deletions that were not finished. */
export const sweepWrites =
  ({ tables, records, revisions, trash }: Deps) =>
  async (): Promise<void> => {
    const all = await tables.all()
    await revisions.sweep(all.map(({ name }) => name))
    for (const entry of await trash.interrupted()) {
      const descriptor = all.find(({ name }) => name === entry.table)
      if (!descriptor) continue
      const isLive = (await records.one(descriptor, String(entry.record._id))) !== undefined
      if (isLive) await trash.drop(entry)
      else {
        await revisions.copy(revisions.pendingIn(entry.record))
        await trash.complete([entry])
      }
    }
  }
