import * as v from 'valibot'
import { doc, get, post, put, tagged } from './call'
import { exampleId, idOf, noInquiry } from './doc-parts'
import { emailText } from './email-text'
import { byField, contactFields, isRequired } from './forms'
import { idempotencyDoc, idempotencyHeaders } from './idempotency'
import { inquiryStatus, inquiryTable } from './inquiries'
import { idParams, recordId } from './parameters'
import { changeOf, readOf, right } from './policy'
import { mailsLeft, maxReplyFiles, maxReplyLength, replyFile, tooManyFiles } from './replies'
import { done } from './users'
import { optionalLine, writtenText } from './written-text'

const instant = v.string()

/** A note of the team: visitors never see it. */
const teamNote = v.object({
  id: v.string(),
  text: v.string(),
  by: v.string(),
  at: instant,
  /** The names of the colleagues it was mailed to. */
  mentions: v.array(v.string()),
})

/** A reply as it is being written. Unlike a reply it may be incomplete. */
const storedDraft = v.strictObject({
  subject: optionalLine('Subject', maxReplyLength.subject),
  text: v.pipe(v.string(), v.maxLength(2 * maxReplyLength.text, 'The text is too long to be kept')),
  /** Addresses as they are typed. */
  cc: v.optional(optionalLine('Cc', 2_000)),
  files: v.optional(v.pipe(v.array(recordId), v.maxLength(maxReplyFiles, tooManyFiles))),
})
export type StoredDraft = v.InferOutput<typeof storedDraft>

/** Fields of the contact form that may be left out. */
const optional: Record<never, never> = byField(
  contactFields.filter((name) => !isRequired(name)),
  () => v.optional(v.string()),
)

/** `GET /api/forms/inbox/{id}`: what surrounds the messages of a conversation. */
export const conversation = v.object({
  id: v.string(),
  visitor: v.object({ name: v.string(), email: emailText, interest: v.string(), message: v.string(), ...optional }),
  notes: v.array(teamNote),
  /** The caller's text that was not sent yet. */
  draft: v.nullable(
    v.object({
      subject: v.string(),
      text: v.string(),
      cc: v.optional(v.string()),
      files: v.optional(v.array(replyFile)),
    }),
  ),
  /** The end of the caller's replies. */
  signature: v.optional(v.string()),
  /** The names of colleagues who are writing a reply. */
  replying: v.array(v.string()),
  /** Other inquiries of the address, newest first, ten at most. */
  earlier: v.array(
    v.object({ id: v.string(), receivedAt: instant, status: inquiryStatus, spam: v.boolean(), line: v.string() }),
  ),
})
export type Conversation = v.InferOutput<typeof conversation>

/** `POST /api/forms/submissions/{id}/notes`. `@ana` mails it to the colleague with this handle. */
export const maxNoteLength = 2_000
const edit = right(inquiryTable, 'edit')

export const frameMail = get('frameMail', '/api/forms/inbox/frame', {
  ...readOf(inquiryTable),
  query: v.object({ pictures: v.optional(v.picklist(['true', 'false']), 'false') }),
  response: { 200: { type: 'text/html' } },
})

export const readConversation = get('readConversation', '/api/forms/submissions/:id/conversation', {
  ...readOf(inquiryTable),
  params: idParams,
  response: { 200: conversation },
  errors: ['not_found'],
})

export const exportConversation = get('exportConversation', '/api/forms/submissions/:id/export', {
  access: right(inquiryTable, 'export'),
  limit: 'export',
  audit: { action: 'export', record: 'id' },
  params: idParams,
  response: { 200: { type: 'text/plain' } },
  errors: ['not_found'],
})

export const addNote = post('addNote', '/api/forms/submissions/:id/notes', {
  access: edit,
  limit: 'send',
  audit: { action: 'update', record: 'id', names: true },
  params: idParams,
  headers: idempotencyHeaders,
  body: { schema: v.strictObject({ text: writtenText('Note', maxNoteLength) }) },
  response: { 200: conversation },
  errorDetails: { 429: v.partial(mailsLeft) },
  errors: ['not_found', 'invalid_request', 'invalid_input', 'too_many_requests'],
})

export const saveDraft = put('saveDraft', '/api/forms/submissions/:id/draft', {
  ...changeOf(inquiryTable),
  // Drafts are private.
  audit: false,
  params: idParams,
  body: { schema: storedDraft },
  response: { 200: done },
  errors: ['not_found', 'invalid_input'],
})

export const docs = () => {
  const ofInquiry = { id: idOf('the inquiry') }
  const conversation = {
    id: exampleId,
    visitor: { name: 'Zoë Quinn', email: 'zoe@example.com', interest: 'Birthday Party', message: 'Is Saturday free?' },
    notes: [
      {
        id: '3f1c9a0b5d7e2468',
        text: '@sam, can the oak range take 12?',
        by: 'ana@archery.example',
        at: '2026-05-01T10:05:00.000Z',
        mentions: ['Sam'],
      },
    ],
    draft: { subject: 'Your party', text: 'Hi Zoë,' },
    replying: [],
    earlier: [],
  }
  return tagged('Inbox', [
    doc(frameMail, {
      summary: 'A frame for the markup of a message',
      description:
        'An empty page in which nothing runs, for a frame of the inbox: it fills in the markup of a message that it has cleaned once more. Its policy lets pictures load only with `pictures`.',
      parameters: {
        pictures: {
          description: 'Lets pictures load: their servers then learn that the message was opened.',
          example: 'true',
        },
      },
      responses: { 200: { description: 'The page.' } },
    }),
    doc(readConversation, {
      summary: 'What surrounds a conversation',
      description:
        "The visitor, the notes of the team, the caller's own draft, which colleagues are writing a reply, and earlier inquiries of the address.",
      parameters: ofInquiry,
      responses: { 200: { description: 'The conversation.', example: conversation } },
      errors: noInquiry,
    }),
    doc(exportConversation, {
      summary: 'Export a conversation',
      description:
        'One text to download: messages in both directions, oldest first, with the names of their files, and the notes of the team. Drafts are left out.',
      parameters: ofInquiry,
      responses: { 200: { description: 'The text.' } },
      errors: noInquiry,
    }),
    doc(addNote, {
      summary: 'Add a note',
      description: 'For the team only. It is mailed to the colleagues it mentions.',
      parameters: { ...ofInquiry, ...idempotencyDoc('One value per note: a repeated request adds it once.') },
      body: { example: { text: '@sam, can the oak range take 12?' } },
      responses: { 200: { description: 'The conversation with the note.', example: conversation } },
      errors: {
        ...noInquiry,
        invalid_request: 'The Idempotency-Key is not valid.',
        invalid_input: 'The note is empty or too long.',
        too_many_requests: 'Its author, or the school, has written to as many people as they may within 24 hours.',
      },
    }),
    doc(saveDraft, {
      summary: 'Keep a draft',
      description:
        "Stores the caller's draft; an empty text deletes it. Colleagues see that someone is writing, but not the text. Sending a reply deletes its author's draft.",
      parameters: ofInquiry,
      body: { example: { subject: 'Your party', text: 'Hi Zoë,', cc: 'sam@example.com', files: [exampleId] } },
      responses: { 200: { description: 'Kept.', example: { success: true } } },
      errors: { ...noInquiry, invalid_input: 'It is too long.' },
    }),
  ])
}
