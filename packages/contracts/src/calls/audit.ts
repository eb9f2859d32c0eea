import * as v from 'valibot'
import { auditAction, auditPage } from '../audit'
import { call, exampleId, pageNumber, parameter } from './call'

const tag = 'Activity'
const day = (text: string, example: string) =>
  parameter(v.optional(v.pipe(v.string(), v.isoDate('must be a day: YYYY-MM-DD'))), text, example)
const filters = {
  who: parameter(v.optional(v.pipe(v.string(), v.maxLength(200))), 'Part of the address of who did it.', 'admin@'),
  action: parameter(v.optional(auditAction), 'Only this action.', 'delete'),
  table: parameter(v.optional(v.pipe(v.string(), v.maxLength(63))), 'Only records of this table.', 'lessons'),
  record: parameter(v.optional(v.pipe(v.string(), v.maxLength(63))), 'Only this record; needs a table.', exampleId),
  from: day('The first day at the school.', '2026-09-01'),
  to: day('The last day, whole.', '2026-11-28'),
}
const errors = {
  invalid_request: 'A filter is malformed.',
  too_many_requests: 'This session has made too many calls in a minute.',
}

export const readAudit = call({
  method: 'get',
  path: '/api/audit',
  access: 'admin',
  query: v.object({
    ...filters,
    page: pageNumber,
  }),
  response: {
    200: {
      description: 'The entries, newest first.',
      schema: auditPage,
      example: {
        data: [
          {
            id: 'admin-tables/000000000012',
            at: '2026-05-01T10:00:00.000Z',
            actor: { id: exampleId, email: 'admin@archery.example' },
            action: 'update',
            table: 'lessons',
            recordId: exampleId,
            about: { source: 'form' },
          },
        ],
        more: false,
        references: { lessons: { [exampleId]: { label: 'Beginners' } } },
      },
    },
  },
  errors,
  detail: {
    id: 'readAudit',
    tag,
    summary: 'Who did what',
    description:
      'Changes of records, sign-ins, refusals, exports, replies, erasures, access and schema changes. Never what was in a record.',
  },
})

export const exportAudit = call({
  method: 'get',
  path: '/api/audit/export',
  access: 'admin',
  query: v.object(filters),
  response: {
    200: {
      description: 'UTF-8 with a byte order mark, comma, CRLF.',
      type: 'text/csv',
      headers: { 'Content-Disposition': 'The name of the file.' },
    },
  },
  errors,
  detail: {
    id: 'exportAudit',
    tag,
    summary: 'Activity as CSV',
    description: 'All matching entries, streamed, newest first. An error midway aborts the transfer.',
  },
})
