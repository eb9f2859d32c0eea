import * as v from 'valibot'
import { type AuditAction, auditAction } from './audit-actions'
import { doc, get, tagged } from './call'
import { exampleId, pageDoc } from './doc-parts'
import { pageNumber } from './parameters'
import { adminRead } from './policy'
import { references } from './tables'

/** Details of an entry besides actor, action and record. Never the content of a record, never an address of a visitor. */
export const auditDetails = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))
export type AuditDetails = v.InferOutput<typeof auditDetails>

export const auditEntry = v.object({
  id: v.string(),
  at: v.string(),
  /** `null` for what the product did on its own. */
  actor: v.nullable(v.object({ id: v.string(), email: v.string() })),
  action: auditAction,
  table: v.nullable(v.string()),
  recordId: v.nullable(v.string()),
  about: auditDetails,
})
export type AuditRecord = v.InferOutput<typeof auditEntry>

/** `GET /api/audit`: newest first. `references` names the records that the entries are about, as far as they exist. */
const auditPage = v.object({ data: v.array(auditEntry), more: v.boolean(), references })
export type AuditPage = v.InferOutput<typeof auditPage>
export const auditPageSize = 50

const day = v.optional(v.pipe(v.string(), v.isoDate('must be a day: YYYY-MM-DD')))
const filters = {
  who: v.optional(v.pipe(v.string(), v.maxLength(200))),
  action: v.optional(auditAction),
  table: v.optional(v.pipe(v.string(), v.maxLength(63))),
  record: v.optional(v.pipe(v.string(), v.maxLength(63))),
  from: day,
  to: day,
}

export const readAudit = get('readAudit', '/api/audit', {
  ...adminRead,
  query: v.object({ ...filters, page: pageNumber }),
  response: { 200: auditPage },
  errors: ['invalid_request'],
})

export const exportAudit = get('exportAudit', '/api/audit/export', {
  access: 'admin',
  limit: 'export',
  audit: { action: 'export', by: 'action' },
  query: v.object(filters),
  response: { 200: { type: 'text/csv' } },
  errors: ['invalid_request'],
})

export const docs = () => {
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
  return tagged('Activity', [
    doc(readAudit, {
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
    }),
    doc(exportAudit, {
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
    }),
  ])
}

/**
 * Actions of the audit that add what works without a session, or change where data goes. Each call with one of them needs a
 * recent sign-in, and its person is told by mail: `what` is added or changed, `named` is the detail of the entry that names it.
 */
export const lastingAccess = {
  'passkey-add': { what: 'passkey', named: 'passkey' },
  'calendar-add': { what: 'calendar', named: undefined },
  'account-add': { what: 'account', named: 'account' },
  'account-change': { what: 'account-change', named: 'account' },
  'secret-add': { what: 'secret', named: 'account' },
  'webhook-add': { what: 'webhook', named: 'host' },
  'webhook-change': { what: 'webhook-change', named: 'host' },
  'hook-add': { what: 'hook', named: 'hook' },
  'hook-change': { what: 'hook-change', named: 'hook' },
} as const satisfies Partial<Record<AuditAction, { what: string; named: string | undefined }>>
export type LastingAccess = keyof typeof lastingAccess
export type LastingThing = (typeof lastingAccess)[LastingAccess]['what']

export const isLastingAccess = (action: AuditAction): action is LastingAccess => Object.hasOwn(lastingAccess, action)

/** Names the owner in an entry about something of another admin, who is told as well. */
export const ownedBy = (owner: string | undefined, actor: { email: string }): AuditDetails =>
  owner === undefined || owner === actor.email ? {} : { owner }
