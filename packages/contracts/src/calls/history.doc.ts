import { doc } from './call-doc'
import { listTrash, purgeRecord, readHistory, revertRecord } from './history'
import { exampleId, idOf, ifMatchDoc, pageDoc, tableName } from './parameters.doc'

const tag = 'History and trash'
const ofRecord = { table: tableName('lessons'), id: idOf('the record') }

export const readHistoryDoc = doc(readHistory, {
  tag,
  summary: 'History of a record',
  description: 'Who changed what and when, also of a deleted record. Fields that the table no longer has are left out.',
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
})

export const revertRecordDoc = doc(revertRecord, {
  tag,
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
})

export const listTrashDoc = doc(listTrash, {
  tag,
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
})

export const purgeRecordDoc = doc(purgeRecord, {
  tag,
  summary: 'Delete permanently',
  description: 'Removes a record from the trash, and the values from its history.',
  parameters: ofRecord,
  responses: { 200: { description: 'Deleted.', example: { success: true, id: exampleId } } },
  errors: { not_found: 'There is no such record in the trash.' },
})
