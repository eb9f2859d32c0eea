import { idempotencyHeader } from '@app/contracts/forms'
import {
  brokenTable,
  deletedRecord,
  recordDeleted,
  recordPage,
  staleRecord,
  tableRecord,
  totalCountHeader,
} from '@app/contracts/tables'
import { descriptorSchema } from '@app/table-schema'
import * as v from 'valibot'
import { idParameter, type Operation, type Parameter, pathParameter, recordId } from '../operation'

const tag = 'Tables'
const table = pathParameter('table', 'The name of a described table. Any other name is not found.', 'lessons')
const ofRecord = idParameter('the record')

const record = {
  id: recordId,
  title: 'Beginners',
  seats: 8,
  created_at: '2026-05-01T10:00:00.000Z',
  updated_at: '2026-05-01T10:00:00.000Z',
}
const values = { title: 'Beginners', seats: 8 }

const selection: Parameter[] = [
  {
    in: 'query',
    name: 'sort',
    description: 'A field, a colon, and asc or desc. Equal values follow their ids.',
    schema: { type: 'string', default: 'created_at:desc', pattern: '^[A-Za-z][A-Za-z0-9_]*:(asc|desc)$' },
    example: 'title:asc',
  },
  {
    in: 'query',
    name: 'q',
    description: 'Every word must be in some text field; case and accents do not count.',
    schema: { type: 'string', maxLength: 200 },
    example: 'zoe',
  },
  {
    in: 'query',
    name: 'filters',
    description:
      'Up to 20 conditions, each by the name of a field: `seats=8`. Text is contained, everything else equal. Suffixes: `__eq __ne __gt __gte __lt __lte __in __null`. A repeated field is an or, several fields an and.',
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    example: { seats__gte: '4' },
  },
]

const pages: Parameter[] = [
  {
    in: 'query',
    name: 'page',
    description: 'From 1. Past the last one the data is empty.',
    schema: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
    example: 1,
  },
  {
    in: 'query',
    name: 'limit',
    description: 'Records to a page.',
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    example: 50,
  },
]

const noTable = 'There is no such table.'
const noRecord = { not_found: 'There is no such table or record. Says who deleted it when it is in the trash.' }
const badQuery = { invalid_request: 'The query holds something unknown or malformed.' }
const badValues = 'A field is missing, not valid or not known.'
export const session = { too_many_requests: 'This session asks too much in a minute.' }
const record200 = (description: string) => ({ 200: { description, schema: tableRecord, example: record } })

