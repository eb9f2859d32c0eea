import { doc } from './call-doc'
import { attachInbound, countInbound, downloadAttachment, listInbound, makeInquiry, readInbound } from './inbound'
import { exampleConversation } from './inquiry-example'
import { exampleId, idOf, pageDoc } from './parameters.doc'

const tag = 'Inquiries'
const ofMail = { id: idOf('the mail') }
const noMail = 'There is no such mail.'
const placed = 'The mail is in a conversation already.'
const current = { 200: { description: 'The inquiry with its conversation.', example: exampleConversation } }

export const listInboundDoc = doc(listInbound, {
  tag,
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
})

export const countInboundDoc = doc(countInbound, {
  tag,
  summary: 'Count incoming mail that waits for a person',
  description: 'Mail that is in no conversation yet. Poll this one rather than the list.',
  responses: { 200: { description: 'The number.', example: { unmatched: 3 } } },
})

export const readInboundDoc = doc(readInbound, {
  tag,
  summary: 'Read one incoming mail completely',
  description: 'With its formatting, where it has some, the complete text and all files.',
  parameters: ofMail,
  responses: { 200: { description: 'The mail.', example: exampleConversation.messages[0]! } },
  errors: { not_found: noMail },
})

export const attachInboundDoc = doc(attachInbound, {
  tag,
  summary: 'Attach a mail to an inquiry',
  description: 'Puts it into the conversation. An answered or closed inquiry is open again, with a new response time.',
  parameters: ofMail,
  body: { example: { inquiry: exampleId } },
  responses: current,
  errors: { not_found: noMail, conflict: placed, invalid_input: 'There is no such inquiry.' },
})

export const makeInquiryDoc = doc(makeInquiry, {
  tag,
  summary: 'Make an inquiry of a mail',
  description:
    'Stores a new inquiry of its sender, whose response time runs from the arrival of the mail. No email is sent.',
  parameters: ofMail,
  responses: current,
  errors: { not_found: noMail, conflict: 'The mail is in a conversation already, or it has no sender.' },
})

export const downloadAttachmentDoc = doc(downloadAttachment, {
  tag,
  summary: 'Download a file of a mail',
  description: 'As an attachment, sandboxed. A mail that could not be read has its raw form as a file.',
  parameters: { ...ofMail, file: idOf('the file') },
  responses: { 200: { description: 'The file.' } },
  errors: { not_found: 'There is no such file.' },
})
