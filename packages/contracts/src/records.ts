import * as v from 'valibot'
import { doc, get, tagged } from './call'
import { etagDoc, exampleLesson, fieldsDoc, idOf, ifNoneMatchDoc, noRecord, tableName, unchanged } from './doc-parts'
import { ifNoneMatch, recordParams, tableParams } from './parameters'
import { readOf, right } from './policy'
import { deletedRecord, recordPage, tableRecord, totalCountHeader } from './tables'

const selection = {
  sort: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9_]*:(asc|desc)$/)), 'created_at:desc'),
  q: v.optional(v.pipe(v.string(), v.maxLength(200))),
  filters: v.optional(v.record(v.string(), v.pipe(v.string(), v.minLength(1), v.maxLength(200)))),
}
const fieldNames = v.optional(v.pipe(v.string(), v.maxLength(2_000)))
const paging = {
  page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 1),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)), 50),
  after: v.optional(v.string()),
  fields: fieldNames,
}
const inTrash = { 404: v.partial(deletedRecord) }

export const listRecords = get('listRecords', '/api/tables/:table', {
  ...readOf(':table'),
  own: true,
  params: tableParams,
  tableQuery: v.object({ ...paging, ...selection }),
  headers: ifNoneMatch,
  response: { 200: recordPage, 304: null },
  errors: ['invalid_request', 'not_found', 'unavailable'],
})

export const exportRecords = get('exportRecords', '/api/tables/:table/export', {
  access: right(':table', 'export'),
  limit: 'export',
  audit: { action: 'export', by: 'action' },
  params: tableParams,
  tableQuery: v.object({
    ...selection,
    values: v.optional(v.picklist(['stored', 'labels']), 'stored'),
    columns: v.optional(v.string()),
    format: v.optional(v.picklist(['csv', 'xlsx']), 'csv'),
  }),
  response: { 200: { type: 'text/csv' } },
  errors: ['invalid_request', 'not_found', 'too_many_requests'],
})

export const readRecord = get('readRecord', '/api/tables/:table/:id', {
  ...readOf(':table'),
  own: true,
  params: recordParams,
  query: v.object({ fields: fieldNames }),
  headers: ifNoneMatch,
  response: { 200: tableRecord, 304: null },
  errors: ['invalid_request', 'not_found'],
  errorDetails: inTrash,
})

export const docs = () => {
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
        'Up to 20 conditions, each by the name of a field and with a value of up to 200 characters: `seats=8`. Text matches by containment, everything else by equality. Suffixes: `__eq __ne __gt __gte __lt __lte __in __null`. A repeated field is an OR, several fields are an AND. Records are also found by those that refer to them, where you may see these: `lessons.students=<id of a lesson>` of students, `__in`, `__ne`, `__null=true` for those in no lesson, and by the times of a calendar, `lessons.students__gte=2026-06-01`.',
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
  const record = { description: 'The record.', example: exampleLesson }
  const badQuery = 'The query holds something unknown or malformed.'
  const noTable = 'There is no such table.'
  return tagged('Records', [
    doc(listRecords, {
      summary: 'Records of a table',
      description:
        'A page of records, filtered and sorted. A record has `id`, the declared fields, `created_at` and `updated_at`.',
      parameters: { table, ...paging, ...selection, ...ifNoneMatchDoc },
      responses: {
        200: {
          description: 'The page.',
          headers: etagDoc,
          example: { data: [exampleLesson], page: 1, limit: 50, total: 1, totalPages: 1, next: null },
        },
        304: unchanged,
      },
      errors: { invalid_request: badQuery, not_found: noTable, unavailable: 'The search timed out.' },
    }),
    doc(exportRecords, {
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
    }),
    doc(readRecord, {
      summary: 'One record',
      description: 'Its declared fields and the two times.',
      parameters: { ...ofRecord, ...fieldsDoc, ...ifNoneMatchDoc },
      responses: {
        200: { ...record, headers: { ETag: 'Send it as `If-None-Match` to read again, as `If-Match` to write.' } },
        304: unchanged,
      },
      errors: { invalid_request: 'A field is unknown.', not_found: noRecord },
    }),
  ])
}
