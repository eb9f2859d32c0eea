import * as v from 'valibot'
import { inquiryDetails, inquiryTable } from '../inquiries'
import { inboundCount, inboundPage, inboundState, message } from '../messages'
import { call } from './call'
import { pageNumber, recordId } from './parameters'
import { right } from './policy'

const view = right(inquiryTable, 'view')
const edit = right(inquiryTable, 'edit')
const ofMail = v.object({ id: recordId })

export const listInbound = call({
  id: 'listInbound',
  method: 'get',
  path: '/api/forms/inbound',
  access: view,
  limit: 'read',
  query: v.object({ state: v.optional(inboundState, 'unmatched'), page: pageNumber }),
  response: { 200: inboundPage },
})

export const countInbound = call({
  id: 'countInbound',
  method: 'get',
  path: '/api/forms/inbound/count',
  access: view,
  limit: 'read',
  response: { 200: inboundCount },
})

export const readInbound = call({
  id: 'readInbound',
  method: 'get',
  path: '/api/forms/inbound/:id/html',
  access: view,
  limit: 'read',
  params: ofMail,
  response: { 200: message },
  errors: ['not_found'],
})

export const attachInbound = call({
  id: 'attachInbound',
  method: 'post',
  path: '/api/forms/inbound/:id/attach',
  access: edit,
  limit: 'write',
  audit: { action: 'update', about: ['inquiry'] },
  params: ofMail,
  body: { schema: v.strictObject({ inquiry: recordId }) },
  response: { 200: inquiryDetails },
  errors: ['not_found', 'conflict', 'invalid_input'],
})

export const makeInquiry = call({
  id: 'makeInquiry',
  method: 'post',
  path: '/api/forms/inbound/:id/inquiry',
  access: edit,
  limit: 'write',
  audit: { action: 'create' },
  params: ofMail,
  response: { 200: inquiryDetails },
  errors: ['not_found', 'conflict'],
})

export const downloadAttachment = call({
  id: 'downloadAttachment',
  method: 'get',
  path: '/api/forms/inbound/:id/files/:file',
  access: view,
  limit: 'read',
  params: v.object({ id: recordId, file: recordId }),
  response: { 200: { type: 'application/octet-stream' } },
  errors: ['not_found'],
})
