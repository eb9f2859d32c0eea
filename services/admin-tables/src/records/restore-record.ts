import { AppError, conflict, notFound } from '@app/contracts/errors'
import { inquiryTable } from '@app/contracts/inquiries'
import { relink, withRight } from './delete-record'
import { nextVersion, type WholeRecord } from './record-writer'
import { newRevision, pendingField } from './revision-store'
import { withoutCredentials } from './user-rights'
import type { Write, WriteDeps, Writing, Written } from './write'

const unknown = 'The inquiry was deleted while this mail was being sent, so it may have arrived. Send it again if not.'

type Mail = { state: string }

/** Its words are read again: meanwhile a mail of its conversation may have been erased. */
function withoutWords(table: string, record: WholeRecord): WholeRecord {
  if (table !== inquiryTable) return record
  const { search_words: _words, search_of: _of, ...rest } = record
  return { ...rest, search_due: new Date() } as WholeRecord
}

/**
 * An inquiry out of the trash. A mail that a worker was sending when the inquiry was deleted may have arrived: it counts as
 * failed until staff send it again. The worker's result, should it come later, still holds.
 */
function withoutOpenMails(table: string, whole: WholeRecord): WholeRecord {
  const record = withoutWords(table, whole)
  const mails: Mail[] = (table === inquiryTable && record['mails']) || []
  if (!mails.some(({ state }) => state === 'sending')) return record
  const stopped = { state: 'failed', due_at: null, lease: null, last_error: unknown }
  return {
    ...record,
    mails: mails.map((mail) => (mail.state === 'sending' ? { ...mail, ...stopped } : mail)),
    mail_state: 'failed',
    mail_error: unknown,
  }
}

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
  if (!entry) throw notFound()
  // Whoever deleted it could change the records it was taken out of. Back without them it would not be as it was.
  const unlinked = entry.unlinked ?? []
  const edited = await withRight(unlinked, (at) => hasRight(actor.id, at.table, 'edit'))
  if (edited.length < unlinked.length)
    throw new AppError('forbidden', 'Restoring it changes records that you may not change. Ask an admin to restore it.')
  const at = nextVersion(nextVersion(entry.record.updated_at, entry.deleted_at), writer.now())
  const revision = {
    ...newRevision(actor, reason, { table, id, action: 'restore', changes: {}, at }),
    ...(entry.record.updated_at instanceof Date && { version: entry.record.updated_at }),
  }
  const stored = withoutOpenMails(table, withoutCredentials(table, entry.record))
  const document = { ...stored, [pendingField]: [...revisions.pendingIn(entry.record), revision] }
  const isBack = await writer.putBack(table, document)
  const record = await records.one(schema, id, reason.scope)
  if (!record) throw conflict('It cannot be restored: another record has taken its place.')
  if (!isBack) return { id, record, isChanged: false }
  if (!(await trash.drop(entry))) {
    // Erased, or deleted for good, while it was being put back.
    for (let back = await writer.whole(table, id); back; back = await writer.whole(table, id))
      if (await writer.remove(table, back)) break
    throw notFound()
  }
  await relink(deps, { actor, reason }, id, unlinked)
  return { id, record, isChanged: true }
}
