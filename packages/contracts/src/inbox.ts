import * as v from 'valibot'
import { doc, get, post, tagged } from './call'
import { currentInquiry, exampleId, idOf, noInquiry, pageDoc } from './doc-parts'
import { emailText } from './email-text'
import { inquiry, inquiryStatus, inquiryTable } from './inquiries'
import { idParams, pageNumber, recordId } from './parameters'
import { changeOf, readOf } from './policy'

const instant = v.string()

/**
 * The views of the inbox. `waiting`: for us; `them`: for the visitor; `held`: with an answer whose author lost the right before it was
 * sent, or one that waits longer than answers may.
 */
export const inboxView = v.picklist(['waiting', 'mine', 'unassigned', 'them', 'snoozed', 'held', 'spam'])
export type InboxView = v.InferOutput<typeof inboxView>

/** Rows of one page. */
export const inboxPageSize = 50
/** Counts end here, so that an old view costs no more than a small one. */
export const maxInboxCount = 1_000

/** The longest text that may be searched for, in characters. */
const maxInboxSearch = 200

/** The data of the event `changed` of `GET /api/forms/inbox/live`: which conversations to load again. */
export const inboxEvent = v.object({ ids: v.array(v.string()) })

/** A person of the team. `handle` mentions them in a note: `@ana`. */
export const colleague = v.object({ id: v.string(), name: v.string(), email: emailText, handle: v.string() })
export type Colleague = v.InferOutput<typeof colleague>

const inboxRow = v.object({
  id: v.string(),
  name: v.string(),
  email: emailText,
  /** The first line of the newest message. */
  line: v.string(),
  /** Staff wrote it. */
  isOurs: v.boolean(),
  /** The sender of an incoming mail: see `sender` and `proven` of a message. */
  from: v.optional(
    v.object({ address: v.string(), sender: v.picklist(['visitor', 'known', 'other']), proven: v.boolean() }),
  ),
  /** When it came or was written. */
  at: instant,
  status: inquiryStatus,
  spam: v.boolean(),
  dueBy: v.nullable(instant),
  snoozedUntil: v.nullable(instant),
  /** The id of a person. */
  assignee: v.nullable(v.string()),
  assigneeName: v.nullable(v.string()),
})
export type InboxRow = v.InferOutput<typeof inboxRow>

/** `GET /api/forms/inbox`. What is due first comes first; answered conversations and spam begin with the newest. */
export const inboxPage = v.object({
  data: v.array(inboxRow),
  total: v.number(),
  counts: v.object({
    waiting: v.number(),
    mine: v.number(),
    unassigned: v.number(),
    them: v.number(),
    snoozed: v.number(),
    /** Services of earlier releases leave it out. */
    held: v.optional(v.number()),
    spam: v.number(),
  }),
})
export type InboxPage = v.InferOutput<typeof inboxPage>
export type InboxCounts = InboxPage['counts']

export const listInbox = get('listInbox', '/api/forms/inbox', {
  ...readOf(inquiryTable),
  query: v.object({
    view: v.optional(inboxView, 'waiting'),
    q: v.optional(v.pipe(v.string(), v.maxLength(maxInboxSearch))),
    page: pageNumber,
  }),
  response: { 200: inboxPage },
})

export const followInbox = get('followInbox', '/api/forms/inbox/live', {
  ...readOf(inquiryTable),
  origin: 'same',
  query: v.object({ for: v.optional(v.pipe(v.string(), v.regex(/^([1-9]|[1-5]\d)$/)), '55') }),
  response: { 200: { type: 'text/event-stream' } },
  errors: ['unavailable'],
})

export const listColleagues = get('listColleagues', '/api/forms/inbox/colleagues', {
  ...readOf(inquiryTable),
  response: { 200: v.array(colleague) },
})

export const assignInquiry = post('assignInquiry', '/api/forms/submissions/:id/assign', {
  ...changeOf(inquiryTable),
  audit: { action: 'update', record: 'id', about: ['person'] },
  params: idParams,
  body: { schema: v.strictObject({ person: v.nullable(recordId) }) },
  response: { 200: inquiry },
  errors: ['not_found', 'invalid_input'],
})

export const snoozeInquiry = post('snoozeInquiry', '/api/forms/submissions/:id/snooze', {
  ...changeOf(inquiryTable),
  audit: { action: 'update', record: 'id', about: ['until'] },
  params: idParams,
  body: { schema: v.strictObject({ until: v.nullable(v.pipe(v.string(), v.isoTimestamp('This is not a time'))) }) },
  response: { 200: inquiry },
  errors: ['not_found', 'conflict', 'invalid_input'],
})

export const docs = () => {
  const ofInquiry = { id: idOf('the inquiry') }
  return tagged('Inbox', [
    doc(listInbox, {
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
    }),
    doc(followInbox, {
      summary: 'Follow the inbox',
      description:
        'Server-sent events. `changed` names the conversations that have changed or are being answered, as `{"ids": [...]}`. The stream ends after a minute, so that its successor checks the session again; load what is shown when one begins.',
      parameters: { for: { description: 'How many seconds it lasts, at most.', example: '55' } },
      responses: { 200: { description: 'The events.' } },
      errors: { unavailable: 'Too many inboxes are open at this replica.' },
    }),
    doc(listColleagues, {
      summary: 'The people who may see inquiries',
      description: 'Those who can be assigned to an inquiry, and mentioned in a note by their handle: `@ana`.',
      responses: {
        200: {
          description: 'The people.',
          example: [{ id: exampleId, name: 'Ana', email: 'ana@archery.example', handle: 'ana' }],
        },
      },
    }),
    doc(assignInquiry, {
      summary: 'Assign an inquiry',
      description:
        'Assigns it to a person with the right to view inquiries; `null` removes the assignment. Can be undone, as a change of status can.',
      parameters: ofInquiry,
      body: { example: { person: null } },
      responses: currentInquiry,
      errors: { ...noInquiry, invalid_input: 'This person may not see inquiries.' },
    }),
    doc(snoozeInquiry, {
      summary: 'Snooze an inquiry',
      description:
        'Hides it from the other views of the inbox until then; `null` shows it again. The response time keeps running. A reply, or closing the inquiry, ends the snooze.',
      parameters: ofInquiry,
      body: { example: { until: null } },
      responses: currentInquiry,
      errors: {
        ...noInquiry,
        conflict: 'It is closed or held as spam.',
        invalid_input: 'The time is in the past, or more than a year ahead.',
      },
    }),
  ])
}
