import * as v from 'valibot'
import { historyPage, revertRequest, trashPage } from '../history'
import { recordDeleted, staleRecord, tableRecord } from '../tables'
import { call } from './call'
import { ifMatch, pageNumber, recordId } from './parameters'
import { right, stepUpToEdit } from './policy'

const table = v.string()
const ofRecord = v.object({ table, id: recordId })

export const readHistory = call({
  id: 'readHistory',
  method: 'get',
  path: '/api/tables/:table/:id/history',
  access: right(':table', 'view'),
  own: true,
  limit: 'read',
  params: ofRecord,
  query: v.object({ page: pageNumber, who: v.optional(v.pipe(v.string(), v.maxLength(200))) }),
  response: { 200: historyPage },
  errors: ['not_found'],
})

export const revertRecord = call({
  id: 'revertRecord',
  method: 'post',
  path: '/api/tables/:table/:id/revert',
  access: right(':table', 'edit'),
  accounts: false,
  stepUp: stepUpToEdit,
  limit: 'write',
  audit: { action: 'update', by: 'action' },
  params: ofRecord,
  headers: ifMatch,
  body: { schema: revertRequest },
  response: { 200: tableRecord },
  errors: ['not_found', 'conflict', 'invalid_input'],
  errorDetails: { 409: v.partial(staleRecord) },
})

export const listTrash = call({
  id: 'listTrash',
  method: 'get',
  path: '/api/trash',
  access: 'anyRight',
  limit: 'read',
  query: v.object({
    table: v.optional(v.string()),
    q: v.optional(v.pipe(v.string(), v.maxLength(200))),
    page: pageNumber,
  }),
  response: { 200: trashPage },
  errors: ['not_found'],
})

export const purgeRecord = call({
  id: 'purgeRecord',
  method: 'delete',
  path: '/api/trash/:table/:id',
  access: 'admin',
  limit: 'write',
  audit: { action: 'purge', by: 'action' },
  params: ofRecord,
  response: { 200: recordDeleted },
  errors: ['not_found'],
})
