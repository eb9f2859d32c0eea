import { AppError } from '@app/contracts/errors'
import { laterThan } from './delete-record'
import { withoutOpenMails } from './restored-inquiry'
import { newRevision, pendingField } from './revision-store'
import { relink, withRight } from './unlink-references'
import { withoutCredentials } from './user-rights'
import type { Write, WriteDeps, Writing, Written } from './write'

/** Takes a record out of the trash as it was. A record that is not deleted is returned as it is. */
export async function restoreRecord(
  deps: WriteDeps,
  { actor, reason, schema }: Writing,
  { id }: Extract<Write, { action: 'restore' }>,
): Promise<Written> {
  const { records, writer, trash, revisions, hasRight } = deps
  const table = schema.name
  const live = await records.one(schema, id, reason.scope)
  if (live) return { id, record: live, isChanged: false }
  const entry = await trash.find(table, id)
  if (!entry) throw new AppError('not_found', 'Not found.')
  // Whoever deleted it could change the records it was taken out of. Back without them it would not be as it was.
  const unlinked = entry.unlinked ?? []
  const edited = await withRight(unlinked, (at) => hasRight(actor.id, at.table, 'edit'))
  if (edited.length < unlinked.length)
    throw new AppError('forbidden', 'Restoring it changes records that you may not change. Ask an admin to restore it.')
  const at = laterThan(laterThan(entry.record.updated_at, entry.deleted_at), writer.now())
  const revision = {
    ...newRevision(actor, reason, { table, id, action: 'restore', changes: {}, at }),
    ...(entry.record.updated_at instanceof Date && { version: entry.record.updated_at }),
  }
  const stored = withoutOpenMails(table, withoutCredentials(table, entry.record))
  const document = { ...stored, [pendingField]: [...revisions.pendingIn(entry.record), revision] }
  const isBack = await writer.putBack(table, document)
  const record = await records.one(schema, id, reason.scope)
  if (!record) throw new AppError('conflict', 'It cannot be restored: another record has taken its place.')
  if (!isBack) return { id, record, isChanged: false }
  if (!(await trash.drop(entry))) {
    // Erased, or deleted for good, while it was being put back.
    for (let back = await writer.whole(table, id); back; back = await writer.whole(table, id))
      if (await writer.remove(table, back)) break
    throw new AppError('not_found', 'Not found.')
  }
  await relink(deps, { actor, reason }, id, unlinked)
  return { id, record, isChanged: true }
}
