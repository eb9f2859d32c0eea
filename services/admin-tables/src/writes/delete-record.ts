import { AppError } from '@app/contracts/errors'
import { type Descriptor, recordLabel } from '@app/table-schema'
import { wireRecord } from '../models/read-record'
import type { WholeRecord } from '../models/record-writer'
import { newRevision, pendingField } from '../models/revision-store'
import { shownFields } from '../models/shown-fields'
import type { Trashed } from '../models/trash-store'
import { recordNotFound } from './record-not-found'
import { relink, unlink } from './unlink-references'
import { staleError } from './update-record'
import { usersTable } from './user-rights'
import type { Write, WriteDeps, Writing, Written } from './write'

const maxAttempts = 5

/** @throws AppError `conflict` when the record is not of the version that the deletion was decided on */
export function refuseStale(descriptor: Descriptor, whole: WholeRecord, seen: string | undefined): void {
  if (seen === undefined) return
  const record = wireRecord(whole, shownFields(descriptor))
  if (seen !== record.updated_at) throw staleError(record)
}

/** The copy of a record for the trash, with the revision that says it was deleted. */
export function trashOf(
  { writer, revisions }: Pick<WriteDeps, 'writer' | 'revisions'>,
  writing: Writing,
  whole: WholeRecord,
) {
  const { actor, reason, descriptor } = writing
  const about = { table: descriptor.name, id: String(whole['_id']), changes: {}, at: writer.now() }
  const pending = [...revisions.pendingIn(whole), newRevision(actor, reason, { ...about, action: 'delete' })]
  const title = recordLabel(descriptor, wireRecord(whole, shownFields(descriptor)))
  const record = { ...whole, [pendingField]: pending }
  return { pending, copy: { table: about.table, id: about.id, record, title, by: actor.email, batch: reason.batch } }
}

/**
 * Moves a record to the trash. The copy comes first: a crash in between leaves the record where it was, and an entry that
 * does not count. A record that others refer to is deleted only with `unlink`, which takes it out of them.
 */
export async function deleteRecord(
  deps: WriteDeps,
  writing: Writing,
  { id, seen, unlink: mayUnlink = false }: Extract<Write, { action: 'delete' }>,
): Promise<Written> {
  const { writer, trash, revisions, integrity, rights } = deps
  const { actor, reason, descriptor } = writing
  const table = descriptor.name
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const whole = await writer.whole(table, id)
    if (!whole) throw await recordNotFound(trash, table, id)
    refuseStale(descriptor, whole, seen)

    const referrers = await integrity.referrers(table, id)
    if (referrers.length > 0 && !mayUnlink)
      throw new AppError('conflict', 'Other records refer to this one.', undefined, { details: { referrers } })
    const unlinked = referrers.length > 0 ? await unlink(deps, { actor, reason }, table, id) : []

    const { pending, copy } = trashOf(deps, writing, whole)
    const [entry] = (await trash.put([{ ...copy, unlinked }])) as [Trashed]
    const giveUp = async () => {
      await trash.drop(entry)
      await relink(deps, { actor, reason }, id, unlinked)
    }
    const remove = () => (table === usersTable ? rights.remove(id) : writer.remove(table, whole))
    const isRemoved = await remove().catch(async (error) => {
      await giveUp()
      throw error
    })
    if (isRemoved) {
      // An entry that is not complete is swept: its revisions are copied then.
      await revisions.copy(pending)
      await trash.complete([entry])
      return { id, isChanged: true }
    }
    await giveUp()
  }
  throw new AppError('unavailable', 'Several people are changing this record at the same time. Please try again.')
}
