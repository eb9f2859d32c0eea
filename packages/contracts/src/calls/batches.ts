import * as v from 'valibot'
import { batch, batchRequest, batchUndone } from '../batches'
import { idempotencyHeaders } from '../forms'
import { batchRecords } from '../history'
import { call } from './call'
import { pageNumber, recordId } from './parameters'
import { right, stepUpToEdit } from './policy'

const table = v.string()
const ofBatch = v.object({ table, id: recordId })

export const startBatch = call({
  id: 'startBatch',
  method: 'post',
  path: '/api/tables/:table/batches',
  access: right(':table', 'edit'),
  stepUp: stepUpToEdit,
  limit: 'write',
  heavy: true,
  audit: { action: 'batch', by: 'action' },
  params: v.object({ table }),
  headers: idempotencyHeaders,
  body: { schema: batchRequest },
  response: { 200: batch, 202: batch },
  errors: ['invalid_request', 'not_found', 'conflict', 'invalid_input'],
})

export const readBatch = call({
  id: 'readBatch',
  method: 'get',
  path: '/api/tables/:table/batches/:id',
  access: right(':table', 'view'),
  limit: 'read',
  params: ofBatch,
  response: { 200: batch },
  errors: ['not_found'],
})

export const readBatchRecords = call({
  id: 'readBatchRecords',
  method: 'get',
  path: '/api/tables/:table/batches/:id/records',
  access: right(':table', 'view'),
  limit: 'read',
  params: ofBatch,
  query: v.object({ undo: v.optional(v.literal('true')), page: pageNumber }),
  response: { 200: batchRecords },
  errors: ['not_found'],
})

export const undoBatch = call({
  id: 'undoBatch',
  method: 'post',
  path: '/api/tables/:table/batches/:id/undo',
  access: right(':table', 'edit'),
  stepUp: stepUpToEdit,
  limit: 'write',
  audit: { action: 'undo', by: 'action' },
  params: ofBatch,
  response: { 200: batchUndone },
  errors: ['not_found', 'conflict'],
})
