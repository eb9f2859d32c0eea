import * as v from 'valibot'
import { doc, post, put, remove, tagged } from './call'
import { exampleId, exampleLesson, idOf, ifMatchDoc, lessonValues, noRecord, tableName } from './doc-parts'
import { idempotencyDoc, idempotencyHeaders } from './idempotency'
import { ifMatch, recordParams, tableParams } from './parameters'
import { changeOf } from './policy'
import { deletedRecord, referrerCount, staleRecord, tableRecord } from './tables'
import { deleted } from './users'

const values = { schema: v.looseObject({}) }
const inTrash = { 404: v.partial(deletedRecord) }

export const createRecord = post('createRecord', '/api/tables/:table', {
  ...changeOf(':table'),
  audit: { action: 'create', by: 'action' },
  params: tableParams,
  headers: idempotencyHeaders,
  body: values,
  response: { 201: tableRecord },
  errors: ['invalid_request', 'not_found', 'conflict', 'invalid_input'],
})

export const updateRecord = put('updateRecord', '/api/tables/:table/:id', {
  ...changeOf(':table'),
  own: true,
  audit: { action: 'update', by: 'action' },
  params: recordParams,
  headers: ifMatch,
  body: values,
  response: { 200: tableRecord },
  errors: ['invalid_request', 'not_found', 'conflict', 'invalid_input'],
  errorDetails: { ...inTrash, 409: v.partial(staleRecord) },
})

export const deleteRecord = remove('deleteRecord', '/api/tables/:table/:id', {
  ...changeOf(':table'),
  audit: { action: 'delete', by: 'action' },
  params: recordParams,
  query: v.object({ unlink: v.optional(v.picklist(['true', 'false'])) }),
  response: { 200: deleted },
  errors: ['not_found', 'conflict'],
  errorDetails: { ...inTrash, 409: v.partial(v.object({ referrers: v.array(referrerCount), ...staleRecord.entries })) },
})

export const restoreRecord = post('restoreRecord', '/api/tables/:table/:id/restore', {
  ...changeOf(':table'),
  accounts: false,
  audit: { action: 'restore', by: 'action' },
  params: recordParams,
  response: { 200: tableRecord },
  errors: ['not_found', 'conflict'],
})

export const docs = () => {
  const table = tableName('lessons')
  const ofRecord = { table, id: idOf('the record') }
  const values = {
    description: 'The fields by name, as the schema of the table declares them.',
    example: lessonValues,
  }
  const record = { description: 'The record.', example: exampleLesson }
  const noTable = 'There is no such table.'
  const badValues = 'A field is missing, invalid or unknown.'
  return tagged('Records', [
    doc(createRecord, {
      summary: 'Create a record',
      description:
        'Takes declared fields that are not read-only. `id`, the two times and read-only fields are ignored; unknown fields are refused.',
      parameters: {
        table,
        ...idempotencyDoc('A repeated call with the same key finds the record that the first one created.'),
      },
      body: values,
      responses: { 201: record },
      errors: {
        invalid_request: 'The body is not an object, or the Idempotency-Key is not valid.',
        not_found: noTable,
        conflict:
          'Records in this table are created automatically, or the record created with this Idempotency-Key was deleted.',
        invalid_input: badValues,
      },
    }),
    doc(updateRecord, {
      summary: 'Change a record',
      description:
        'Changes the given fields and keeps the others. With `If-Match` only if no other user has saved meanwhile. Of their own lessons alone staff change `present`, `absent`, `excused` and `notes`.',
      parameters: { ...ofRecord, ...ifMatchDoc },
      body: values,
      responses: { 200: { description: 'The changed record.', example: exampleLesson } },
      errors: {
        invalid_request: 'The body is not an object.',
        not_found: noRecord,
        conflict: 'Another user has saved meanwhile; `record` is the current version. Or it is the last admin.',
        invalid_input: badValues,
      },
    }),
    doc(deleteRecord, {
      summary: 'Delete a record',
      description: 'Moves it to the trash, where it is kept for thirty days.',
      parameters: {
        ...ofRecord,
        unlink: { description: 'Whether to remove the record from those that refer to it.', example: 'true' },
      },
      responses: { 200: { description: 'Deleted.', example: { success: true, id: exampleId } } },
      errors: {
        not_found: noRecord,
        conflict:
          'Other records refer to it (`referrers` counts them), another user has changed it (`record` is the current version), or it is the last admin.',
      },
    }),
    doc(restoreRecord, {
      summary: 'Restore a deleted record',
      description: 'As it was when it was deleted. A record that is not deleted is returned unchanged.',
      parameters: ofRecord,
      responses: { 200: record },
      errors: {
        not_found: 'There is no such table, or no such record in the trash.',
        conflict: 'Another record has taken its place.',
      },
    }),
  ])
}
