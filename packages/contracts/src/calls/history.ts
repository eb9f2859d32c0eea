import * as v from 'valibot'
import { historyPage, revertRequest, trashPage } from '../history'
import { recordDeleted, staleRecord, tableRecord } from '../tables'
import { call, exampleId, idOf, ifMatch, pageNumber, parameter } from './call'

const tag = 'History and trash'
const table = parameter(v.string(), 'The name of a table.', 'lessons')
const ofRecord = v.object({ table, id: idOf('the record') })
const rateLimited = { too_many_requests: 'This session has made too many calls in a minute.' }

export const readHistory = call({
  method: 'get',
  path: '/api/tables/:table/:id/history',
  access: 'staff',
  params: ofRecord,
  query: v.object({ page: pageNumber }),
  response: {
    200: {
      description: 'The changes, newest first.',
      schema: historyPage,
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
  errors: { not_found: 'There is no such table or record.', ...rateLimited },
  detail: {
    id: 'readHistory',
    tag,
    summary: 'History of a record',
    description:
      'Who changed what and when, also of a deleted record. Fields that the table no longer has are left out.',
  },
})

export const revertRecord = call({
  method: 'post',
  path: '/api/tables/:table/:id/revert',
  access: 'staff',
  params: ofRecord,
  headers: ifMatch,
  body: { schema: revertRequest, example: { revision: exampleId } },
  response: {
    200: {
      description: 'The record as it is now.',
      schema: tableRecord,
      example: { id: exampleId, title: 'Beginners', updated_at: '2026-05-01T10:00:00.000Z' },
    },
  },
  errors: {
    not_found: 'There is no such table, record or revision.',
    conflict: 'Another user has saved meanwhile; `record` is the current version.',
    invalid_input: 'An earlier value is no longer valid.',
    ...rateLimited,
  },
  errorDetails: { 409: v.partial(staleRecord) },
  detail: {
    id: 'revertRecord',
    tag,
    summary: 'Restore an earlier version of a record',
    description: 'Sets every field to its value after the given revision, as one ordinary change.',
  },
})

export const listTrash = call({
  method: 'get',
  path: '/api/trash',
  access: 'staff',
  query: v.object({
    table: parameter(v.optional(v.string()), 'Only records of this table.', 'lessons'),
    q: parameter(v.optional(v.pipe(v.string(), v.maxLength(200))), 'Text in the title of the record.', 'beginners'),
    page: pageNumber,
  }),
  response: {
    200: {
      description: 'Deleted records, most recent first.',
      schema: trashPage,
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
  errors: { not_found: 'There is no such table.', ...rateLimited },
  detail: {
    id: 'listTrash',
    tag,
    summary: 'The trash',
    description: 'Deleted records of the tables that the user may see. Restored by the call of the table.',
  },
})

export const purgeRecord = call({
  method: 'delete',
  path: '/api/trash/:table/:id',
  access: 'admin',
  params: ofRecord,
  response: { 200: { description: 'Deleted.', schema: recordDeleted, example: { success: true, id: exampleId } } },
  errors: { not_found: 'There is no such record in the trash.', ...rateLimited },
  detail: {
    id: 'purgeRecord',
    tag,
    summary: 'Delete for good',
    description: 'Removes a record from the trash, and the values of its history.',
  },
})
