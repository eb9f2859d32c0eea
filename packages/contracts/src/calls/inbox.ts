import * as v from 'valibot'
import { idempotencyHeaders } from '../forms'
import { colleague, conversation, inboxPage, inboxView, maxInboxSearch, noteText, storedDraft } from '../inbox'
import { inquiry, inquiryTable } from '../inquiries'
import { replyFile } from '../reply-files'
import { maxUploadBytes } from '../tables'
import { done } from '../users'
import { call } from './call'
import { formBytes, pageNumber, recordId } from './parameters'
import { right } from './policy'

const view = right(inquiryTable, 'view')
const edit = right(inquiryTable, 'edit')
const ofInquiry = v.object({ id: recordId })

export const listInbox = call({
  id: 'listInbox',
  method: 'get',
  path: '/api/forms/inbox',
  access: view,
  limit: 'read',
  query: v.object({
    view: v.optional(inboxView, 'waiting'),
    q: v.optional(v.pipe(v.string(), v.maxLength(maxInboxSearch))),
    page: pageNumber,
  }),
  response: { 200: inboxPage },
})

export const followInbox = call({
  id: 'followInbox',
  method: 'get',
  path: '/api/forms/inbox/live',
  access: view,
  limit: 'read',
  origin: 'same',
  query: v.object({ for: v.optional(v.pipe(v.string(), v.regex(/^([1-9]|[1-5]\d)$/)), '55') }),
  response: { 200: { type: 'text/event-stream' } },
  errors: ['unavailable'],
})

export const frameMail = call({
  id: 'frameMail',
  method: 'get',
  path: '/api/forms/inbox/frame',
  access: view,
  limit: 'read',
  query: v.object({ pictures: v.optional(v.picklist(['true', 'false']), 'false') }),
  response: { 200: { type: 'text/html' } },
})

export const listColleagues = call({
  id: 'listColleagues',
  method: 'get',
  path: '/api/forms/inbox/colleagues',
  access: view,
  limit: 'read',
  response: { 200: v.array(colleague) },
})

export const readConversation = call({
  id: 'readConversation',
  method: 'get',
  path: '/api/forms/submissions/:id/conversation',
  access: view,
  limit: 'read',
  params: ofInquiry,
  response: { 200: conversation },
  errors: ['not_found'],
})

export const exportConversation = call({
  id: 'exportConversation',
  method: 'get',
  path: '/api/forms/submissions/:id/export',
  access: right(inquiryTable, 'export'),
  limit: 'export',
  audit: { action: 'export', record: 'id' },
  params: ofInquiry,
  response: { 200: { type: 'text/plain' } },
  errors: ['not_found'],
})

export const assignInquiry = call({
  id: 'assignInquiry',
  method: 'post',
  path: '/api/forms/submissions/:id/assign',
  access: edit,
  limit: 'write',
  audit: { action: 'update', record: 'id', about: ['person'] },
  params: ofInquiry,
  body: { schema: v.strictObject({ person: v.nullable(recordId) }) },
  response: { 200: inquiry },
  errors: ['not_found', 'invalid_input'],
})

export const snoozeInquiry = call({
  id: 'snoozeInquiry',
  method: 'post',
  path: '/api/forms/submissions/:id/snooze',
  access: edit,
  limit: 'write',
  audit: { action: 'update', record: 'id', about: ['until'] },
  params: ofInquiry,
  body: { schema: v.strictObject({ until: v.nullable(v.pipe(v.string(), v.isoTimestamp('This is not a time'))) }) },
  response: { 200: inquiry },
  errors: ['not_found', 'conflict', 'invalid_input'],
})

export const addNote = call({
  id: 'addNote',
  method: 'post',
  path: '/api/forms/submissions/:id/notes',
  access: edit,
  limit: 'send',
  audit: { action: 'update', record: 'id', names: true },
  params: ofInquiry,
  headers: idempotencyHeaders,
  body: { schema: noteText },
  response: { 200: conversation },
  errors: ['not_found', 'invalid_request', 'invalid_input'],
})

export const saveDraft = call({
  id: 'saveDraft',
  method: 'put',
  path: '/api/forms/submissions/:id/draft',
  access: edit,
  limit: 'write',
  // What is not sent is nobody else's business.
  audit: false,
  params: ofInquiry,
  body: { schema: storedDraft },
  response: { 200: done },
  errors: ['not_found', 'invalid_input'],
})

export const undoReply = call({
  id: 'undoReply',
  method: 'post',
  path: '/api/forms/submissions/:id/unsend',
  access: edit,
  limit: 'write',
  audit: { action: 'update', record: 'id', names: true },
  params: ofInquiry,
  body: { schema: v.strictObject({ reply: v.pipe(v.string(), v.maxLength(200)) }) },
  response: { 200: inquiry },
  errors: ['not_found', 'conflict', 'invalid_input'],
})

export const uploadReplyFile = call({
  id: 'uploadReplyFile',
  method: 'post',
  path: '/api/upload/replies/:id',
  access: edit,
  limit: 'upload',
  audit: { action: 'upload', record: 'id' },
  params: ofInquiry,
  body: { type: 'multipart/form-data', schema: v.object({ file: v.file() }), maxBytes: maxUploadBytes + formBytes },
  response: { 201: replyFile },
  errors: ['invalid_request', 'not_found', 'conflict', 'invalid_input'],
})

export const downloadReplyFile = call({
  id: 'downloadReplyFile',
  method: 'get',
  path: '/api/forms/submissions/:id/files/:file',
  access: view,
  limit: 'read',
  params: v.object({ id: recordId, file: recordId }),
  response: { 200: { type: 'application/octet-stream' } },
  errors: ['not_found'],
})
