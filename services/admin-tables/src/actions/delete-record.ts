import type { Actor, AuditStore } from '../models/audit-store'
import { type RecordWriter, sameDocument } from '../models/record-writer'
import type { TrashStore } from '../models/trash-store'
import { recordNotFound } from './record-not-found'
import { type UserRights, usersTable } from './user-rights'

type Deps = {
  writer: Pick<RecordWriter, 'whole' | 'remove'>
  trash: Pick<TrashStore, 'put' | 'find' | 'drop'>
  audit: Pick<AuditStore, 'add'>
  rights: Pick<UserRights, 'remove'>
}

/**
 * Puts a record into the trash. The copy comes first, so that a crash in between leaves the record where it was and a
 * copy that does no harm; what was changed in between is copied again.
 */
export const deleteRecord =
  ({ writer, trash, audit, rights }: Deps) =>
  async (actor: Actor, table: string, id: string): Promise<void> => {
    const whole = await writer.whole(table, id)
    if (!whole) throw await recordNotFound(trash, table, id)
    await trash.put(table, id, whole, actor.email)
    if (table === usersTable) {
      try {
        await rights.remove(id)
      } catch (error) {
        await trash.drop(table, id)
        throw error
      }
    } else {
      const last = await writer.remove(table, id)
      if (!last) throw await recordNotFound(trash, table, id)
      if (!sameDocument(whole, last)) await trash.put(table, id, last, actor.email)
    }
    await audit.add(actor, 'delete', table, id)
  }
