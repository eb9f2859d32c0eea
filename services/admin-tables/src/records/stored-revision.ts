import { createHash } from 'node:crypto'
import type { ChangeSource, Changes, RevisionAction } from '@app/contracts/history'
import { type Document, ObjectId } from 'mongodb'

export type StoredRevision = {
  _id: ObjectId
  table: string
  record_id: string
  at: Date
  actor: { id: string; email: string }
  action: RevisionAction
  source: ChangeSource
  changes?: Changes
  batch?: string
  request_id?: string
  /** `updated_at` of the record after the change, by which an undo recognizes later changes. */
  version?: Date
}

/**
 * A revision as it waits in a record. Without `record_id` it was written into several records by one update; the record that
 * holds it then makes it a revision of its own.
 */
export type PendingRevision = Omit<StoredRevision, 'record_id'> & { record_id?: string }

/** The id of a record's own revision: always the same one, so that copying twice is copying once. */
function ownId(shared: ObjectId, recordId: string): ObjectId {
  const time = shared.toHexString().slice(0, 8)
  const digest = createHash('sha256').update(`${shared.toHexString()} ${recordId}`).digest('hex')
  return new ObjectId(`${time}${digest.slice(0, 16)}`)
}

/** The revision of a record that holds it. */
export function ownRevision(recordId: string, pending: PendingRevision): StoredRevision {
  if (pending.record_id !== undefined) return pending as StoredRevision
  return { ...pending, _id: ownId(pending._id, recordId), record_id: recordId }
}

/** The revision for several records that change alike. */
export function sharedRevision({ record_id: _id, ...rest }: StoredRevision): PendingRevision {
  return rest
}

type Versioned = { id: string; version: Date | null }

/** Those of the records that are still of these versions. */
export function unchangedSince(records: readonly Versioned[]): Document {
  const byVersion = Map.groupBy(records, ({ version }) => version?.getTime())
  const anyOf = (some: readonly Versioned[]) => ({ $in: some.map(({ id }) => new ObjectId(id)) })
  // The list of all ids lets every server find the records by their index.
  return {
    _id: anyOf(records),
    $or: [...byVersion.values()].map((same) => ({ updated_at: { $eq: same[0]!.version }, _id: anyOf(same) })),
  }
}
