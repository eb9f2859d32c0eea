import { AppError } from '@app/contracts/errors'
import { newRevision, pendingField } from '../models/revision-store'
import { relink } from './unlink-references'
import type { Write, WriteDeps, Writing, Written } from './write'

/** Takes a record out of the trash as it was. A record that is not deleted is returned as it is. */
export async function restoreRecord(
  deps: WriteDeps,
  { actor, reason, descriptor }: Writing,
  { id }: Extract<Write, { action: 'restore' }>,
): Promise<Written> {
  const { records, writer, trash, revisions } = deps
  const table = descriptor.name
  const live = await records.one(descriptor, id)
  if (live) return { id, record: live, isChanged: false }
  const entry = await trash.find(table, id)
  if (!entry) throw new AppError('not_found', 'Not found.')
  const revision = {
    ...newRevision(actor, reason, { table, id, action: 'restore', changes: {}, at: writer.now() }),
    ...(entry.record.updated_at instanceof Date && { version: entry.record.updated_at }),
  }
  const document = { ...entry.record, [pendingField]: [...revisions.pendingIn(entry.record), revision] }
  const isBack = await writer.putBack(table, document)
  const record = await records.one(descriptor, id)
  if (!record) throw new AppError('conflict', 'It cannot be restored: another record has taken its place.')
  if (!isBack) return { id, record, isChanged: false }
  if (!(await trash.drop(entry))) {
    // Erased, or deleted for good, while it was being put back.
    await writer.remove(table, document)
    throw new AppError('not_found', 'Not found.')
  }
  await relink(deps, { actor, reason }, id, entry.unlinked ?? [])
  return { id, record, isChanged: true }
}
