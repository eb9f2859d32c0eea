import * as v from 'valibot'
import { doc, get, post, tagged } from './call'
import { exampleConversation, exampleId, idOf, pageDoc, partDoc } from './doc-parts'
import { emailText } from './email-text'
import { inquiryDetails, inquiryTable } from './inquiries'
import {
  inboundCount,
  inboundPage,
  inboundState,
  maxInboundPageBytes,
  maxMessageBytes,
  message,
  messagePart,
} from './messages'
import { idParams, pageNumber, recordId } from './parameters'
import { changeOf, readOf } from './policy'

export const listInbound = get('listInbound', '/api/forms/inbound', {
  ...readOf(inquiryTable),
  query: v.object({ state: v.optional(inboundState, 'unmatched'), page: pageNumber }),
  response: { 200: inboundPage },
  maxResponseBytes: maxInboundPageBytes,
})

export const countInbound = get('countInbound', '/api/forms/inbound/count', {
  ...readOf(inquiryTable),
  response: { 200: inboundCount },
})

export const readInbound = get('readInbound', '/api/forms/inbound/:id/html', {
  ...readOf(inquiryTable),
  params: idParams,
  query: v.object({ part: v.optional(messagePart) }),
  response: { 200: message },
  maxResponseBytes: maxMessageBytes,
  errors: ['not_found'],
})

export const attachInbound = post('attachInbound', '/api/forms/inbound/:id/attach', {
  ...changeOf(inquiryTable),
  audit: { action: 'update', about: ['inquiry'] },
  params: idParams,
  body: { schema: v.strictObject({ inquiry: recordId }) },
  response: { 200: inquiryDetails },
  errors: ['not_found', 'conflict', 'invalid_input'],
})

export const makeInquiry = post('makeInquiry', '/api/forms/inbound/:id/inquiry', {
  ...changeOf(inquiryTable),
  audit: { action: 'create' },
  params: idParams,
  body: { schema: v.strictObject({ confirmed: v.optional(emailText) }), optional: true },
  response: { 200: inquiryDetails },
  errors: ['not_found', 'conflict', 'invalid_input'],
})

export const downloadAttachment = get('downloadAttachment', '/api/forms/inbound/:id/files/:file', {
  ...readOf(inquiryTable),
  params: v.object({ id: recordId, file: recordId }),
  response: { 200: { type: 'application/octet-stream' } },
  errors: ['not_found'],
})

export const docs = () => {
  const ofMail = { id: idOf('the mail') }
  const noMail = 'There is no such mail.'
  const placed = 'The mail is in a conversation already.'
  const current = { 200: { description: 'The inquiry with its conversation.', example: exampleConversation } }
  return tagged('Inquiries', [
    doc(listInbound, {
      summary: 'Incoming mail outside of conversations',
      description:
        'Mail that answers no inquiry for certain, that a program sent, or that is spam, newest first, with the first 200 signs of each; and by which ways mail comes in. Mail that belongs to an inquiry is in its `messages`.',
      parameters: { state: { description: 'Which of them.', example: 'unmatched' }, page: pageDoc },
      responses: {
        200: {
          description: 'The mails, each unmatched one with inquiries it may belong to.',
          example: {
            data: [
              {
                ...exampleConversation.messages[0],
                subject: 'Our party',
                excerpt: exampleConversation.messages[0]?.text ?? '',
                inboundState: 'unmatched',
                reason: 'There is no open inquiry of this address.',
                suggestions: [
                  {
                    inquiry: exampleId,
                    name: 'Zoë Ünal',
                    email: 'zoe@club.example',
                    receivedAt: '2026-05-01T10:00:00.000Z',
                    reason: 'name',
                  },
                ],
              },
            ],
            total: 1,
            doors: [
              { kind: 'imap', state: 'open', at: '2026-05-01T10:00:00.000Z', reason: null },
              { kind: 'smtp', state: 'off', at: null, reason: null },
            ],
          },
        },
      },
    }),
    doc(countInbound, {
      summary: 'Count incoming mail that waits for a person',
      description:
        'Mail that is in no conversation yet, and mail of the last seven days that only its subject calls automatic. Poll this one rather than the list.',
      responses: { 200: { description: 'The numbers.', example: { unmatched: 3, maybeAutomatic: 1 } } },
    }),
    doc(readInbound, {
      summary: 'Read one incoming mail completely',
      description: 'With its formatting, where it has some, the complete text and all files.',
      parameters: { ...ofMail, part: partDoc },
      responses: { 200: { description: 'The mail.', example: exampleConversation.messages[0]! } },
      errors: { not_found: noMail },
    }),
    doc(attachInbound, {
      summary: 'Attach a mail to an inquiry',
      description:
        'Puts it into the conversation. An answered or closed inquiry is open again, with a new response time.',
      parameters: ofMail,
      body: { example: { inquiry: exampleId } },
      responses: current,
      errors: { not_found: noMail, conflict: placed, invalid_input: 'There is no such inquiry.' },
    }),
    doc(makeInquiry, {
      summary: 'Make an inquiry of a mail',
      description:
        'Stores a new inquiry of its sender, whose response time runs from the arrival of the mail. No email is sent. If the mail wants answers elsewhere (`replyTo`), the inquiry is of that address, which nothing proves: it needs to be named in `confirmed`.',
      parameters: ofMail,
      body: { example: { confirmed: 'zoe@club.example' } },
      responses: current,
      errors: {
        not_found: noMail,
        conflict:
          'The mail is in a conversation already, it has no sender, or an address has to be confirmed (`unproven`).',
        invalid_input: '`confirmed` is no email address.',
      },
    }),
    doc(downloadAttachment, {
      summary: 'Download a file of a mail',
      description: 'As an attachment, sandboxed. A mail that could not be read has its raw form as a file.',
      parameters: { ...ofMail, file: idOf('the file') },
      responses: { 200: { description: 'The file.' } },
      errors: { not_found: 'There is no such file.' },
    }),
  ])
}
