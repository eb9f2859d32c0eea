import { readBatch, readBatchRecords, startBatch, undoBatch } from './batches'
import { doc } from './call-doc'
import { exampleId, idempotencyDoc, idOf, pageDoc, tableName } from './parameters.doc'

const tag = 'Batches'
const table = tableName('students')
const ofBatch = { table, id: idOf('the batch') }
const example = { id: exampleId, action: 'update', state: 'done', total: 2, changed: 2, skipped: [] }
const running = { ...example, state: 'running', total: 500, changed: 0 }

export const startBatchDoc = doc(startBatch, {
  tag,
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
})

export const readBatchDoc = doc(readBatch, {
  tag,
  summary: 'Progress of a batch',
  description: 'How many records are done so far.',
  parameters: ofBatch,
  responses: { 200: { description: 'The current state of the batch.', example } },
  errors: { not_found: 'There is no such table or batch.' },
})

export const readBatchRecordsDoc = doc(readBatchRecords, {
  tag,
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
})

export const undoBatchDoc = doc(undoBatch, {
  tag,
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
})
