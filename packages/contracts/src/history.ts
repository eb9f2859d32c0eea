import * as v from 'valibot'
import { doc, get, post, remove, tagged } from './call'
import { exampleId, idOf, ifMatchDoc, pageDoc, tableName } from './doc-parts'
import { ifMatch, pageNumber, recordId, recordParams } from './parameters'
import { changeOf, readOf } from './policy'
import { references, staleRecord, tableRecord } from './tables'
import { deleted } from './users'

const revisionAction = v.picklist(['create', 'update', 'delete', 'restore'])
export type RevisionAction = v.InferOutput<typeof revisionAction>

/** Where a change came from. */
const changeSource = v.picklist(['form', 'row', 'batch', 'import', 'undo', 'restore', 'unlink', 'waiver'])
export type ChangeSource = v.InferOutput<typeof changeSource>

/** Stands in the history for a value that was erased with its person. */
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
const historyPage = v.object({
  data: v.array(revision),
  total: v.number(),
  /** The references among the values, only where the table has some. */
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
const revertRequest = v.strictObject({
  revision: recordId,
  field: v.optional(v.pipe(v.string(), v.maxLength(64))),
})
export type RevertRequest = v.InferOutput<typeof revertRequest>

const trashedRecord = v.object({
  id: v.string(),
  table: v.string(),
  title: v.string(),
  deletedAt: v.string(),
  deletedBy: v.string(),
  daysLeft: v.number(),
})
export type TrashedRecord = v.InferOutput<typeof trashedRecord>

/** `GET /api/trash`: most recently deleted first, 50 to a page. */
const trashPage = v.object({ data: v.array(trashedRecord), total: v.number() })
export type TrashPage = v.InferOutput<typeof trashPage>
export const historyPageSize = 50

export const readHistory = get('readHistory', '/api/tables/:table/:id/history', {
  ...readOf(':table'),
  own: true,
  params: recordParams,
  query: v.object({ page: pageNumber, who: v.optional(v.pipe(v.string(), v.maxLength(200))) }),
  response: { 200: historyPage },
  errors: ['not_found'],
})

export const revertRecord = post('revertRecord', '/api/tables/:table/:id/revert', {
  ...changeOf(':table'),
  accounts: false,
  audit: { action: 'update', by: 'action' },
  params: recordParams,
  headers: ifMatch,
  body: { schema: revertRequest },
  response: { 200: tableRecord },
  errors: ['not_found', 'conflict', 'invalid_input'],
  errorDetails: { 409: v.partial(staleRecord) },
})

export const listTrash = get('listTrash', '/api/trash', {
  access: 'anyRight',
  limit: 'read',
  query: v.object({
    table: v.optional(v.string()),
    q: v.optional(v.pipe(v.string(), v.maxLength(200))),
    page: pageNumber,
  }),
  response: { 200: trashPage },
  errors: ['not_found'],
})

export const purgeRecord = remove('purgeRecord', '/api/trash/:table/:id', {
  access: 'admin',
  limit: 'write',
  audit: { action: 'purge', by: 'action' },
  params: recordParams,
  response: { 200: deleted },
  errors: ['not_found'],
})

export const docs = () => {
  const ofRecord = { table: tableName('lessons'), id: idOf('the record') }
  return tagged('History and trash', [
    doc(readHistory, {
      summary: 'History of a record',
      description:
        'Who changed what and when, also of a deleted record. Fields that the table no longer has are left out.',
      parameters: {
        ...ofRecord,
        page: pageDoc,
        who: {
          description: 'Only changes of this person or service account: an id, or a whole email address.',
          example: exampleId,
        },
      },
      responses: {
        200: {
          description: 'The changes, newest first.',
          example: {
            data: [
              {
                id: exampleId,
                at: '2026-05-01T10:00:00.000Z',
                actor: { email: 'admin@archery.example' },
                action: 'update',
                source: 'form',
                changes: { seats: [8, 10] },
              },
            ],
            total: 1,
          },
        },
      },
      errors: { not_found: 'There is no such table or record.' },
    }),
    doc(revertRecord, {
      summary: 'Restore an earlier version of a record',
      description: 'Sets every field to its value after the given revision, as one ordinary change.',
      parameters: { ...ofRecord, ...ifMatchDoc },
      body: { example: { revision: exampleId } },
      responses: {
        200: {
          description: 'The changed record.',
          example: { id: exampleId, title: 'Beginners', updated_at: '2026-05-01T10:00:00.000Z' },
        },
      },
      errors: {
        not_found: 'There is no such table, record or revision.',
        conflict: 'Another user has saved meanwhile; `record` is the current version.',
        invalid_input: 'An earlier value is no longer valid.',
      },
    }),
    doc(listTrash, {
      summary: 'The trash',
      description: 'Deleted records of the tables that the user may view. `restoreRecord` restores one.',
      parameters: {
        table: { description: 'Only records of this table.', example: 'lessons' },
        q: { description: 'Text in the title of the record.', example: 'beginners' },
        page: pageDoc,
      },
      responses: {
        200: {
          description: 'Deleted records, most recent first.',
          example: {
            data: [
              {
                id: exampleId,
                table: 'lessons',
                title: 'Beginners',
                deletedAt: '2026-05-01T10:00:00.000Z',
                deletedBy: 'admin@archery.example',
                daysLeft: 29,
              },
            ],
            total: 1,
          },
        },
      },
      errors: { not_found: 'There is no such table, or the user may not view it.' },
    }),
    doc(purgeRecord, {
      summary: 'Delete permanently',
      description: 'Removes a record from the trash, and the values from its history.',
      parameters: ofRecord,
      responses: { 200: { description: 'Deleted.', example: { success: true, id: exampleId } } },
      errors: { not_found: 'There is no such record in the trash.' },
    }),
  ])
}
