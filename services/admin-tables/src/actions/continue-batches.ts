import type { BatchStore } from '../models/batch-store'
import { runBatch } from './run-batch'
import { undoBatch } from './undo-batch'

type Deps = Parameters<typeof runBatch>[0] &
  Parameters<typeof undoBatch>[0] & { batches: Pick<BatchStore, 'orphaned' | 'orphanedUndo'> }

/** Continues the batches and undos whose process has ended. */
export function batchSweeper(deps: Deps) {
  const run = runBatch(deps)
  const undo = undoBatch(deps)
  return async (): Promise<void> => {
    for (let left = await deps.batches.orphaned(); left; left = await deps.batches.orphaned())
      await run(left, { isContinued: true })
    for (let left = await deps.batches.orphanedUndo(); left; left = await deps.batches.orphanedUndo())
      await undo(left, { isContinued: true })
  }
}
