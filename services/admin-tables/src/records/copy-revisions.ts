import type { TableSchemaStore } from '../tables/table-schema-store'
import { finishDeletion } from './finish-deletion'
import type { RevisionStore } from './revision-store'
import type { TrashStore } from './trash-store'
import type { WriteDeps } from './write'

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
  revisions: Pick<RevisionStore, 'sweep'>
}

/** Copies revisions that a crash left in their records. */
export const sweepRevisions =
  ({ tables, revisions }: Deps) =>
  async (): Promise<void> =>
    revisions.sweep((await tables.all()).map(({ name }) => name))

/** Completes or reverts deletions that were interrupted. */
export const sweepDeletions =
  ({ trash, ...deps }: WriteDeps & { trash: Pick<TrashStore, 'interrupted'> & WriteDeps['trash'] }) =>
  async (): Promise<void> => {
    for (const entry of await trash.interrupted()) await finishDeletion({ trash, ...deps }, entry)
  }
