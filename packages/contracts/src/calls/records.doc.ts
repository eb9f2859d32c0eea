import { totalCountHeader } from '../tables'
import { doc } from './call-doc'
import {
  etagDoc,
  exampleId,
  fieldsDoc,
  idempotencyDoc,
  idOf,
  ifMatchDoc,
  ifNoneMatchDoc,
  tableName,
  unchanged,
} from './parameters.doc'
import {
  createRecord,
  deleteRecord,
  exportRecords,
  listRecords,
  readRecord,
  restoreRecord,
  updateRecord,
} from './records'

const tag = 'Records'
const table = tableName('lessons')
const ofRecord = { table, id: idOf('the record') }

const selection = {
  sort: { description: 'A field, a colon, and asc or desc. Equal values are ordered by id.', example: 'title:asc' },
  q: {
    description: 'Every word must occur in some text field, ignoring case and accents. At most 200 characters.',
    example: 'zoe',
  },
  filters: {
    description:
      'Up to 20 conditions, each by the name of a field and with a value of up to 200 characters: `seats=8`. Text matches by containment, everything else by equality. Suffixes: `__eq __ne __gt __gte __lt __lte __in __null`. A repeated field is an OR, several fields are an AND.',
    example: { seats__gte: '4' },
  },
}
const paging = {
  page: { description: 'From 1. Past the last page the data is empty.', example: 1 },
  limit: { description: 'Records per page.', example: 50 },
  after: {
    description:
      'The `next` of the page before, in place of `page`: no record is skipped or repeated when others come or go, and the last page costs as much as the first.',
    example: 'WyJ0aXRsZTphc2MiLCJCZWdpbm5lcnMiLCI2YjAxNDRjOGVlYjBkZjA2MTExYTlhMWUiXQ',
  },
  ...fieldsDoc,
}

const lesson = {
  title: 'Beginners',
  kind: 'group',
  place: 'roseville',
  starts_at: '2026-11-28T18:00:00.000Z',
  minutes: 60,
  seats: 8,
}
const example = {
  id: exampleId,
  ...lesson,
  created_at: '2026-05-01T10:00:00.000Z',
  updated_at: '2026-05-01T10:00:00.000Z',
}
const values = {
  description: 'The fields by name, as the schema of the table declares them.',
  example: lesson,
}
const record = { description: 'The record.', example }

const badQuery = 'The query holds something unknown or malformed.'
const noTable = 'There is no such table.'
const noRecord = 'There is no such table or record. For a record in the trash, `deleted` is who deleted it, and when.'
const badValues = 'A field is missing, invalid or unknown.'

export const listRecordsDoc = doc(listRecords, {
  tag,
  summary: 'Records of a table',
  description:
    'A page of records, filtered and sorted. A record has `id`, the declared fields, `created_at` and `updated_at`.',
  parameters: { table, ...paging, ...selection, ...ifNoneMatchDoc },
  responses: {
    200: {
      description: 'The page.',
      headers: etagDoc,
      example: { data: [example], page: 1, limit: 50, total: 1, totalPages: 1, next: null },
    },
    304: unchanged,
  },
  errors: { invalid_request: badQuery, not_found: noTable, unavailable: 'The search timed out.' },
})

export const createRecordDoc = doc(createRecord, {
  tag,
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
})

export const exportRecordsDoc = doc(exportRecords, {
  tag,
  summary: 'Records as CSV or as an Excel workbook',
  description:
    'All filtered, sorted records, streamed. One export at a time per session. An error midway aborts the transfer.',
  parameters: {
    table,
    ...selection,
    values: {
      description: 'Stored values by the names of fields, or the labels and titles that people read.',
      example: 'labels',
    },
    columns: { description: 'The fields to export, in this order, separated by commas.', example: 'name,level' },
    format: {
      description:
        "CSV, or a workbook with one sheet: dates are dates, times are those of the school's clock, and texts are never computed.",
      example: 'xlsx',
    },
  },
  responses: {
    200: {
      description: 'CSV: UTF-8 with a byte order mark, comma, CRLF.',
      headers: {
        [totalCountHeader]: 'How many records the export will have.',
        'Content-Disposition': 'The name of the file.',
      },
    },
  },
  errors: {
    invalid_request: badQuery,
    not_found: noTable,
    too_many_requests: 'Another export of this session is running.',
  },
})

export const readRecordDoc = doc(readRecord, {
  tag,
  summary: 'One record',
  description: 'Its declared fields and the two times.',
  parameters: { ...ofRecord, ...fieldsDoc, ...ifNoneMatchDoc },
  responses: {
    200: { ...record, headers: { ETag: 'Send it as `If-None-Match` to read again, as `If-Match` to write.' } },
    304: unchanged,
  },
  errors: { invalid_request: 'A field is unknown.', not_found: noRecord },
})

export const updateRecordDoc = doc(updateRecord, {
  tag,
  summary: 'Change a record',
  description:
    'Changes the given fields and keeps the others. With `If-Match` only if no other user has saved meanwhile. Of their own lessons alone staff change `present`, `absent`, `excused` and `notes`.',
  parameters: { ...ofRecord, ...ifMatchDoc },
  body: values,
  responses: { 200: { description: 'The changed record.', example } },
  errors: {
    invalid_request: 'The body is not an object.',
    not_found: noRecord,
    conflict: 'Another user has saved meanwhile; `record` is the current version. Or it is the last admin.',
    invalid_input: badValues,
  },
})

export const deleteRecordDoc = doc(deleteRecord, {
  tag,
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
})

export const restoreRecordDoc = doc(restoreRecord, {
  tag,
  summary: 'Restore a deleted record',
  description: 'As it was when it was deleted. A record that is not deleted is returned unchanged.',
  parameters: ofRecord,
  responses: { 200: record },
  errors: {
    not_found: 'There is no such table, or no such record in the trash.',
    conflict: 'Another record has taken its place.',
  },
})
