import * as v from 'valibot'
import { objectIdPattern } from './object-id'
import { references } from './tables'

export const revisionAction = v.picklist(['create', 'update', 'delete', 'restore'])
export type RevisionAction = v.InferOutput<typeof revisionAction>

/** Where a change came from. */
export const changeSource = v.picklist(['form', 'row', 'batch', 'import', 'undo', 'restore', 'unlink', 'waiver'])
export type ChangeSource = v.InferOutput<typeof changeSource>

/** What stands in the history for a value that was erased with its person. */
export const erasedValue = 'erased'

/** By field: the value before and after, in wire form. */
export const changes = v.record(v.string(), v.pipe(v.array(v.unknown()), v.length(2)))
export type Changes = Record<string, [before: unknown, after: unknown]>

export const revision = v.object({
  id: v.string(),
  at: v.string(),
  /** `name` while the person is known by one. */
  /** `email` of a service account is its name. */
  actor: v.object({ email: v.string(), name: v.optional(v.string()) }),
  action: revisionAction,
  source: changeSource,
  changes,
  batch: v.optional(v.string()),
})
export type Revision = Omit<v.InferOutput<typeof revision>, 'changes'> & { changes: Changes }

/** `GET /api/tables/{table}/{id}/history`: newest first, 50 to a page. */
export const historyPage = v.object({
  data: v.array(revision),
  total: v.number(),
  /** What the values refer to, only where the table has references. */
  references: v.optional(references),
})
/**
 * `GET /api/tables/{table}/batches/{id}/records`: what a batch, an import or an undo has changed, 50 to a page. `references`
 * also names the records themselves.
 */
export const batchRecords = v.object({
  data: v.array(v.object({ ...revision.entries, recordId: v.string() })),
  total: v.number(),
  references,
})
export type BatchRecords = Omit<v.InferOutput<typeof batchRecords>, 'data'> & {
  data: (Revision & { recordId: string })[]
}
export type HistoryPage = Omit<v.InferOutput<typeof historyPage>, 'data'> & { data: Revision[] }

/**
 * `POST /api/tables/{table}/{id}/revert`: the record as it was after this revision; with `field`, that field alone as it was
 * before this revision.
 */
export const revertRequest = v.strictObject({
  revision: v.pipe(v.string(), v.regex(objectIdPattern)),
  field: v.optional(v.pipe(v.string(), v.maxLength(64))),
})
export type RevertRequest = v.InferOutput<typeof revertRequest>

export const trashedRecord = v.object({
  id: v.string(),
  table: v.string(),
  title: v.string(),
  deletedAt: v.string(),
  deletedBy: v.string(),
  daysLeft: v.number(),
})
export type TrashedRecord = v.InferOutput<typeof trashedRecord>

/** `GET /api/trash`: most recently deleted first, 50 to a page. */
export const trashPage = v.object({ data: v.array(trashedRecord), total: v.number() })
export type TrashPage = v.InferOutput<typeof trashPage>
export const historyPageSize = 50
