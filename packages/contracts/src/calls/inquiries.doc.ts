import { doc } from './call-doc'
import {
  countInquiries,
  draftReplies,
  eraseAddress,
  markAsSpam,
  readInquiry,
  readMessage,
  releaseInquiry,
  replyToInquiry,
  resendMails,
  setInquiryStatus,
  startInquiryBatch,
  undoInquiryAction,
} from './inquiries'
import { exampleConversation, exampleInquiry } from './inquiry-example'
import { exampleId, idempotencyDoc, idOf } from './parameters.doc'

const tag = 'Inquiries'
const ofInquiry = { id: idOf('the inquiry') }
const idempotency = idempotencyDoc('One value per filled-in form: a repeated request gets the first response.')
const exampleJob = (state: 'running' | 'done') => ({
  ...{ id: exampleId, kind: 'inquiries', table: 'contact_submissions', state, total: 1, skipped: [] },
  ...{ done: state === 'done' ? 1 : 0, changed: state === 'done' ? 1 : 0, undoable: state === 'done' },
  actor: { id: exampleId, email: 'ivy@archery.example' },
  createdAt: '2026-05-01T10:00:00.000Z',
  startedAt: '2026-05-01T10:00:00.000Z',
  endedAt: state === 'done' ? '2026-05-01T10:00:01.000Z' : null,
})

const currentInquiry = { 200: { description: 'The current inquiry.', example: exampleInquiry } }
const noInquiry = { not_found: 'There is no such inquiry.' }

export const countInquiriesDoc = doc(countInquiries, {
  tag,
  summary: 'Inquiry counters',
  description: 'Open inquiries by status, those due soon, and those with failed emails.',
  responses: {
    200: {
      description: 'The counts.',
      example: { new: 3, inProgress: 1, overdue: 0, dueSoon: 1, spam: 12, failed: 0 },
    },
  },
})

export const readInquiryDoc = doc(readInquiry, {
  tag,
  summary: 'An inquiry with its emails',
  description:
    'Its status, the emails it caused with their delivery state, and the last 50 messages of the conversation, oldest first: the inquiry itself, the answers of staff, and the emails of the visitor. Long texts are cut (`isCut`), and formatting is left out (`hasHtml`).',
  parameters: {
    ...ofInquiry,
    before: { description: 'The id of a message: those before it are read.', example: exampleId },
  },
  responses: { 200: { description: 'The inquiry.', example: exampleConversation } },
  errors: noInquiry,
})

export const readMessageDoc = doc(readMessage, {
  tag,
  summary: 'Read one email of a conversation completely',
  description: 'With its formatting, where it has some, the complete text and all files.',
  parameters: { ...ofInquiry, message: idOf('the message') },
  responses: { 200: { description: 'The message.', example: exampleConversation.messages[0]! } },
  errors: { not_found: 'The conversation has no such incoming email.' },
})

export const draftRepliesDoc = doc(draftReplies, {
  tag,
  summary: 'Reply drafts',
  description: "The reply templates for the inquiry's interest, filled in.",
  parameters: {
    ...ofInquiry,
    all: { description: 'Also those for other interests, after the matching ones.', example: 'false' },
  },
  responses: {
    200: {
      description: 'The drafts.',
      example: [{ id: 'party', title: 'Party', subject: 'Your party', text: 'Hi Zoë, …', missing: [] }],
    },
  },
  errors: noInquiry,
})

export const setInquiryStatusDoc = doc(setInquiryStatus, {
  tag,
  summary: 'Set the status of an inquiry',
  description: 'Changes its status.',
  parameters: ofInquiry,
  body: { example: { status: 'answered' } },
  responses: currentInquiry,
  errors: { ...noInquiry, invalid_input: 'There is no such status.' },
})

export const resendMailsDoc = doc(resendMails, {
  tag,
  summary: 'Send failed emails again',
  description: 'Puts the failed emails of an inquiry back into the queue, each with its original Message-ID.',
  parameters: ofInquiry,
  responses: currentInquiry,
  errors: { ...noInquiry, conflict: 'No email has failed or is waiting.' },
})

export const markAsSpamDoc = doc(markAsSpam, {
  tag,
  summary: 'Mark an inquiry as spam',
  description: 'Holds it and later inquiries from its sender. Releasing one of them lifts this.',
  parameters: ofInquiry,
  responses: currentInquiry,
  errors: { ...noInquiry, conflict: 'It is held as spam already, or it was answered.' },
})

export const releaseInquiryDoc = doc(releaseInquiry, {
  tag,
  summary: 'Release an inquiry that was held as spam',
  description: 'Treats it as an ordinary inquiry and sends the emails that it would have caused.',
  parameters: ofInquiry,
  responses: currentInquiry,
  errors: { ...noInquiry, conflict: 'It is not held as spam.' },
})

export const undoInquiryActionDoc = doc(undoInquiryAction, {
  tag,
  summary: 'Undo the last action on an inquiry',
  description:
    'Restores what its last change of status, spam or assignee replaced, the reason of a hold included. Emails that were sent stay sent.',
  parameters: ofInquiry,
  responses: currentInquiry,
  errors: { ...noInquiry, conflict: 'There is nothing to undo.' },
})

export const startInquiryBatchDoc = doc(startInquiryBatch, {
  tag,
  summary: 'Change several inquiries',
  description:
    'Marks inquiries as spam or not spam, closes them, or assigns them to a person. Give ids, or a list query with the total that was shown. It runs as a job, which lists what was skipped and why; its undo restores each inquiry to what it was.',
  body: { example: { action: 'close', ids: [exampleId] } },
  responses: {
    200: { description: 'The job, which has ended.', example: exampleJob('done') },
    202: { description: 'The job, which continues in the background.', example: exampleJob('running') },
  },
  errors: {
    invalid_request: 'The query is not one of the table.',
    conflict: 'Another number of inquiries matches the query now.',
    invalid_input: 'The action is unknown, the person may not see inquiries, or there are too many.',
  },
})

export const replyToInquiryDoc = doc(replyToInquiry, {
  tag,
  summary: 'Answer an inquiry',
  description:
    'Queues the email to the visitor and marks the inquiry as answered. `undoable` holds it for ten seconds, `sendAt` until then. `cc` gets copies, `files` are sent with it. Without `anyway` it is refused when a newer message than `seen` has arrived.',
  parameters: { ...ofInquiry, ...idempotency },
  body: { example: { subject: 'Your party', text: 'Hi Zoë, Saturday the 9th is free.' } },
  responses: currentInquiry,
  errors: {
    ...noInquiry,
    invalid_request: 'The Idempotency-Key is not valid.',
    conflict: 'It is held as spam, or a newer message has arrived: `newer`.',
    invalid_input:
      'Subject or text is missing or too long, the time to send it is not within a year, an address is not valid, or the files are too large.',
  },
})

export const eraseAddressDoc = doc(eraseAddress, {
  tag,
  summary: "Erase a person's data",
  description:
    'Permanently deletes every inquiry and every student with an address, including those in the trash, the emails queued for it, and the values in their history.',
  body: { example: { email: 'zoe@example.com' } },
  responses: {
    200: {
      description: 'Erased, with the number of inquiries and student records.',
      example: { success: true, deleted: 2, students: 0 },
    },
  },
  errors: {
    invalid_input: 'The email address is not valid.',
    unavailable: 'It is not complete yet. It continues automatically; repeat the call to be sure.',
  },
})
