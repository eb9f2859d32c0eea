import * as v from 'valibot'
import { idempotencyHeaders } from '../forms'
import { deletedRecord, recordDeleted, recordPage, referrerCount, staleRecord, tableRecord } from '../tables'
import { call } from './call'
import { ifMatch, ifNoneMatch, recordId } from './parameters'
import { right, stepUpToEdit, stepUpToExport } from './policy'

const table = v.string()
const ofTable = v.object({ table })
const ofRecord = v.object({ table, id: recordId })

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
const values = { schema: v.looseObject({}) }
const inTrash = { 404: v.partial(deletedRecord) }

export const listRecords = call({
  id: 'listRecords',
  method: 'get',
  path: '/api/tables/:table',
  access: right(':table', 'view'),
  own: true,
  limit: 'read',
  params: ofTable,
  tableQuery: v.object({ ...paging, ...selection }),
  headers: ifNoneMatch,
  response: { 200: recordPage, 304: null },
  errors: ['invalid_request', 'not_found', 'unavailable'],
})

export const createRecord = call({
  id: 'createRecord',
  method: 'post',
  path: '/api/tables/:table',
  access: right(':table', 'edit'),
  stepUp: stepUpToEdit,
  limit: 'write',
  audit: { action: 'create', by: 'action' },
  params: ofTable,
  headers: idempotencyHeaders,
  body: values,
  response: { 201: tableRecord },
  errors: ['invalid_request', 'not_found', 'conflict', 'invalid_input'],
})

export const exportRecords = call({
  id: 'exportRecords',
  method: 'get',
  path: '/api/tables/:table/export',
  access: right(':table', 'export'),
  stepUp: stepUpToExport,
  limit: 'export',
  audit: { action: 'export', by: 'action' },
  params: ofTable,
  tableQuery: v.object({
    ...selection,
    values: v.optional(v.picklist(['stored', 'labels']), 'stored'),
    columns: v.optional(v.string()),
    format: v.optional(v.picklist(['csv', 'xlsx']), 'csv'),
  }),
  response: { 200: { type: 'text/csv' } },
  errors: ['invalid_request', 'not_found', 'too_many_requests'],
})

export const readRecord = call({
  id: 'readRecord',
  method: 'get',
  path: '/api/tables/:table/:id',
  access: right(':table', 'view'),
  own: true,
  limit: 'read',
  params: ofRecord,
  query: v.object({ fields: fieldNames }),
  headers: ifNoneMatch,
  response: { 200: tableRecord, 304: null },
  errors: ['invalid_request', 'not_found'],
  errorDetails: inTrash,
})

export const updateRecord = call({
  id: 'updateRecord',
  method: 'put',
  path: '/api/tables/:table/:id',
  access: right(':table', 'edit'),
  own: true,
  stepUp: stepUpToEdit,
  limit: 'write',
  audit: { action: 'update', by: 'action' },
  params: ofRecord,
  headers: ifMatch,
  body: values,
  response: { 200: tableRecord },
  errors: ['invalid_request', 'not_found', 'conflict', 'invalid_input'],
  errorDetails: { ...inTrash, 409: v.partial(staleRecord) },
})

export const deleteRecord = call({
  id: 'deleteRecord',
  method: 'delete',
  path: '/api/tables/:table/:id',
  access: right(':table', 'edit'),
  stepUp: stepUpToEdit,
  limit: 'write',
  audit: { action: 'delete', by: 'action' },
  params: ofRecord,
  query: v.object({ unlink: v.optional(v.picklist(['true', 'false'])) }),
  response: { 200: recordDeleted },
  errors: ['not_found', 'conflict'],
  errorDetails: { ...inTrash, 409: v.partial(v.object({ referrers: v.array(referrerCount), ...staleRecord.entries })) },
})

export const restoreRecord = call({
  id: 'restoreRecord',
  method: 'post',
  path: '/api/tables/:table/:id/restore',
  access: right(':table', 'edit'),
  accounts: false,
  stepUp: stepUpToEdit,
  limit: 'write',
  audit: { action: 'restore', by: 'action' },
  params: ofRecord,
  response: { 200: tableRecord },
  errors: ['not_found', 'conflict'],
})
