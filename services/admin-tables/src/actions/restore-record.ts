import { AppError } from '@app/contracts/errors'
import type { Descriptor } from '@app/table-schema'
import type { Actor, AuditStore } from '../models/audit-store'
import type { WireRecord } from '../models/read-record'
import type { RecordStore } from '../models/record-store'
import type { RecordWriter } from '../models/record-writer'
import type { TrashStore } from '../models/trash-store'

type Deps = {
  records: Pick<RecordStore, 'one'>
  writer: Pick<RecordWriter, 'putBack'>
  trash: Pick<TrashStore, 'find' | 'drop'>
  audit: Pick<AuditStore, 'add'>
}

/** Takes a record out of the trash as it was. One that was never deleted, or is back already, is the answer as it is. */
export const restoreRecord =
  ({ records, writer, trash, audit }: Deps) =>
  async (actor: Actor, descriptor: Descriptor, id: string): Promise<WireRecord> => {
    const live = await records.one(descriptor, id)
    if (live) return live
    const entry = await trash.find(descriptor.name, id)
    if (!entry) throw new AppError('not_found', 'Not found.')
    const isBack = await writer.putBack(descriptor.name, entry.record)
    const record = await records.one(descriptor, id)
    if (!record) throw new AppError('conflict', 'It cannot be restored: another record has taken its place.')
    await trash.drop(descriptor.name, id)
    if (isBack) await audit.add(actor, 'restore', descriptor.name, id)
    return record
  }
