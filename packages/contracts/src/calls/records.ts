import * as v from 'valibot'
import { idempotencyHeader, idempotencyKey } from '../forms'
import {
  deletedRecord,
  recordDeleted,
  recordPage,
  referrerCount,
  staleRecord,
  tableRecord,
  totalCountHeader,
} from '../tables'
import { call, exampleId, idOf, ifMatch, parameter } from './call'

const tag = 'Records'

const table = parameter(v.string(), 'The name of a described table. Any other name is not found.', 'lessons')
const ofTable = v.object({ table })
const ofRecord = v.object({ table, id: idOf('the record') })

const selection = {
  sort: parameter(
    v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9_]*:(asc|desc)$/)), 'created_at:desc'),
    'A field, a colon, and asc or desc. Equal values are ordered by id.',
    'title:asc',
  ),
  q: parameter(
    v.optional(v.pipe(v.string(), v.maxLength(200))),
    'Every word must occur in some text field, ignoring case and accents. A longer one is refused.',
    'zoe',
  ),
  filters: parameter(
    v.optional(v.record(v.string(), v.pipe(v.string(), v.minLength(1), v.maxLength(200)))),
    'Up to 20 conditions, each by the name of a field and with a value of up to 200 characters: `seats=8`. Text matches by containment, everything else by equality. Suffixes: `__eq __ne __gt __gte __lt __lte __in __null`. A repeated field is an OR, several fields are an AND.',
    { seats__gte: '4' },
  ),
}
const paging = {
  page: parameter(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 1),
    'From 1. Past the last page the data is empty.',
    1,
  ),
  limit: parameter(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)), 50),
    'Records per page.',
    50,
  ),
}

const record = {
  id: exampleId,
  title: 'Beginners',
  seats: 8,
  created_at: '2026-05-01T10:00:00.000Z',
  updated_at: '2026-05-01T10:00:00.000Z',
}
const values = {
  schema: v.looseObject({}),
  example: { title: 'Beginners', seats: 8 },
  description: 'The fields by name, as the table describes them.',
}
const answerWith = (description: string) => ({ description, schema: tableRecord, example: record })

const noTable = { not_found: 'There is no such table.' }
const noRecord = { not_found: 'There is no such table or record. Says who deleted it when it is in the trash.' }
const badQuery = { invalid_request: 'The query holds something unknown or malformed.' }
const badValues = { invalid_input: 'A field is missing, invalid or unknown.' }
const oldSignIn = {
  recent_sign_in_required:
    'The sign-in is older than 15 minutes: needed to change users, and to export users, students or inquiries.',
}
const rateLimited = { too_many_requests: 'This session has made too many calls in a minute.' }
const inTrash = { 404: v.partial(deletedRecord) }

export const listRecords = call({
  method: 'get',
  path: '/api/tables/:table',
  access: 'staff',
  params: ofTable,
  tableQuery: v.object({ ...paging, ...selection }),
  response: {
    200: {
      description: 'The page.',
      schema: recordPage,
      example: { data: [record], page: 1, limit: 50, total: 1, totalPages: 1 },
    },
  },
  errors: { ...badQuery, ...noTable, ...rateLimited, unavailable: 'The search takes too long.' },
  detail: {
    id: 'listRecords',
    tag,
    summary: 'Records of a table',
    description:
      'A page of records, filtered and sorted. A record has `id`, the declared fields, `created_at` and `updated_at`.',
  },
})

export const createRecord = call({
  method: 'post',
  path: '/api/tables/:table',
  access: 'staff',
  params: ofTable,
  headers: v.object({
    [idempotencyHeader]: parameter(
      v.optional(idempotencyKey),
      'A repeat with the same value finds the record that the first call created.',
      'b3f0c1d2-7a51-4c7e-9f2e-0d6b1a2c3d4e',
    ),
  }),
  body: values,
  response: { 201: answerWith('The record.') },
  errors: {
    invalid_request: 'The body is not an object, or the Idempotency-Key is not valid.',
    ...noTable,
    conflict:
      'Records in this table are created automatically, or the record created with this Idempotency-Key was deleted.',
    ...badValues,
    ...rateLimited,
  },
  detail: {
    id: 'createRecord',
    tag,
    summary: 'Create a record',
    description:
      'Declared fields that are not read-only. `id`, the two times and read-only fields are ignored; unknown fields are refused.',
  },
})

