import * as v from 'valibot'
import { idempotencyHeaders } from '../forms'
import {
  erased,
  erasure,
  inquiry,
  inquiryBatch,
  inquiryCounters,
  inquiryDetails,
  inquiryTable,
  newerMessage,
  replyDrafts,
  replyRequest,
  statusChange,
} from '../inquiries'
import { job } from '../jobs'
import { message } from '../messages'
import { call } from './call'
import { recordId } from './parameters'
import { right } from './policy'

const view = right(inquiryTable, 'view')
const edit = right(inquiryTable, 'edit')
const ofInquiry = v.object({ id: recordId })

export const countInquiries = call({
  id: 'countInquiries',
  method: 'get',
  path: '/api/forms/submissions/counters',
  access: view,
  limit: 'read',
  response: { 200: inquiryCounters },
})

export const readInquiry = call({
  id: 'readInquiry',
  method: 'get',
  path: '/api/forms/submissions/:id',
  access: view,
  limit: 'read',
  params: ofInquiry,
  query: v.object({ before: v.optional(v.pipe(v.string(), v.maxLength(500))) }),
  response: { 200: inquiryDetails },
  errors: ['not_found'],
})

export const readMessage = call({
  id: 'readMessage',
  method: 'get',
  path: '/api/forms/submissions/:id/messages/:message/html',
  access: view,
  limit: 'read',
  params: v.object({ id: recordId, message: recordId }),
  response: { 200: message },
  errors: ['not_found'],
})

export const draftReplies = call({
  id: 'draftReplies',
  method: 'get',
  path: '/api/forms/submissions/:id/drafts',
  access: view,
  limit: 'read',
  params: ofInquiry,
  query: v.object({ all: v.optional(v.picklist(['true', 'false']), 'false') }),
  response: { 200: replyDrafts },
  errors: ['not_found'],
})

export const setInquiryStatus = call({
  id: 'setInquiryStatus',
  method: 'post',
  path: '/api/forms/submissions/:id/status',
  access: edit,
  limit: 'write',
  audit: { action: 'status', record: 'id', about: ['status'] },
  params: ofInquiry,
  body: { schema: statusChange },
  response: { 200: inquiry },
  errors: ['not_found', 'invalid_input'],
})

export const resendMails = call({
  id: 'resendMails',
  method: 'post',
  path: '/api/forms/submissions/:id/resend',
  access: edit,
  limit: 'send',
  audit: { action: 'resend', record: 'id' },
  params: ofInquiry,
  response: { 200: inquiry },
  errors: ['not_found', 'conflict'],
})

export const markAsSpam = call({
  id: 'markAsSpam',
  method: 'post',
  path: '/api/forms/submissions/:id/spam',
  access: edit,
  limit: 'write',
  audit: { action: 'spam', record: 'id' },
  params: ofInquiry,
  response: { 200: inquiry },
  errors: ['not_found', 'conflict'],
})

export const releaseInquiry = call({
  id: 'releaseInquiry',
  method: 'post',
  path: '/api/forms/submissions/:id/not-spam',
  access: edit,
  limit: 'write',
  audit: { action: 'not-spam', record: 'id' },
  params: ofInquiry,
  response: { 200: inquiry },
  errors: ['not_found', 'conflict'],
})

export const undoInquiryAction = call({
  id: 'undoInquiryAction',
  method: 'post',
  path: '/api/forms/submissions/:id/undo',
  access: edit,
  limit: 'write',
  audit: { action: 'status', record: 'id' },
  params: ofInquiry,
  response: { 200: inquiry },
  errors: ['not_found', 'conflict'],
})

export const startInquiryBatch = call({
  id: 'startInquiryBatch',
  method: 'post',
  path: '/api/forms/submissions/batches',
  access: edit,
  limit: 'write',
  audit: { action: 'batch', by: 'action' },
  body: { schema: inquiryBatch },
  response: { 200: job, 202: job },
  errors: ['invalid_request', 'conflict', 'invalid_input'],
})

export const replyToInquiry = call({
  id: 'replyToInquiry',
  method: 'post',
  path: '/api/forms/submissions/:id/reply',
  access: edit,
  limit: 'send',
  audit: { action: 'reply', record: 'id' },
  params: ofInquiry,
  headers: idempotencyHeaders,
  body: { schema: replyRequest },
  response: { 200: inquiry },
  errorDetails: { 409: v.partial(newerMessage) },
  errors: ['not_found', 'invalid_request', 'conflict', 'invalid_input'],
})

export const eraseAddress = call({
  id: 'eraseAddress',
  method: 'post',
  path: '/api/forms/erasures',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'erase', by: 'action' },
  body: { schema: erasure },
  response: { 200: erased },
  errors: ['invalid_input', 'unavailable'],
})
