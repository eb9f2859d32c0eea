import { AppError, conflict } from '@app/contracts/errors'
import type { ReferrerCount } from '@app/contracts/tables'
import type { Actor } from '@app/jobs'
import { recordLabel } from '@app/table-schema'
import { tableRecord } from '../tables/table-record'
import { usersTable } from '../tables/users-table'
import { finishDeletion, revertDeletion } from './finish-deletion'
import { recordNotFound } from './record-not-found'
import type { WholeRecord } from './record-writer'
import { newRevision, pendingField } from './revision-store'
import type { Trashed, Unlinked } from './trash-store'
import { unlink, withRight } from './unlink-references'
import { refuseStale } from './update-record'
import { withoutCredentials } from './user-rights'
import type { Write, WriteDeps, Writing, Written } from './write'

const maxAttempts = 5

/** A record's own times only grow, whatever the clocks of replicas say. */
export const laterThan = (before: unknown, now: Date) =>
  new Date(Math.max(now.getTime(), before instanceof Date ? before.getTime() + 1 : 0))

/** The copy of a record for the trash, with the revision that says it was deleted. */
export function trashOf(
  { writer, revisions }: Pick<WriteDeps, 'writer' | 'revisions'>,
  writing: Writing,
  whole: WholeRecord,
) {
  const { actor, reason, schema } = writing
  const at = laterThan(whole['updated_at'], writer.now())
  const about = { table: schema.name, id: String(whole['_id']), changes: {}, at }
  const pending = [...revisions.pendingIn(whole), newRevision(actor, reason, { ...about, action: 'delete' })]
  const title = recordLabel(schema, tableRecord(schema, whole))
  const record = { ...withoutCredentials(about.table, whole), [pendingField]: pending }
  return { pending, copy: { table: about.table, id: about.id, record, title, by: actor.email, batch: reason.batch } }
}

/** The refusal of a deletion names only tables that the person may see. @throws AppError `conflict` */
async function refuseReferred({ hasRight }: WriteDeps, { id }: Actor, all: readonly ReferrerCount[]): Promise<never> {
  const referrers = await withRight(all, ({ table }) => hasRight(id, table, 'view'))
  if (referrers.length === 0)
    throw conflict('Records that you may not see refer to this one. Ask an admin to delete it.')
  throw new AppError('conflict', 'Other records refer to this one.', undefined, { details: { referrers } })
}

/** Taking a record out of others changes those. @throws AppError `forbidden` without the right to edit their tables */
async function refuseUnlink({ hasRight }: WriteDeps, { id }: Actor, all: readonly Unlinked[]): Promise<void> {
  const edited = await withRight(all, ({ table }) => hasRight(id, table, 'edit'))
  if (edited.length < all.length)
    throw new AppError('forbidden', 'Records that you may not change refer to this one. Ask an admin to delete it.')
}

/**
 * Moves a record to the trash. The copy comes first, and names the references that will be removed: a crash in between leaves an entry
 * that does not count, by which the sweep completes or reverts the deletion. A record that others refer to is deleted only with
 * `unlink`, which takes it out of them.
 */
export async function deleteRecord(
  deps: WriteDeps,
  writing: Writing,
  { id, expectedVersion, unlink: mayUnlink = false }: Extract<Write, { action: 'delete' }>,
): Promise<Written> {
  const { writer, trash, revisions, integrity, rights } = deps
  const { actor, reason, schema } = writing
  const table = schema.name
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const whole = await writer.whole(table, id)
    if (!whole) throw await recordNotFound(trash, table, id, reason.scope)
    if (expectedVersion !== undefined) refuseStale(tableRecord(schema, whole), expectedVersion)

    const referrers = await integrity.referrers(table, id)
    if (referrers.length > 0 && !mayUnlink) await refuseReferred(deps, actor, referrers)
    const unlinked = referrers.length > 0 ? await integrity.references(table, id) : []
    await refuseUnlink(deps, actor, unlinked)

    const { pending, copy } = trashOf(deps, writing, whole)
    const [entry] = (await trash.put([{ ...copy, unlinked }])) as [Trashed]
    const remove = async () => {
      await unlink(deps, { actor, reason }, id, unlinked)
      return table === usersTable ? rights.remove(actor, id) : writer.remove(table, whole)
    }
    const isRemoved = await remove().catch(async (error) => {
      // A database that failed may have removed the record all the same.
      const end = error instanceof AppError && error.status < 500 ? revertDeletion : finishDeletion
      await end(deps, entry).catch(() => {})
      throw error
    })
    if (isRemoved) {
      // An entry that is not complete is swept: its revisions are copied then.
      await revisions.copy(pending)
      await trash.complete([entry])
      return { id, isChanged: true }
    }
    // Changed meanwhile, or removed by another call, whose entry counts.
    if (await writer.whole(table, id)) await revertDeletion(deps, entry)
    else await trash.drop(entry)
  }
  throw new AppError('unavailable', 'Several people are changing this record at the same time. Please try again.')
}
