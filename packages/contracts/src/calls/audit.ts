import * as v from 'valibot'
import { auditAction, auditPage } from '../audit'
import { call } from './call'
import { pageNumber } from './parameters'

const day = v.optional(v.pipe(v.string(), v.isoDate('must be a day: YYYY-MM-DD')))
const filters = {
  who: v.optional(v.pipe(v.string(), v.maxLength(200))),
  action: v.optional(auditAction),
  table: v.optional(v.pipe(v.string(), v.maxLength(63))),
  record: v.optional(v.pipe(v.string(), v.maxLength(63))),
  from: day,
  to: day,
}

export const readAudit = call({
  id: 'readAudit',
  method: 'get',
  path: '/api/audit',
  access: 'admin',
  limit: 'read',
  query: v.object({ ...filters, page: pageNumber }),
  response: { 200: auditPage },
  errors: ['invalid_request'],
})

export const exportAudit = call({
  id: 'exportAudit',
  method: 'get',
  path: '/api/audit/export',
  access: 'admin',
  limit: 'export',
  audit: { action: 'export', by: 'action' },
  query: v.object(filters),
  response: { 200: { type: 'text/csv' } },
  errors: ['invalid_request'],
})
