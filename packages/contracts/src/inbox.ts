import * as v from 'valibot'
import { emailText } from './email-text'
import { inquiryStatus, maxReplyLength } from './inquiries'
import { objectIdPattern } from './object-id'
import { maxReplyFiles, replyFile, tooManyFiles } from './reply-files'
import { optionalLine, writtenText } from './written-text'

const instant = v.string()

/** The views of the inbox. `waiting`: for us; `them`: for the visitor. */
export const inboxView = v.picklist(['waiting', 'mine', 'unassigned', 'them', 'snoozed', 'spam'])
export type InboxView = v.InferOutput<typeof inboxView>

/** Rows of one page. */
export const inboxPageSize = 50
/** Counts end here, so that an old view costs no more than a small one. */
export const maxInboxCount = 1_000

/** What may be searched for, in characters. */
export const maxInboxSearch = 200

/** The data of the event `changed` of `GET /api/forms/inbox/live`: which conversations to load again. */
export const inboxEvent = v.object({ ids: v.array(v.string()) })

/** A person of the team. `handle` mentions them in a note: `@ana`. */
export const colleague = v.object({ id: v.string(), name: v.string(), email: emailText, handle: v.string() })
export type Colleague = v.InferOutput<typeof colleague>

export const inboxRow = v.object({
  id: v.string(),
  name: v.string(),
  email: emailText,
  /** The first line of the newest message. */
  line: v.string(),
  /** Staff wrote it. */
  isOurs: v.boolean(),
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
    spam: v.number(),
  }),
})
export type InboxPage = v.InferOutput<typeof inboxPage>
export type InboxCounts = InboxPage['counts']

/** A note of the team: visitors never see it. */
export const teamNote = v.object({
  id: v.string(),
  text: v.string(),
  by: v.string(),
  at: instant,
  /** The names of the colleagues it was mailed to. */
  mentions: v.array(v.string()),
})
export type TeamNote = v.InferOutput<typeof teamNote>

/** A reply as it is being written. Unlike a reply it may be incomplete. */
export const storedDraft = v.strictObject({
  subject: optionalLine('Subject', maxReplyLength.subject),
  text: v.pipe(v.string(), v.maxLength(2 * maxReplyLength.text, 'The text is too long to be kept')),
  /** Addresses as they are typed. */
  cc: v.optional(optionalLine('Cc', 2_000)),
  files: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.regex(objectIdPattern))), v.maxLength(maxReplyFiles, tooManyFiles)),
  ),
})
export type StoredDraft = v.InferOutput<typeof storedDraft>

/** `GET /api/forms/inbox/{id}`: what surrounds the messages of a conversation. */
export const conversation = v.object({
  id: v.string(),
  visitor: v.object({ name: v.string(), email: emailText, interest: v.string(), message: v.string() }),
  notes: v.array(teamNote),
  /** What the caller has written and not sent. */
  draft: v.nullable(
    v.object({
      subject: v.string(),
      text: v.string(),
      cc: v.optional(v.string()),
      files: v.optional(v.array(replyFile)),
    }),
  ),
  /** What ends the replies of the caller. */
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
export const noteText = v.strictObject({ text: writtenText('Note', maxNoteLength) })
