import { idempotencyHeader, submissionEnvelope, submissionReceipt } from '@app/contracts/forms'
import {
  erased,
  erasure,
  inquiry,
  inquiryCounters,
  replyDraft,
  replyDrafts,
  statusChange,
} from '@app/contracts/inquiries'
import * as v from 'valibot'
import { idParameter, type Operation, type Parameter, recordId } from '../operation'

const tag = 'Inquiries'
const ofInquiry = idParameter('the inquiry')
const key: Parameter = {
  in: 'header',
  name: idempotencyHeader,
  description: 'One value for each filled form: a repeat gets the first answer again.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
  example: 'b3f0c1d2-7a51-4c7e-9f2e-0d6b1a2c3d4e',
}
const unknown = { not_found: 'There is no such inquiry.' }

const example = {
  id: recordId,
  status: 'new',
  receivedAt: '2026-05-01T10:00:00.000Z',
  dueBy: '2026-05-02T10:00:00.000Z',
  answeredAt: null,
  spam: false,
  spamReason: null,
  mailState: 'sent',
  mailError: null,
  mails: [
    {
      messageId: `<${recordId}.notification@archery.example>`,
      kind: 'notification',
      to: 'school@archery.example',
      state: 'sent',
      attempts: 1,
      reason: null,
      nextTryAt: null,
      sentAt: '2026-05-01T10:00:02.000Z',
    },
  ],
  replies: [],
}

const changes = (part: Pick<Operation, 'path' | 'id' | 'summary' | 'description'> & Partial<Operation>): Operation => ({
  method: 'post',
  tag,
  for: 'admins',
  parameters: [ofInquiry],
  answers: { 200: { description: 'The inquiry as it is now.', schema: inquiry, example } },
  ...part,
  fails: { ...unknown, ...part.fails },
})

/** What the forms service answers. */
export const inquiryOperations: Operation[] = [
  {
    method: 'post',
    path: '/api/forms/submit',
    id: 'submitForm',
    tag,
    summary: 'Send a form',
    description:
      'Takes what a visitor filled in. It is stored together with the mails it causes before the answer goes out. The fields are those of the stored form; the contact form has name, email, interest and message.',
    for: 'everybody',
    parameters: [key],
    body: {
      schema: submissionEnvelope,
      example: {
        formId: 'contact_form',
        name: 'Zoë Quinn',
        email: 'zoe@example.com',
        interest: 'Birthday Party',
        message: 'A party for ten children on a Saturday, please.',
      },
    },
    answers: {
      200: {
        description: 'Taken.',
        schema: submissionReceipt,
        example: {
          success: true,
          message: 'Thank you for your message. We will respond within 24 hours.',
          id: recordId,
        },
      },
    },
    fails: {
      invalid_request: 'The Idempotency-Key is not one.',
      not_found: 'There is no such form.',
      duplicate: 'The same message was sent within the last day.',
      invalid_input: 'Fields are missing or not valid.',
      too_many_requests: 'Too many messages from this network.',
    },
    failsWith: { 409: v.object({ success: v.literal(false), message: v.string() }) },
  },
  {
    method: 'get',
    path: '/api/forms/submissions/counters',
    id: 'countInquiries',
    tag,
    summary: 'How many inquiries wait',
    description: 'Open inquiries by state, those about to be late, and those whose mails failed.',
    for: 'admins',
    answers: {
      200: {
        description: 'The counts.',
        schema: inquiryCounters,
        example: { new: 3, inProgress: 1, overdue: 0, dueSoon: 1, spam: 12, failed: 0 },
      },
    },
  },
  {
    method: 'get',
    path: '/api/forms/submissions/{id}',
    id: 'readInquiry',
    tag,
    summary: 'An inquiry with its mails',
    description:
      'How far staff are with it, which mails it caused and how those fare. What the visitor wrote is in the table.',
    for: 'admins',
    parameters: [ofInquiry],
    answers: { 200: { description: 'The inquiry.', schema: inquiry, example } },
    fails: unknown,
  },
  {
    method: 'get',
    path: '/api/forms/submissions/{id}/drafts',
    id: 'draftReplies',
    tag,
    summary: 'Replies to choose from',
    description: 'The reply templates that fit the interest of the inquiry, filled in.',
    for: 'admins',
    parameters: [ofInquiry],
    answers: {
      200: {
        description: 'The drafts.',
        schema: replyDrafts,
        example: [{ id: 'party', title: 'Party', subject: 'Your party', text: 'Hello Zoë, …' }],
      },
    },
    fails: unknown,
  },
  changes({
    path: '/api/forms/submissions/{id}/status',
    id: 'setInquiryStatus',
    summary: 'Say how far an inquiry is',
    description: 'Changes its status.',
    body: { schema: statusChange, example: { status: 'answered' } },
    fails: { invalid_input: 'There is no such status.' },
  }),
  changes({
    path: '/api/forms/submissions/{id}/resend',
    id: 'resendMails',
    summary: 'Send failed mails again',
    description: 'Puts the failed mails of an inquiry back into the queue, each under its Message-ID.',
    fails: { conflict: 'None has failed.' },
  }),
  changes({
    path: '/api/forms/submissions/{id}/not-spam',
    id: 'releaseInquiry',
    summary: 'Release an inquiry that was held as spam',
    description: 'It is taken for a message of a person, and the mails it would have caused are sent.',
    fails: { conflict: 'It is not held as spam.' },
  }),
  changes({
    path: '/api/forms/submissions/{id}/reply',
    id: 'replyToInquiry',
    summary: 'Answer an inquiry',
    description: 'Queues the mail to the visitor and marks the inquiry as answered.',
    parameters: [ofInquiry, key],
    body: { schema: replyDraft, example: { subject: 'Your party', text: 'Hello Zoë, Saturday the 9th is free.' } },
    fails: {
      invalid_request: 'The Idempotency-Key is not one.',
      conflict: 'Spam is not answered.',
      invalid_input: 'Subject or text is missing or too long.',
    },
  }),
  {
    method: 'post',
    path: '/api/forms/erasures',
    id: 'eraseAddress',
    tag,
    summary: 'Erase what an address wrote',
    description: 'Deletes every inquiry of an address for good, also those in the trash.',
    for: 'admins',
    body: { schema: erasure, example: { email: 'zoe@example.com' } },
    answers: {
      200: { description: 'Erased, and how many there were.', schema: erased, example: { success: true, deleted: 2 } },
    },
    fails: { invalid_input: 'The e-mail address is not one.' },
  },
]
