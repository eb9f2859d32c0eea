import * as v from 'valibot'
import { doc, get, post, tagged } from './call'
import { currentInquiry, exampleId, idOf, noInquiry } from './doc-parts'
import { seconds } from './durations'
import { emailText } from './email-text'
import { idempotencyDoc, idempotencyHeaders } from './idempotency'
import { inquiry, inquiryTable } from './inquiries'
import { formBytes, idParams, recordId } from './parameters'
import { changeOf, readOf, right } from './policy'
import { maxUploadBytes, uploadedFile } from './tables'
import { writtenLine, writtenText } from './written-text'

/** Files of one reply. With what their encoding adds, common mail servers take them. */
export const maxReplyFiles = 10
export const maxReplyFileBytes = 2 * maxUploadBytes
/** Files that were uploaded for the replies of one inquiry. */
export const maxInquiryFiles = 200
/** People who get a copy of one reply. */
export const maxCopies = 5

/** A file that a reply carries. */
export const replyFile = uploadedFile
export type ReplyFile = v.InferOutput<typeof replyFile>

/** In bytes. */
export const sizeOfFiles = (files: readonly Pick<ReplyFile, 'size'>[]) => files.reduce((sum, { size }) => sum + size, 0)
export const tooManyFiles = `A reply has at most ${maxReplyFiles} files of ${maxReplyFileBytes / 1024 ** 2} MB together.`

const instant = v.string()

/** In characters. */
export const maxReplyLength = { subject: 150, text: 5_000 } as const

/** `POST /api/forms/submissions/{id}/reply`. The subject is a mail header: one line. */
export const replyDraft = v.strictObject({
  subject: writtenLine('Subject', maxReplyLength.subject),
  text: writtenText('Text', maxReplyLength.text),
})
export type ReplyDraft = v.InferOutput<typeof replyDraft>

/** The most days ahead that mail can be scheduled. */
export const maxDaysAhead = 30
/** The time that a reply waits in which it can be undone. */
export const undoSendTime = seconds(10)

/** The body of that call: a draft, and how it is sent. */
const replyRequest = v.strictObject({
  ...replyDraft.entries,
  /** Recipients of a copy: each sees the others and the visitor. */
  cc: v.optional(v.pipe(v.array(emailText), v.maxLength(maxCopies, `At most ${maxCopies} people get a copy`))),
  /** The ids of uploaded files. */
  files: v.optional(v.pipe(v.array(recordId), v.maxLength(maxReplyFiles, tooManyFiles))),
  /** The newest message that its author has seen. A newer one refuses the reply, unless `anyway`. */
  seen: v.optional(v.pipe(v.string(), v.maxLength(200))),
  anyway: v.optional(v.boolean()),
  /** Holds the mail for ten seconds, in which it can be undone. */
  undoable: v.optional(v.boolean()),
  /** Holds the mail until then. */
  sendAt: v.optional(v.pipe(v.string(), v.isoTimestamp('This is not a time'))),
  /** Addresses in `cc` that the conversation does not know, as its author has seen them. Each has to be named. */
  confirmed: v.optional(v.pipe(v.array(emailText), v.maxLength(maxCopies))),
})
export type ReplyRequest = v.InferOutput<typeof replyRequest>

/** Details of a refused reply: the message that arrived while it was written. */
export const newerMessage = v.object({
  newer: v.object({ id: v.string(), at: instant, by: v.string(), text: v.string() }),
})
export type NewerMessage = v.InferOutput<typeof newerMessage>['newer']

/** Details of a refused reply: addresses in `cc` that neither the conversation knows nor a mail server vouches for. */
export const unprovenCopies = v.object({ unproven: v.array(v.string()) })

/**
 * `GET /api/forms/submissions/{id}/drafts`: the matching templates, filled in. `missing` names placeholders without a value:
 * they are left in the text, and it cannot be sent before they are replaced.
 */
const replyDrafts = v.array(
  v.object({
    id: v.string(),
    title: v.string(),
    /** Typed after `;` to get the text. */
    shortcut: v.optional(v.string()),
    subject: v.string(),
    text: v.string(),
    missing: v.array(v.string()),
  }),
)
export type ReplyDrafts = v.InferOutput<typeof replyDrafts>

/** Details of a refusal (429) of mail: the recipients that are left, and when enough will be; `null`: there are too many. */
export const mailsLeft = v.object({ left: v.number(), endsAt: v.nullable(v.string()) })

const edit = right(inquiryTable, 'edit')

export const undoReply = post('undoReply', '/api/forms/submissions/:id/unsend', {
  ...changeOf(inquiryTable),
  audit: { action: 'update', record: 'id', names: true },
  params: idParams,
  body: { schema: v.strictObject({ reply: v.pipe(v.string(), v.maxLength(200)) }) },
  response: { 200: inquiry },
  errors: ['not_found', 'conflict', 'invalid_input'],
})

