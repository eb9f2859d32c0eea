import { everything } from '@app/record-query'
import { pendingField } from './revision-store'
import type { StoredRevision } from './stored-revision'
import type { Trashed } from './trash-store'
import { relink } from './unlink-references'
import type { WriteDeps } from './write'

/** The user who deletes, from the revision that travels in the copy. */
function deletedBy({ record, deleted_by: email }: Trashed) {
  const revision = (record[pendingField] as StoredRevision[] | undefined)?.at(-1)
  const actor = { id: '', email, ...revision?.actor, requestId: revision?.request_id ?? '' }
  return {
    actor,
    reason: { source: 'unlink' as const, scope: everything, ...(revision?.batch && { batch: revision.batch }) },
  }
}

/** Reverts a deletion: other records refer to it again. What is left after a crash is reverted again. */
export async function revertDeletion(deps: WriteDeps, entry: Trashed): Promise<void> {
  await relink(deps, deletedBy(entry), String(entry.record._id), entry.unlinked ?? [])
  await deps.trash.drop(entry)
}

/**
 * Completes or reverts a deletion that was interrupted, or whose outcome the database did not report: the record itself says which.
 */
export async function finishDeletion(deps: WriteDeps, entry: Trashed): Promise<void> {
  const { revisions, trash, writer } = deps
  const isLive = (await writer.whole(entry.table, String(entry.record._id))) !== undefined
  if (isLive) return revertDeletion(deps, entry)
  // Deleted again meanwhile: that entry is the one that counts.
  if (await trash.merge(entry)) return
  await revisions.copy(revisions.pendingIn(entry.record))
  await trash.complete([entry])
}
