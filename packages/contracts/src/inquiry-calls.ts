import * as v from 'valibot'
import { doc, get, post, tagged } from './call'
import { currentInquiry, exampleConversation, exampleId, idOf, noInquiry, partDoc } from './doc-parts'
import { inquiry, inquiryCounters, inquiryDetails, inquiryTable, resending, statusChange } from './inquiries'
import { maxMessageBytes, message, messagePart } from './messages'
import { idParams, recordId } from './parameters'
import { changeOf, readOf, right } from './policy'

const edit = right(inquiryTable, 'edit')

export const countInquiries = get('countInquiries', '/api/forms/submissions/counters', {
  ...readOf(inquiryTable),
  response: { 200: inquiryCounters },
})

export const readInquiry = get('readInquiry', '/api/forms/submissions/:id', {
  ...readOf(inquiryTable),
  params: idParams,
  query: v.object({ before: v.optional(v.pipe(v.string(), v.maxLength(500))) }),
  response: { 200: inquiryDetails },
  errors: ['not_found'],
})

export const readMessage = get('readMessage', '/api/forms/submissions/:id/messages/:message/html', {
  ...readOf(inquiryTable),
  params: v.object({ id: recordId, message: recordId }),
  query: v.object({ part: v.optional(messagePart) }),
  response: { 200: message },
  maxResponseBytes: maxMessageBytes,
  errors: ['not_found'],
})

export const setInquiryStatus = post('setInquiryStatus', '/api/forms/submissions/:id/status', {
  ...changeOf(inquiryTable),
  audit: { action: 'status', record: 'id', about: ['status'] },
  params: idParams,
  body: { schema: statusChange },
  response: { 200: inquiry },
  errors: ['not_found', 'invalid_input'],
})

export const resendMails = post('resendMails', '/api/forms/submissions/:id/resend', {
  access: edit,
  limit: 'send',
  audit: { action: 'resend', record: 'id' },
  params: idParams,
  body: { schema: resending, optional: true },
  response: { 200: inquiry },
  errors: ['not_found', 'conflict', 'invalid_input'],
})

export const markAsSpam = post('markAsSpam', '/api/forms/submissions/:id/spam', {
  ...changeOf(inquiryTable),
  audit: { action: 'spam', record: 'id' },
  params: idParams,
  response: { 200: inquiry },
  errors: ['not_found', 'conflict'],
})

export const releaseInquiry = post('releaseInquiry', '/api/forms/submissions/:id/not-spam', {
  ...changeOf(inquiryTable),
  audit: { action: 'not-spam', record: 'id' },
  params: idParams,
  response: { 200: inquiry },
  errors: ['not_found', 'conflict'],
})

export const undoInquiryAction = post('undoInquiryAction', '/api/forms/submissions/:id/undo', {
  ...changeOf(inquiryTable),
  audit: { action: 'status', record: 'id' },
  params: idParams,
  response: { 200: inquiry },
  errors: ['not_found', 'conflict'],
})

export const docs = () => {
  const ofInquiry = { id: idOf('the inquiry') }
  return tagged('Inquiries', [
    doc(countInquiries, {
      summary: 'Inquiry counters',
      description: 'Open inquiries by status, those due soon, and those with failed emails.',
      responses: {
        200: {
          description: 'The counts.',
          example: { new: 3, inProgress: 1, overdue: 0, dueSoon: 1, spam: 12, failed: 0 },
        },
      },
    }),
    doc(readInquiry, {
      summary: 'An inquiry with its emails',
      description:
        'Its status, the emails it caused with their delivery state, and the last 50 messages of the conversation, oldest first: the inquiry itself, the answers of staff, and the emails of the visitor. Long texts are cut (`isCut`), and formatting is left out (`hasHtml`).',
      parameters: {
        ...ofInquiry,
        before: { description: 'The id of a message: those before it are read.', example: exampleId },
      },
      responses: { 200: { description: 'The inquiry.', example: exampleConversation } },
      errors: noInquiry,
    }),
    doc(readMessage, {
      summary: 'Read one email of a conversation completely',
      description: 'With its formatting, where it has some, the complete text and all files.',
      parameters: { ...ofInquiry, message: idOf('the message'), part: partDoc },
      responses: { 200: { description: 'The message.', example: exampleConversation.messages[0]! } },
      errors: { not_found: 'The conversation has no such incoming email.' },
    }),
    doc(setInquiryStatus, {
      summary: 'Set the status of an inquiry',
      description: 'Changes its status.',
      parameters: ofInquiry,
      body: { example: { status: 'answered' } },
      responses: currentInquiry,
      errors: { ...noInquiry, invalid_input: 'There is no such status.' },
    }),
    doc(resendMails, {
      summary: 'Send failed emails again',
      description:
        'Puts the failed emails of an inquiry back into the queue, each with its original Message-ID. `message` names one message: it is sent again with its copies, also where a mail server has returned it.',
      parameters: ofInquiry,
      body: {},
      responses: currentInquiry,
      errors: { ...noInquiry, conflict: 'No email has failed or is waiting.', invalid_input: 'The id is too long.' },
    }),
    doc(markAsSpam, {
      summary: 'Mark an inquiry as spam',
      description: 'Holds it and later inquiries from its sender. Releasing one of them lifts this.',
      parameters: ofInquiry,
      responses: currentInquiry,
      errors: { ...noInquiry, conflict: 'It is held as spam already, or it was answered.' },
    }),
    doc(releaseInquiry, {
      summary: 'Release an inquiry that was held as spam',
      description: 'Treats it as an ordinary inquiry and sends the emails that it would have caused.',
      parameters: ofInquiry,
      responses: currentInquiry,
      errors: { ...noInquiry, conflict: 'It is not held as spam.' },
    }),
    doc(undoInquiryAction, {
      summary: 'Undo the last action on an inquiry',
      description:
        'Restores what its last change of status, spam or assignee replaced, the reason of a hold included. Emails that were sent stay sent.',
      parameters: ofInquiry,
      responses: currentInquiry,
      errors: { ...noInquiry, conflict: 'There is nothing to undo.' },
    }),
  ])
}