export const uploadReplyFile = post('uploadReplyFile', '/api/upload/replies/:id', {
  access: edit,
  limit: 'upload',
  audit: { action: 'upload', record: 'id' },
  params: idParams,
  body: { type: 'multipart/form-data', schema: v.object({ file: v.file() }), maxBytes: maxUploadBytes + formBytes },
  response: { 201: replyFile },
  errors: ['invalid_request', 'not_found', 'conflict', 'invalid_input'],
})

export const downloadReplyFile = get('downloadReplyFile', '/api/forms/submissions/:id/files/:file', {
  ...readOf(inquiryTable),
  params: v.object({ id: recordId, file: recordId }),
  response: { 200: { type: 'application/octet-stream' } },
  errors: ['not_found'],
})

export const draftReplies = get('draftReplies', '/api/forms/submissions/:id/drafts', {
  ...readOf(inquiryTable),
  params: idParams,
  query: v.object({ all: v.optional(v.picklist(['true', 'false']), 'false') }),
  response: { 200: replyDrafts },
  errors: ['not_found'],
})

export const replyToInquiry = post('replyToInquiry', '/api/forms/submissions/:id/reply', {
  access: edit,
  limit: 'send',
  audit: { action: 'reply', record: 'id' },
  params: idParams,
  headers: idempotencyHeaders,
  body: { schema: replyRequest },
  response: { 200: inquiry },
  errorDetails: {
    409: v.partial(v.object({ ...newerMessage.entries, ...unprovenCopies.entries })),
    429: v.partial(mailsLeft),
  },
  errors: ['forbidden', 'not_found', 'invalid_request', 'conflict', 'invalid_input', 'too_many_requests'],
})

export const docs = () => {
  const ofInquiry = { id: idOf('the inquiry') }
  const idempotency = idempotencyDoc('One value per filled-in form: a repeated request gets the first response.')
  const ofConversation = tagged('Inbox', [
    doc(undoReply, {
      summary: 'Undo a reply',
      description:
        'Drops a reply that is still held, and restores the status it changed. Its text becomes the draft of the caller.',
      parameters: ofInquiry,
      body: { example: { reply: `<${exampleId}.reply-0f8fad5bd9cb469f@archery.example>` } },
      responses: currentInquiry,
      errors: { ...noInquiry, conflict: 'It was sent already.', invalid_input: 'No reply is named.' },
    }),
    doc(uploadReplyFile, {
      summary: 'Upload a file for a reply',
      description:
        'PDF, PNG, JPEG, WebP, documents without macros, texts and calendar files up to 5 MB, whose content and file extension agree. Pictures lose their metadata. Name the `id` in a reply or a draft; what neither holds is deleted after two days.',
      parameters: ofInquiry,
      body: { description: 'One part named `file`.' },
      responses: {
        201: {
          description: 'Stored.',
          example: {
            id: exampleId,
            name: 'prices.pdf',
            size: 20_480,
            type: 'application/pdf',
            url: `/api/forms/submissions/${exampleId}/files/${exampleId}`,
          },
        },
      },
      errors: {
        invalid_request: 'The form does not hold exactly one file.',
        ...noInquiry,
        conflict: 'The inquiry has the maximum number of files.',
        invalid_input: 'Files of this type are not accepted.',
      },
    }),
    doc(downloadReplyFile, {
      summary: 'Download a file of a reply',
      description: 'As an attachment, sandboxed.',
      parameters: { ...ofInquiry, file: idOf('the file') },
      responses: { 200: { description: 'The file.' } },
      errors: { not_found: 'There is no such file.' },
    }),
  ])
  const ofInquiries = tagged('Inquiries', [
    doc(draftReplies, {
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
    }),
    doc(replyToInquiry, {
      summary: 'Answer an inquiry',
      description:
        'Queues the email to the visitor and marks the inquiry as answered. `undoable` holds it for ten seconds, `sendAt` until then. `cc` gets copies, `files` are sent with it. A copy to an address that is neither known to the conversation nor proven in it needs to be named in `confirmed`; service accounts cannot write to one. Without `anyway` it is refused when a newer message than `seen` has arrived.',
      parameters: { ...ofInquiry, ...idempotency },
      body: { example: { subject: 'Your party', text: 'Hi Zoë, Saturday the 9th is free.' } },
      responses: currentInquiry,
      errors: {
        ...noInquiry,
        invalid_request: 'The Idempotency-Key is not valid.',
        forbidden: 'A service account writes to an address that the conversation does not know.',
        conflict:
          'It is held as spam, a newer message has arrived (`newer`), or an address has to be confirmed (`unproven`).',
        too_many_requests:
          'The author or the school has written to as many people as they may within 24 hours: `left` are left, and at `endsAt` the reply fits.',
        invalid_input:
          'Subject or text is missing or too long, the time to send it is not within 30 days, an address is not valid, or the files are too large.',
      },
    }),
  ])
  return [...ofConversation, ...ofInquiries]
}
