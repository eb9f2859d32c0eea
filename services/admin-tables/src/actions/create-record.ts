import { createHash } from 'node:crypto'
import { AppError } from '@app/contracts/errors'
import { type Descriptor, payloadForCreate, validateRecord } from '@app/table-schema'
import type { Actor, AuditStore } from '../models/audit-store'
import type { WireRecord } from '../models/read-record'
import type { RecordWriter } from '../models/record-writer'
import { checkedBody, refuseFaults } from './checked-body'

/** The same key of the same user gives the same id, so a repeated call finds the record that the first one created. */
const idFor = (actor: Actor, table: string, key: string) =>
  createHash('sha256')
    .update(JSON.stringify([actor.id, table, key]))
    .digest('hex')
    .slice(0, 24)

/** Adds a record. `key` makes a repeated call safe. */
export const createRecord =
  ({ writer, audit }: { writer: Pick<RecordWriter, 'insert'>; audit: Pick<AuditStore, 'add'> }) =>
  async (actor: Actor, descriptor: Descriptor, body: unknown, key?: string): Promise<WireRecord> => {
    if (descriptor.creatable === false)
      throw new AppError('conflict', 'Records in this table are created automatically and cannot be added here.')
    const values = checkedBody(descriptor, body)
    refuseFaults(validateRecord(descriptor, values))
    const id = key === undefined ? undefined : idFor(actor, descriptor.name, key)
    const record = await writer.insert(descriptor, payloadForCreate(descriptor, values), id)
    await audit.add(actor, 'create', descriptor.name, record.id)
    return record
  }