export const exportRecords = call({
  method: 'get',
  path: '/api/tables/:table/export',
  access: 'staff',
  params: ofTable,
  tableQuery: v.object({
    ...selection,
    values: parameter(
      v.optional(v.picklist(['stored', 'labels']), 'stored'),
      'Stored values by the names of fields, or the labels and titles that people read.',
      'labels',
    ),
    columns: parameter(
      v.optional(v.string()),
      'The fields to export, in this order, separated by commas.',
      'name,level',
    ),
  }),
  response: {
    200: {
      description: 'UTF-8 with a byte order mark, comma, CRLF.',
      type: 'text/csv',
      headers: {
        [totalCountHeader]: 'How many records there will be.',
        'Content-Disposition': 'The name of the file.',
      },
    },
  },
  errors: {
    ...badQuery,
    ...noTable,
    ...oldSignIn,
    too_many_requests: 'Another export of this session is running, or it has requested too many.',
  },
  detail: {
    id: 'exportRecords',
    tag,
    summary: 'Records as CSV',
    description:
      'The whole filtered, sorted result, streamed. One at a time per session. An error midway aborts the transfer.',
  },
})

export const readRecord = call({
  method: 'get',
  path: '/api/tables/:table/:id',
  access: 'staff',
  params: ofRecord,
  response: { 200: answerWith('The record.') },
  errors: { ...noRecord, ...rateLimited },
  errorDetails: inTrash,
  detail: { id: 'readRecord', tag, summary: 'One record', description: 'Its declared fields and the two times.' },
})

export const updateRecord = call({
  method: 'put',
  path: '/api/tables/:table/:id',
  access: 'staff',
  params: ofRecord,
  headers: ifMatch,
  body: values,
  response: { 200: answerWith('The record as it is now.') },
  errors: {
    invalid_request: 'The body is not an object.',
    ...noRecord,
    ...oldSignIn,
    conflict: 'Another user has saved meanwhile; `record` is the current version. Or it is the last admin.',
    ...badValues,
    ...rateLimited,
  },
  errorDetails: { ...inTrash, 409: v.partial(staleRecord) },
  detail: {
    id: 'updateRecord',
    tag,
    summary: 'Change a record',
    description:
      'The given fields are changed, the others stay. With `If-Match` only if no other user has saved meanwhile.',
  },
})

export const deleteRecord = call({
  method: 'delete',
  path: '/api/tables/:table/:id',
  access: 'staff',
  params: ofRecord,
  query: v.object({
    unlink: parameter(
      v.optional(v.picklist(['true', 'false'])),
      'Whether to take the record out of those that refer to it.',
      'true',
    ),
  }),
  response: {
    200: { description: 'Deleted.', schema: recordDeleted, example: { success: true, id: exampleId } },
  },
  errors: {
    ...noRecord,
    ...oldSignIn,
    conflict:
      'Other records refer to it (`referrers` says which), it was changed since (`record` is the newer one), or it is the last admin.',
    ...rateLimited,
  },
  errorDetails: { ...inTrash, 409: v.partial(v.object({ referrers: v.array(referrerCount), ...staleRecord.entries })) },
  detail: {
    id: 'deleteRecord',
    tag,
    summary: 'Delete a record',
    description: 'Moves it to the trash, where it is kept for thirty days.',
  },
})

export const restoreRecord = call({
  method: 'post',
  path: '/api/tables/:table/:id/restore',
  access: 'staff',
  params: ofRecord,
  response: { 200: answerWith('The record.') },
  errors: {
    not_found: 'There is no such table, or no such record in the trash.',
    ...oldSignIn,
    conflict: 'Another record has taken its place.',
    ...rateLimited,
  },
  detail: {
    id: 'restoreRecord',
    tag,
    summary: 'Restore a deleted record',
    description: 'As it was when it was deleted. A record that is not deleted is returned as it is.',
  },
})
