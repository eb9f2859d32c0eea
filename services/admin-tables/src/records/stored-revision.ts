import type { ChangeSource, Changes, RevisionAction } from '@app/contracts/history'
import type { ObjectId } from 'mongodb'

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
