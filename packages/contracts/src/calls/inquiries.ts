import * as v from 'valibot'
import { idempotencyHeader, idempotencyKey, submissionEnvelope, submissionReceipt } from '../forms'
import { erased, erasure, inquiry, inquiryCounters, replyDraft, replyDrafts, statusChange } from '../inquiries'
import { call, exampleId, idOf, parameter } from './call'

const tag = 'Inquiries'
const params = v.object({ id: idOf('the inquiry') })
const idempotencyHeaders = v.object({
  [idempotencyHeader]: parameter(
    v.optional(idempotencyKey),
    'One value per filled-in form: a repeated request gets the first answer.',
    'b3f0c1d2-7a51-4c7e-9f2e-0d6b1a2c3d4e',
  ),
})
const noInquiry = { not_found: 'There is no such inquiry.' }

const example = {
  id: exampleId,
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
      messageId: `<${exampleId}.notification@archery.example>`,
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
const currentInquiry = { 200: { description: 'The current inquiry.', schema: inquiry, example } }

export const submitForm = call({
  method: 'post',
  path: '/api/forms/submit',
  access: 'public',
  headers: idempotencyHeaders,
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
  response: {
    200: {
      description: 'Stored.',
      schema: submissionReceipt,
      example: {
        success: true,
        message: 'Thank you for your message. We will respond within 24 hours.',
        id: exampleId,
      },
    },
  },
  errors: {
    invalid_request: 'The Idempotency-Key is not valid.',
    not_found: 'There is no such form.',
    duplicate: 'The same message was sent within the last day.',
    invalid_input: 'Fields are missing or not valid.',
    too_many_requests: 'Too many messages from this network.',
  },
  errorDetails: { 409: v.object({ success: v.literal(false), message: v.string() }) },
  detail: {
    id: 'submitForm',
    tag,
    summary: 'Send a form',
    description:
      'Stores what a visitor filled in, together with the emails it causes, before answering. The fields are those of the stored form; the contact form has name, email, interest and message.',
  },
})

export const countInquiries = call({
  method: 'get',
  path: '/api/forms/submissions/counters',
  access: 'staff',
  response: {
    200: {
      description: 'The counts.',
      schema: inquiryCounters,
      example: { new: 3, inProgress: 1, overdue: 0, dueSoon: 1, spam: 12, failed: 0 },
    },
  },
  detail: {
    id: 'countInquiries',
    tag,
    summary: 'Inquiry counters',
    description: 'Open inquiries by status, those due soon, and those with failed emails.',
  },
})

export const readInquiry = call({
  method: 'get',
  path: '/api/forms/submissions/:id',
  access: 'staff',
  params,
  response: { 200: { description: 'The inquiry.', schema: inquiry, example } },
  errors: noInquiry,
  detail: {
    id: 'readInquiry',
    tag,
    summary: 'An inquiry with its emails',
    description: "Its status, and the emails it caused with their delivery state. The visitor's text is in the table.",
  },
})

export const draftReplies = call({
  method: 'get',
  path: '/api/forms/submissions/:id/drafts',
  access: 'staff',
  params,
  response: {
    200: {
      description: 'The drafts.',
      schema: replyDrafts,
      example: [{ id: 'party', title: 'Party', subject: 'Your party', text: 'Hi Zoë, …', missing: [] }],
    },
  },
  errors: noInquiry,
  detail: {
    id: 'draftReplies',
    tag,
    summary: 'Reply drafts',
    description: "The reply templates for the inquiry's interest, filled in.",
  },
})

export const setInquiryStatus = call({
  method: 'post',
  path: '/api/forms/submissions/:id/status',
  access: 'staff',
  params,
  body: { schema: statusChange, example: { status: 'answered' } },
  response: currentInquiry,
  errors: { ...noInquiry, invalid_input: 'There is no such status.' },
  detail: { id: 'setInquiryStatus', tag, summary: 'Set the status of an inquiry', description: 'Changes its status.' },
})

export const resendMails = call({
  method: 'post',
  path: '/api/forms/submissions/:id/resend',
  access: 'staff',
  params,
  response: currentInquiry,
  errors: { ...noInquiry, conflict: 'No email has failed or is waiting.' },
  detail: {
    id: 'resendMails',
    tag,
    summary: 'Send failed emails again',
    description: 'Puts the failed emails of an inquiry back into the queue, each under its Message-ID.',
  },
})

export const markAsSpam = call({
  method: 'post',
  path: '/api/forms/submissions/:id/spam',
  access: 'staff',
  params,
  response: currentInquiry,
  errors: { ...noInquiry, conflict: 'It is held as spam already, or it was answered.' },
  detail: {
    id: 'markAsSpam',
    tag,
    summary: 'Mark an inquiry as spam',
    description: 'Holds it and later messages from its sender. Releasing one of them lifts this.',
  },
})

export const releaseInquiry = call({
  method: 'post',
  path: '/api/forms/submissions/:id/not-spam',
  access: 'staff',
  params,
  response: currentInquiry,
  errors: { ...noInquiry, conflict: 'It is not held as spam.' },
  detail: {
    id: 'releaseInquiry',
    tag,
    summary: 'Release an inquiry that was held as spam',
    description: 'Treats it as an ordinary message and sends the emails that it would have caused.',
  },
})

export const replyToInquiry = call({
  method: 'post',
  path: '/api/forms/submissions/:id/reply',
  access: 'staff',
  params,
  headers: idempotencyHeaders,
  body: { schema: replyDraft, example: { subject: 'Your party', text: 'Hi Zoë, Saturday the 9th is free.' } },
  response: currentInquiry,
  errors: {
    ...noInquiry,
    invalid_request: 'The Idempotency-Key is not valid.',
    conflict: 'It is held as spam.',
    invalid_input: 'Subject or text is missing or too long.',
  },
  detail: {
    id: 'replyToInquiry',
    tag,
    summary: 'Answer an inquiry',
    description: 'Queues the email to the visitor and marks the inquiry as answered.',
  },
})

export const eraseAddress = call({
  method: 'post',
  path: '/api/forms/erasures',
  access: 'admin',
  body: { schema: erasure, example: { email: 'zoe@example.com' } },
  response: {
    200: {
      description: 'Erased: how many inquiries and records of students there were.',
      schema: erased,
      example: { success: true, deleted: 2, students: 0 },
    },
  },
  errors: {
    invalid_input: 'The email address is not valid.',
    recent_sign_in_required: 'The sign-in is older than 15 minutes. Sign in again, then repeat the call.',
    unavailable: 'It is not complete yet. It continues automatically; repeat the call to be sure.',
  },
  detail: {
    id: 'eraseAddress',
    tag,
    summary: "Erase a person's data",
    description:
      'Permanently deletes every inquiry and every student with an address, also from the trash, what waits to be mailed to it, and the values in their history.',
  },
})
