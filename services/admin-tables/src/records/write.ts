import { AppError } from '@app/contracts/errors'
import type { Actor } from '@app/jobs'
import type { Scope } from '@app/record-query'
import { dateFormat, schoolZone } from '@app/school-time/school-day'
import type { TableSchema } from '@app/table-schema'
import type { FileStore } from '../files/file-store'
import type { WireRecord } from '../tables/read-record'
import type { TableSchemaStore } from '../tables/table-schema-store'
import type { ErasureStore } from './erasure-store'
import type { PersonRecords } from './person-records'
import type { RecordStore } from './record-store'
import type { RecordWriter } from './record-writer'
import type { ReferenceIntegrity } from './reference-integrity'
import type { Reason as RevisionReason, RevisionStore } from './revision-store'
import type { TrashStore } from './trash-store'
import type { HasRight, UserRights } from './user-rights'

/** One change of one record. `expectedVersion` is the `updated_at` that it was decided on; a newer record is a conflict. */
export type Write = { table: string } & (
  | { action: 'create'; values: unknown; id?: string; key?: string | undefined }
  // `isFormer`: values that the record had before, which return even where the schema refuses them by now.
  | { action: 'update'; id: string; values: unknown; expectedVersion?: string | undefined; isFormer?: boolean }
  | { action: 'delete'; id: string; expectedVersion?: string | undefined; unlink?: boolean }
  | { action: 'restore'; id: string }
)

/** `record` is the record after the write; a deletion has none. */
export type Outcome = { id: string; record?: WireRecord; isChanged: boolean } | { id: string; error: AppError }

export type WriteDeps = {
  tables: Pick<TableSchemaStore, 'find'>
  records: Pick<RecordStore, 'one' | 'some'>
  writer: RecordWriter
  trash: Pick<TrashStore, 'put' | 'find' | 'drop' | 'complete' | 'merge'>
  revisions: Pick<RevisionStore, 'copy' | 'pendingIn' | 'creation' | 'flush'>
  erasures: Pick<ErasureStore, 'overlapping' | 'add'>
  persons: Pick<PersonRecords, 'holding' | 'remove'>
  files: Pick<FileStore, 'uploaderOf' | 'isUsed'>
  integrity: Pick<ReferenceIntegrity, 'missing' | 'referred' | 'referrers' | 'references'>
  rights: UserRights
  /** Checks a person's right at this moment: a change of one record may reach others. */
  hasRight: HasRight
  /** Schedules the copy of a record's revisions. */
  copyLater: (table: string, id: string) => void
}

/** Why records change, and which of them may be: what a caller may reach, or `everything` where the right of a job was checked. */
export type Reason = RevisionReason & { scope: Scope }

/** Shared by all writes of one call. */
export type Writing = { actor: Actor; reason: Reason; schema: TableSchema }
export type Written = { id: string; record?: WireRecord; isChanged: boolean }

const time = dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone: schoolZone }, 'en-US')

/**
 * The error for a missing record: says who deleted it and when, if it is in the trash. Whoever may not see the whole table learns
 * nothing more than that they cannot see it.
 */
export async function recordNotFound(
  trash: Pick<TrashStore, 'find'>,
  table: string,
  id: string,
  scope: Scope,
): Promise<AppError> {
  const seesAll = scope.reach(table) === 'all'
  const entry = seesAll ? await trash.find(table, id) : undefined
  if (!entry) {
    const message = seesAll ? 'This record does not exist.' : 'Not found.'
    return new AppError('not_found', message, undefined, { details: { deleted: null } })
  }
  const { deleted_by: by, deleted_at: at } = entry
  return new AppError('not_found', `This record was deleted by ${by} at ${time.format(at)} Pacific time.`, undefined, {
    details: { deleted: { by, at: at.toISOString() } },
  })
}

/** Why a record was skipped. One that this very batch has deleted, just before it was interrupted, was not. */
export async function skipReason(
  { trash }: { trash: Pick<TrashStore, 'find'> },
  batch: string,
  table: string,
  outcome: Outcome,
) {
  if (!('error' in outcome)) return undefined
  const { code, message } = outcome.error
  if (code !== 'not_found') return message
  const entry = await trash.find(table, outcome.id)
  return entry?.batch === batch ? undefined : message
}
