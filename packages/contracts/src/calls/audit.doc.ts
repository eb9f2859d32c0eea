import { exportAudit, readAudit } from './audit'
import { doc } from './call-doc'
import { exampleId, pageDoc } from './parameters.doc'

const tag = 'Activity'
const filters = {
  who: {
    description: 'Part of the email address of the user or of the name of a service account, or the id of either.',
    example: 'admin@',
  },
  action: { description: 'Only this action.', example: 'delete' },
  table: { description: 'Only records of this table.', example: 'lessons' },
  record: { description: 'Only this record; needs a table.', example: exampleId },
  from: { description: 'The first day, in the time zone of the school.', example: '2026-09-01' },
  to: { description: 'The last day, included.', example: '2026-11-28' },
}
const errors = { invalid_request: 'A filter is malformed.' }

export const readAuditDoc = doc(readAudit, {
  tag,
  summary: 'Who did what',
  description:
    'Changes of records, sign-ins, refusals, exports, replies, erasures, access and schema changes. Never the values of a record.',
  parameters: { ...filters, page: pageDoc },
  responses: {
    200: {
      description: 'The entries, newest first.',
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
})

export const exportAuditDoc = doc(exportAudit, {
  tag,
  summary: 'Activity as CSV',
  description: 'All matching entries, streamed, newest first. An error midway aborts the transfer.',
  parameters: filters,
  responses: {
    200: {
      description: 'UTF-8 with a byte order mark, comma, CRLF.',
      headers: { 'Content-Disposition': 'The name of the file.' },
    },
  },
  errors,
})
