import { doc } from './call-doc'
import {
  addNote,
  assignInquiry,
  downloadReplyFile,
  exportConversation,
  followInbox,
  frameMail,
  listColleagues,
  listInbox,
  readConversation,
  saveDraft,
  snoozeInquiry,
  undoReply,
  uploadReplyFile,
} from './inbox'
import { exampleInquiry } from './inquiry-example'
import { exampleId, idempotencyDoc, idOf, pageDoc } from './parameters.doc'

const tag = 'Inbox'
const ofInquiry = { id: idOf('the inquiry') }
const noInquiry = { not_found: 'There is no such inquiry.' }
const currentInquiry = { 200: { description: 'The current inquiry.', example: exampleInquiry } }
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

export const listInboxDoc = doc(listInbox, {
  tag,
  summary: 'A view of the inbox',
  description:
    'Conversations with the first line of their newest message, 50 to a page, and the number in each view (up to 1,000). What is snoozed is in no other view until its time has come; then it waits for us, also when it was answered.',
  parameters: {
    view: {
      description:
        '`waiting` for us, `mine` and `unassigned` of those, `them`: answered, so waiting for the visitor; `snoozed`, `spam`.',
      example: 'waiting',
    },
    q: {
      description:
        'Searches all conversations instead of a view, the last changed first: each word, or the beginning of one, is in a message in either direction, its sender or subject, the name of a file, or a note. `line` is then a line that says it.',
      example: 'saturday',
    },
    page: pageDoc,
  },
  responses: {
    200: {
      description: 'One page of the view.',
      example: {
        data: [
          {
            id: exampleId,
            name: 'Zoë Quinn',
            email: 'zoe@example.com',
            line: 'Is Saturday free?',
            isOurs: false,
            at: '2026-05-01T10:00:00.000Z',
            status: 'new',
            spam: false,
            dueBy: '2026-05-02T10:00:00.000Z',
            snoozedUntil: null,
            assignee: null,
            assigneeName: null,
          },
        ],
        total: 1,
        counts: { waiting: 1, mine: 0, unassigned: 1, them: 4, snoozed: 0, spam: 0 },
      },
    },
  },
})

export const frameMailDoc = doc(frameMail, {
  tag,
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
})

export const followInboxDoc = doc(followInbox, {
  tag,
  summary: 'Follow the inbox',
  description:
    'Server-sent events. `changed` names the conversations that have changed or are being answered, as `{"ids": [...]}`. The stream ends after a minute, so that its successor checks the session again; load what is shown when one begins.',
  parameters: { for: { description: 'How many seconds it lasts, at most.', example: '55' } },
  responses: { 200: { description: 'The events.' } },
  errors: { unavailable: 'Too many inboxes are open at this replica.' },
})

export const listColleaguesDoc = doc(listColleagues, {
  tag,
  summary: 'The people who may see inquiries',
  description: 'Those who can be assigned to an inquiry, and mentioned in a note by their handle: `@ana`.',
  responses: {
    200: {
      description: 'The people.',
      example: [{ id: exampleId, name: 'Ana', email: 'ana@archery.example', handle: 'ana' }],
    },
  },
})

export const readConversationDoc = doc(readConversation, {
  tag,
  summary: 'What surrounds a conversation',
  description:
    "The visitor, the notes of the team, the caller's own draft, which colleagues are writing a reply, and earlier inquiries of the address.",
  parameters: ofInquiry,
  responses: { 200: { description: 'The conversation.', example: conversation } },
  errors: noInquiry,
})

export const exportConversationDoc = doc(exportConversation, {
  tag,
  summary: 'Export a conversation',
  description:
    'One text to download: messages in both directions, oldest first, with the names of their files, and the notes of the team. Drafts are left out.',
  parameters: ofInquiry,
  responses: { 200: { description: 'The text.' } },
  errors: noInquiry,
})

export const assignInquiryDoc = doc(assignInquiry, {
  tag,
  summary: 'Assign an inquiry',
  description: 'To a person who may see inquiries, or to nobody. It can be undone like a change of status.',
  parameters: ofInquiry,
  body: { example: { person: null } },
  responses: currentInquiry,
  errors: { ...noInquiry, invalid_input: 'This person may not see inquiries.' },
})

export const snoozeInquiryDoc = doc(snoozeInquiry, {
  tag,
  summary: 'Snooze an inquiry',
  description:
    'Takes it out of the views of the inbox until then, or puts it back. The response time goes on. A reply and closing it end the snooze.',
  parameters: ofInquiry,
  body: { example: { until: null } },
  responses: currentInquiry,
  errors: {
    ...noInquiry,
    conflict: 'It is closed or held as spam.',
    invalid_input: 'The time is in the past, or more than a year ahead.',
  },
})

export const addNoteDoc = doc(addNote, {
  tag,
  summary: 'Add a note',
  description: 'For the team only. It is mailed to the colleagues it mentions.',
  parameters: { ...ofInquiry, ...idempotencyDoc('One value per note: a repeated request adds it once.') },
  body: { example: { text: '@sam, can the oak range take 12?' } },
  responses: { 200: { description: 'The conversation with the note.', example: conversation } },
  errors: {
    ...noInquiry,
    invalid_request: 'The Idempotency-Key is not valid.',
    invalid_input: 'The note is empty or too long.',
  },
})

export const saveDraftDoc = doc(saveDraft, {
  tag,
  summary: 'Keep a draft',
  description:
    "Keeps what the caller is writing; an empty text drops it. Colleagues see that somebody is writing, not what. A reply drops its author's draft.",
  parameters: ofInquiry,
  body: { example: { subject: 'Your party', text: 'Hi Zoë,', cc: 'sam@example.com', files: [exampleId] } },
  responses: { 200: { description: 'Kept.', example: { success: true } } },
  errors: { ...noInquiry, invalid_input: 'It is too long.' },
})

export const undoReplyDoc = doc(undoReply, {
  tag,
  summary: 'Undo a reply',
  description:
    'Drops a reply that is still held, and restores the status it changed. Its text becomes the draft of the caller.',
  parameters: ofInquiry,
  body: { example: { reply: `<${exampleId}.reply-0f8fad5bd9cb469f@archery.example>` } },
  responses: currentInquiry,
  errors: { ...noInquiry, conflict: 'It was sent already.', invalid_input: 'No reply is named.' },
})

export const uploadReplyFileDoc = doc(uploadReplyFile, {
  tag,
  summary: 'Upload a file for a reply',
  description:
    'PDF, PNG, JPEG, WebP, documents without macros, texts and calendar files up to 5 MB, whose content and file extension agree. Pictures lose their metadata. Name the `id` in a reply or a draft; what neither holds is deleted after two days.',
  parameters: ofInquiry,
  body: { description: 'One part named `file`.' },
  responses: {
    201: {
      description: 'Stored.',
      example: {
        ...{ id: exampleId, name: 'prices.pdf', size: 20_480, type: 'application/pdf' },
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
})

export const downloadReplyFileDoc = doc(downloadReplyFile, {
  tag,
  summary: 'Download a file of a reply',
  description: 'As an attachment, sandboxed.',
  parameters: { ...ofInquiry, file: idOf('the file') },
  responses: { 200: { description: 'The file.' } },
  errors: { not_found: 'There is no such file.' },
})