/** What the admin-tables service answers. */
export const tableOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/admin/schemas',
    id: 'listTables',
    tag,
    summary: 'The tables and their fields',
    description:
      'Every described table in the order of the tabs. One whose description is broken stands in its place with the reason.',
    for: 'admins',
    answers: {
      200: {
        description: 'The tables.',
        schema: v.array(v.union([descriptorSchema, brokenTable])),
        example: [
          { name: 'lessons', title: 'Lessons', required: ['title'], properties: { title: { type: 'string' } } },
        ],
      },
    },
    fails: session,
  },
  {
    method: 'get',
    path: '/api/admin/schemas/{name}',
    id: 'readTable',
    tag,
    summary: 'One table and its fields',
    description: 'What the records of a table hold. The bodies and answers below have these fields.',
    for: 'admins',
    parameters: [pathParameter('name', 'The name of the table.', 'lessons')],
    answers: {
      200: {
        description: 'The table.',
        schema: descriptorSchema,
        example: { name: 'lessons', title: 'Lessons', required: ['title'], properties: { title: { type: 'string' } } },
      },
    },
    fails: { not_found: noTable, ...session },
  },
  {
    method: 'get',
    path: '/api/tables/{table}',
    id: 'listRecords',
    tag,
    summary: 'Records of a table',
    description: 'A page of records, filtered and sorted. Records have `id`, the declared fields and two times.',
    for: 'admins',
    parameters: [table, ...pages, ...selection],
    answers: {
      200: {
        description: 'The page.',
        schema: recordPage,
        example: { data: [record], page: 1, limit: 50, total: 1, totalPages: 1 },
      },
    },
    fails: { ...badQuery, not_found: noTable, ...session, unavailable: 'The search takes too long.' },
  },
  {
    method: 'post',
    path: '/api/tables/{table}',
    id: 'createRecord',
    tag,
    summary: 'Create a record',
    description:
      'Declared fields that are not read-only. `id`, the times and read-only fields are left out silently, unknown ones refused.',
    for: 'admins',
    parameters: [
      table,
      {
        in: 'header',
        name: idempotencyHeader,
        description: 'A repeat with the same value finds the record that the first one made.',
        schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
        example: 'b3f0c1d2-7a51-4c7e-9f2e-0d6b1a2c3d4e',
      },
    ],
    body: {
      schema: v.looseObject({}),
      example: values,
      description: 'The fields by name, as the table describes them.',
    },
    answers: { 201: { description: 'The record.', schema: tableRecord, example: record } },
    fails: {
      invalid_request: 'The body is not an object, or the Idempotency-Key is not one.',
      not_found: noTable,
      conflict: 'Records of this table come about by themselves.',
      invalid_input: badValues,
      ...session,
    },
  },
  {
    method: 'get',
    path: '/api/tables/{table}/export',
    id: 'exportRecords',
    tag,
    summary: 'Records as CSV',
    description:
      'The whole filtered, sorted result as it is read. One at a time for each session. A fault midway breaks the transfer off.',
    for: 'admins',
    parameters: [table, ...selection],
    answers: {
      200: {
        description: 'UTF-8 with a byte order mark, comma, CRLF.',
        type: 'text/csv',
        headers: {
          [totalCountHeader]: 'How many records there will be.',
          'Content-Disposition': 'The name of the file.',
        },
      },
    },
    fails: {
      ...badQuery,
      not_found: noTable,
      too_many_requests: 'An export of this session is under way, or too many were asked for.',
    },
  },
  {
    method: 'get',
    path: '/api/tables/{table}/{id}',
    id: 'readRecord',
    tag,
    summary: 'One record',
    description: 'Its declared fields and two times.',
    for: 'admins',
    parameters: [table, ofRecord],
    answers: record200('The record.'),
    fails: { ...noRecord, ...session },
    failsWith: { 404: v.partial(deletedRecord) },
  },
  {
    method: 'put',
    path: '/api/tables/{table}/{id}',
    id: 'updateRecord',
    tag,
    summary: 'Change a record',
    description:
      'The fields that are given are changed, the others stay. With `If-Match` only if nobody else has saved since.',
    for: 'admins',
    parameters: [
      table,
      ofRecord,
      {
        in: 'header',
        name: 'If-Match',
        description: 'The `updated_at` that the editor has seen.',
        schema: { type: 'string' },
        example: '"2026-05-01T10:00:00.000Z"',
      },
    ],
    body: {
      schema: v.looseObject({}),
      example: values,
      description: 'The fields by name, as the table describes them.',
    },
    answers: record200('The record as it is now.'),
    fails: {
      invalid_request: 'The body is not an object.',
      ...noRecord,
      conflict: 'Somebody else has saved meanwhile; `record` is what it is now. Or it is the last admin.',
      invalid_input: badValues,
      ...session,
    },
    failsWith: { 404: v.partial(deletedRecord), 409: v.partial(staleRecord) },
  },
  {
    method: 'delete',
    path: '/api/tables/{table}/{id}',
    id: 'deleteRecord',
    tag,
    summary: 'Delete a record',
    description: 'Moves it into the trash, where it stays for thirty days.',
    for: 'admins',
    parameters: [table, ofRecord],
    answers: { 200: { description: 'Deleted.', schema: recordDeleted, example: { success: true, id: recordId } } },
    fails: { ...noRecord, conflict: 'The last admin stays.', ...session },
    failsWith: { 404: v.partial(deletedRecord) },
  },
  {
    method: 'post',
    path: '/api/tables/{table}/{id}/restore',
    id: 'restoreRecord',
    tag,
    summary: 'Take a deleted record back',
    description: 'As it was when it was deleted. One that is there already is the answer.',
    for: 'admins',
    parameters: [table, ofRecord],
    answers: record200('The record.'),
    fails: {
      not_found: 'There is no such table, or nothing of this id in the trash.',
      conflict: 'Another record has taken its place.',
      ...session,
    },
  },
]
