import * as v from 'valibot'
import { doc, get, post, tagged } from './call'
import { exampleId, idOf, pageDoc, tableName } from './doc-parts'
import { batchRecords } from './history'
import { idempotencyDoc, idempotencyHeaders } from './idempotency'
import { pageNumber, recordId, recordParams, tableParams } from './parameters'
import { changeOf, readOf } from './policy'

export const maxBatchSize = 10_000
/** More ids than these would not fit into a request; a query has no such limit. */
export const maxBatchIds = 9_500
/** Beyond it a batch runs in the background. */
export const maxBatchAtOnce = 200

/** `POST /api/tables/{table}/batches`. `query` is a list query; `expected` the total that was shown for it. */
const batchRequest = v.pipe(
  v.strictObject({
    action: v.picklist(['update', 'delete', 'restore']),
    ids: v.optional(
      v.pipe(
        v.array(recordId),
        v.minLength(1),
        v.maxLength(maxBatchIds, `Give at most ${maxBatchIds} ids, or a query`),
      ),
    ),
    query: v.optional(v.pipe(v.string(), v.maxLength(4_096))),
    changes: v.optional(v.looseObject({})),
    expected: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
  v.check(({ ids, query }) => (ids === undefined) !== (query === undefined), 'Give either ids or a query'),
  v.check(
    ({ action, changes }) => (action === 'update') === (changes !== undefined),
    'Give changes for an update only',
  ),
)
export type BatchRequest = v.InferOutput<typeof batchRequest>

const state = v.picklist(['running', 'done'])
const reasons = v.array(v.object({ id: v.string(), reason: v.string() }))

/** `POST .../batches/{id}/undo`: what was changed since is kept. */
const batchUndone = v.object({ state, restored: v.number(), kept: reasons })
export type BatchUndone = v.InferOutput<typeof batchUndone>

/** Every record is changed, or is listed with its reason. An import is a batch, too. */
export const batch = v.object({
  id: v.string(),
  action: v.picklist(['update', 'delete', 'restore', 'import']),
  state,
  total: v.number(),
  changed: v.number(),
  skipped: reasons,
  undo: v.optional(batchUndone),
})
export type Batch = v.InferOutput<typeof batch>

export const startBatch = post('startBatch', '/api/tables/:table/batches', {
  ...changeOf(':table'),
  heavy: true,
  audit: { action: 'batch', by: 'action' },
  params: tableParams,
  headers: idempotencyHeaders,
  body: { schema: batchRequest },
  response: { 200: batch, 202: batch },
  errors: ['invalid_request', 'not_found', 'conflict', 'invalid_input'],
})

export const readBatch = get('readBatch', '/api/tables/:table/batches/:id', {
  ...readOf(':table'),
  params: recordParams,
  response: { 200: batch },
  errors: ['not_found'],
})

export const readBatchRecords = get('readBatchRecords', '/api/tables/:table/batches/:id/records', {
  ...readOf(':table'),
  params: recordParams,
  query: v.object({ undo: v.optional(v.literal('true')), page: pageNumber }),
  response: { 200: batchRecords },
  errors: ['not_found'],
})

export const undoBatch = post('undoBatch', '/api/tables/:table/batches/:id/undo', {
  ...changeOf(':table'),
  audit: { action: 'undo', by: 'action' },
  params: recordParams,
  response: { 200: batchUndone },
  errors: ['not_found', 'conflict'],
})

export const docs = () => {
  const table = tableName('students')
  const ofBatch = { table, id: idOf('the batch') }
  const example = { id: exampleId, action: 'update', state: 'done', total: 2, changed: 2, skipped: [] }
  const running = { ...example, state: 'running', total: 500, changed: 0 }
  return tagged('Batches', [
    doc(startBatch, {
      summary: 'Change many records',
      description:
        'Updates, deletes or restores the given records, or all that match a query. Each record is validated and changed on its own, never half.',
      parameters: {
        table,
        ...idempotencyDoc('A repeated call with the same key finds the batch that the first one began.'),
      },
      body: { example: { action: 'update', ids: [exampleId], changes: { level: 'advanced' } } },
      responses: {
        200: { description: 'Done: every record is changed or listed with its reason.', example },
        202: { description: 'More than 200 records: it runs in the background.', example: running },
      },
      errors: {
        invalid_request: 'The query holds something unknown or malformed.',
        not_found: 'There is no such table.',
        conflict: 'Another number of records than expected matches the query now.',
        invalid_input: 'The action, the records or the changes are not valid, or there are more than 10,000 records.',
      },
    }),
    doc(readBatch, {
      summary: 'Progress of a batch',
      description: 'How many records are done so far.',
      parameters: ofBatch,
      responses: { 200: { description: 'The current state of the batch.', example } },
      errors: { not_found: 'There is no such table or batch.' },
    }),
    doc(readBatchRecords, {
      summary: 'Records of a batch',
      description: 'Every record that a batch or an import has changed, with the values before and after.',
      parameters: {
        ...ofBatch,
        undo: { description: 'The changes made by the undo of the batch instead.', example: 'true' },
        page: pageDoc,
      },
      responses: {
        200: {
          description: 'The changes, record by record.',
          example: {
            data: [
              {
                id: exampleId,
                recordId: exampleId,
                at: '2026-05-01T10:00:00.000Z',
                actor: { email: 'admin@archery.example' },
                action: 'update',
                source: 'batch',
                changes: { level: ['beginner', 'advanced'] },
                batch: exampleId,
              },
            ],
            total: 1,
            references: { students: { [exampleId]: { label: 'Ada Brook' } } },
          },
        },
      },
      errors: { not_found: 'There is no such table.' },
    }),
    doc(undoBatch, {
      summary: 'Undo a batch',
      description: 'Undoes all its changes, except for records that were changed since.',
      parameters: ofBatch,
      responses: {
        200: {
          description: 'Undone, except for the records that are listed. While it runs, the batch shows its progress.',
          example: { state: 'done', restored: 2, kept: [] },
        },
      },
      errors: {
        not_found: 'There is no such table, or no such batch of the last 30 days.',
        conflict: 'The batch is still running, or was undone already.',
      },
    }),
  ])
}
