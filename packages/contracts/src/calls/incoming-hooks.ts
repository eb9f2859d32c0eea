import * as v from 'valibot'
import {
  accepted,
  createdIncomingHook,
  hookMeaning,
  incomingHook,
  incomingHookAddress,
  incomingHookChange,
  incomingHookDeleted,
  incomingHookDetails,
  incomingHookList,
  maxReceivedBytes,
  newIncomingHook,
  preview,
  received,
  receivedPage,
  rowDecision,
} from '../incoming-hooks'
import { call } from './call'
import { pageNumber, recordId } from './parameters'

const ofHook = v.object({ id: recordId })

export const receiveHook = call({
  id: 'receiveHook',
  method: 'post',
  path: '/api/hooks/:id',
  access: 'public',
  limit: 'hook',
  audit: false,
  origin: 'any',
  params: v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
  body: {
    schema: v.record(v.string(), v.unknown()),
    types: ['application/json', 'application/x-www-form-urlencoded'],
    hasText: true,
    maxBytes: maxReceivedBytes,
  },
  response: { 202: accepted },
  errors: ['invalid_request', 'not_signed_in', 'not_found'],
})

export const listIncomingHooks = call({
  id: 'listIncomingHooks',
  method: 'get',
  path: '/api/incoming-hooks',
  access: 'admin',
  limit: 'read',
  response: { 200: incomingHookList },
})

export const createIncomingHook = call({
  id: 'createIncomingHook',
  method: 'post',
  path: '/api/incoming-hooks',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'hook-add' },
  body: { schema: newIncomingHook },
  response: { 201: createdIncomingHook },
  errors: ['invalid_input', 'conflict'],
})

export const readIncomingHook = call({
  id: 'readIncomingHook',
  method: 'get',
  path: '/api/incoming-hooks/:id',
  access: 'admin',
  limit: 'read',
  params: ofHook,
  response: { 200: incomingHookDetails },
  errors: ['not_found'],
})

export const changeIncomingHook = call({
  id: 'changeIncomingHook',
  method: 'put',
  path: '/api/incoming-hooks/:id',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'hook-change', record: 'id' },
  params: ofHook,
  body: { schema: incomingHookChange },
  response: { 200: incomingHook },
  errors: ['invalid_input', 'not_found'],
})

export const deleteIncomingHook = call({
  id: 'deleteIncomingHook',
  method: 'delete',
  path: '/api/incoming-hooks/:id',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'hook-remove', record: 'id' },
  params: ofHook,
  response: { 200: incomingHookDeleted },
  errors: ['not_found'],
})

export const replaceHookAddress = call({
  id: 'replaceHookAddress',
  method: 'post',
  path: '/api/incoming-hooks/:id/address',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'hook-change', record: 'id' },
  params: ofHook,
  response: { 201: incomingHookAddress },
  errors: ['not_found'],
})

export const previewIncomingHook = call({
  id: 'previewIncomingHook',
  method: 'post',
  path: '/api/incoming-hooks/:id/preview',
  access: 'admin',
  limit: 'write',
  audit: false,
  params: ofHook,
  body: { schema: hookMeaning },
  response: { 200: preview },
  errors: ['invalid_input', 'not_found'],
})

export const listReceived = call({
  id: 'listReceived',
  method: 'get',
  path: '/api/incoming-hooks/:id/deliveries',
  access: 'admin',
  limit: 'read',
  params: ofHook,
  query: v.object({ page: pageNumber, state: v.optional(v.picklist(['waiting'])) }),
  response: { 200: receivedPage },
  errors: ['not_found'],
})

export const decideReceived = call({
  id: 'decideReceived',
  method: 'post',
  path: '/api/incoming-hooks/:id/deliveries/:delivery/decisions',
  access: 'admin',
  limit: 'write',
  audit: { action: 'hook-decide', record: 'id', about: ['decision'] },
  params: v.object({ id: recordId, delivery: recordId }),
  body: { schema: rowDecision },
  response: { 200: received },
  errors: ['invalid_input', 'not_found', 'conflict'],
})
