import * as v from 'valibot'
import { batch, batchRequest, batchUndone } from '../batches'
import { idempotencyHeader, idempotencyKey } from '../forms'
import { batchRecords } from '../history'
import { call, exampleId, idOf, pageNumber, parameter } from './call'

const tag = 'Batches'
const table = parameter(v.string(), 'The name of a table.', 'students')
const ofBatch = v.object({ table, id: idOf('the batch') })
const example = { id: exampleId, action: 'update', state: 'done', total: 2, changed: 2, skipped: [] }
const rateLimited = { too_many_requests: 'This session has made too many calls in a minute.' }

export const startBatch = call({
  method: 'post',
  path: '/api/tables/:table/batches',
  access: 'staff',
  params: v.object({ table }),
  headers: v.object({
    [idempotencyHeader]: parameter(
      v.optional(idempotencyKey),
      'A repeated call with the same key finds the batch that the first one began.',
      '0f8fad5b-d9cb-469f-a165-70867728950e',
    ),
  }),
  body: { schema: batchRequest, example: { action: 'update', ids: [exampleId], changes: { level: 'advanced' } } },
  response: {
    200: { description: 'Done: every record is changed or listed with its reason.', schema: batch, example },
    202: {
      description: 'More than 200 records: it runs in the background.',
      schema: batch,
      example: { ...example, state: 'running', total: 500, changed: 0 },
    },
  },
  errors: {
    invalid_request: 'The query holds something unknown or malformed.',
    not_found: 'There is no such table.',
    conflict: 'Another number of records than expected matches the query now.',
    invalid_input: 'The action, the records or the changes are not valid, or there are more than 10,000 records.',
    ...rateLimited,
  },
  detail: {
    id: 'startBatch',
    tag,
    summary: 'Change many records',
    description:
      'Updates, deletes or restores the given records, or all that match a query. Each record is validated and changed on its own, never half.',
  },
})

export const readBatch = call({
  method: 'get',
  path: '/api/tables/:table/batches/:id',
  access: 'staff',
  params: ofBatch,
  response: { 200: { description: 'The batch as it stands.', schema: batch, example } },
  errors: { not_found: 'There is no such table or batch.', ...rateLimited },
  detail: { id: 'readBatch', tag, summary: 'Progress of a batch', description: 'How many records are done so far.' },
})

export const readBatchRecords = call({
  method: 'get',
  path: '/api/tables/:table/batches/:id/records',
  access: 'staff',
  params: ofBatch,
  query: v.object({
    undo: parameter(v.optional(v.literal('true')), 'What the undo of the batch has changed instead.', 'true'),
    page: pageNumber,
  }),
  response: {
    200: {
      description: 'The changes, record by record.',
      schema: batchRecords,
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
  errors: { not_found: 'There is no such table.', ...rateLimited },
  detail: {
    id: 'readBatchRecords',
    tag,
    summary: 'Records of a batch',
    description: 'Every record that a batch or an import has changed, with the values before and after.',
  },
})

export const undoBatch = call({
  method: 'post',
  path: '/api/tables/:table/batches/:id/undo',
  access: 'staff',
  params: ofBatch,
  response: {
    200: {
      description: 'Undone, but for the records that are listed; while it is running, the batch says how far it is.',
      schema: batchUndone,
      example: { state: 'done', restored: 2, kept: [] },
    },
  },
  errors: {
    not_found: 'There is no such table, or no such batch of the last 30 days.',
    conflict: 'The batch is still running, or was undone already.',
    ...rateLimited,
  },
  detail: {
    id: 'undoBatch',
    tag,
    summary: 'Undo a batch',
    description: 'Takes all its changes back, except for records that were changed since.',
  },
})
