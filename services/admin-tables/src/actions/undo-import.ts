import type { BatchUndone } from '@app/contracts/batches'
import { AppError } from '@app/contracts/errors'
import type { BatchStore } from '../models/batch-store'
import type { StoredImport } from '../models/import-store'
import { undoBatch } from './undo-batch'

type Deps = Parameters<typeof undoBatch>[0] & {
  batches: Pick<BatchStore, 'addImport' | 'beginUndo' | 'find'>
}

/** Undoes what an import has written so far, as its batch is undone. An undo that has begun is continued. */
export function undoImport(deps: Deps) {
  const undo = undoBatch(deps)
  return async ({ id, table, actor }: StoredImport, changed: number): Promise<BatchUndone> => {
    await deps.batches.addImport({ id, table, actor, changed })
    const batch = await deps.batches.find(table, id)
    if (!batch) throw new AppError('internal', 'The batch of an import is missing.')
    const begun = await deps.batches.beginUndo(batch._id, actor)
    return undo(begun ?? batch, { isContinued: !begun })
  }
}
