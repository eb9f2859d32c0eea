import * as v from 'valibot'
import { emailText } from './email-text'

const instant = v.string()
const mailbox = v.object({ name: v.string(), address: v.string() })

/** A file of a message: only ever downloaded, never shown. `type` is what its bytes are. */
export const attachment = v.object({
  name: v.string(),
  type: v.string(),
  /** In bytes. */
  size: v.number(),
  /** `null` for one that is not kept: it was larger than the limits. */
  url: v.nullable(v.string()),
})
export type Attachment = v.InferOutput<typeof attachment>

/** A report of a mail server about a message of ours: RFC 3464. */
export const bounce = v.object({
  at: instant,
  /** The enhanced status, `5.1.1`. */
  status: v.string(),
  /** The address does not accept mail; otherwise the server refused this mail, or is still trying. */
  permanent: v.boolean(),
  /** It does not return the message, so anybody who knows its id may have written it. It changes nothing. */
  isUnverified: v.optional(v.literal(true)),
})
export type Bounce = v.InferOutput<typeof bounce>

/** The parts of a message of which only the beginning, or the first ones, may be here. */
const messageCut = v.picklist(['text', 'quoted', 'people', 'files'])
export type MessageCut = v.InferOutput<typeof messageCut>

/** One message of a conversation. The first is what the visitor wrote in the form. */
export const message = v.object({
  id: v.string(),
  direction: v.picklist(['in', 'out']),
  at: instant,
  from: mailbox,
  /**
   * Of an incoming one: the address of the inquiry, one that a mail of this conversation was sent to, or another. Whatever name it shows,
   * and whatever it answers: anybody who has a mail of ours can write so.
   */
  sender: v.optional(v.picklist(['visitor', 'known', 'other'])),
  /** The domain of `from` vouches for it (DMARC, as your mail server found it). Without it the address may be forged. */
  proven: v.optional(v.boolean()),
  /** Where its author wants to be answered, if not at `from`. */
  replyTo: v.optional(v.array(mailbox)),
  to: v.array(mailbox),
  /** Recipients of a copy of an answer. */
  cc: v.optional(v.array(mailbox)),
  subject: v.string(),
  /** The person's own words, without the quotation. */
  text: v.string(),
  /**
   * The same with its markup, reduced to a short list of harmless elements; the address of a picture is in `data-src`. `null` where it came
   * as text only, where several messages are read at once, and where another part was asked for: `hasHtml` says that there is some,
   * `readMessage` has it.
   */
  html: v.nullable(v.string()),
  hasHtml: v.optional(v.boolean()),
  /** Text, quotation, people or files are only the first ones; `readMessage` has the complete message. */
  isCut: v.optional(v.literal(true)),
  /** Which of them, where only the first ones are here. */
  cut: v.optional(v.array(messageCut)),
  /** Quoted text and the signature, as text. */
  quoted: v.string(),
  attachments: v.array(attachment),
  /** Of an incoming one `received`, or `unreadable`: only the raw mail is stored, `note` says why. */
  state: v.picklist(['received', 'unreadable', 'pending', 'sending', 'sent', 'failed', 'held', 'bounced']),
  /** Sent by a program: an out-of-office notice, a bounce. It changes nothing about the inquiry. */
  automated: v.boolean(),
  /** Only its subject says so. */
  maybeAutomatic: v.optional(v.literal(true)),
  note: v.nullable(v.string()),
  /** Why it has no text of its own. `note` says it in words. */
  textless: v.optional(v.picklist(['encrypted', 'signed-opaque', 'forwarded-only', 'calendar', 'empty', 'unreadable'])),
  bounce: v.nullable(bounce),
})
export type Message = v.InferOutput<typeof message>

/** The long parts of a message, each of which can be read without the others. */
export const messagePart = v.picklist(['text', 'html', 'quoted'])
export type MessagePart = v.InferOutput<typeof messagePart>

/**
 * Incoming mail outside of the conversations. `unmatched`: it belongs to no inquiry that is known for certain; `automated`: sent by a
 * program, as bounces and out-of-office notices are.
 */
export const inboundState = v.picklist(['unmatched', 'automated', 'spam'])
export type InboundState = v.InferOutput<typeof inboundState>

/** An inquiry that an unmatched mail may belong to: of the same address, or with another address of the same name or family. */
export const suggestion = v.object({
  inquiry: v.string(),
  name: v.string(),
  email: emailText,
  receivedAt: instant,
  reason: v.picklist(['sender', 'name']),
  /** The sender is a guardian, and this is an address of their students or of another guardian of these. */
  isFamily: v.optional(v.literal(true)),
  /** The subject of the mail names it. */
  isNamed: v.optional(v.literal(true)),
})
export type Suggestion = v.InferOutput<typeof suggestion>

/** A way by which mail comes in. One that is not set up is `off`. */
export const mailSource = v.object({
  kind: v.picklist(['imap', 'smtp']),
  state: v.picklist(['off', 'open', 'failing']),
  /** When it last worked: a fetch, or a mail received. */
  at: v.nullable(instant),
  /** Why it fails, without addresses. */
  reason: v.nullable(v.string()),
  /** Emails that stay unread in the mailbox, since their network has sent too much today. */
  left: v.optional(v.number()),
})
export type MailSource = v.InferOutput<typeof mailSource>

/** The first signs of a text, where mails are listed. */
export const excerptLength = 200

/** `GET /api/forms/inbound`: newest first, 50 to a page. `text` is the excerpt, too, for clients of earlier releases. */
export const inboundPage = v.object({
  data: v.array(
    v.object({
      ...message.entries,
      excerpt: v.optional(v.string()),
      inboundState,
      reason: v.string(),
      suggestions: v.array(suggestion),
      /** The conversation that shows it, though it changes nothing there. */
      inquiry: v.optional(v.nullable(v.string())),
    }),
  ),
  total: v.number(),
  doors: v.array(mailSource),
})
export type InboundPage = v.InferOutput<typeof inboundPage>
export const inboundPageSize = 50
/** Of a page of mails, in JSON. */
export const maxInboundPageBytes = 100_000

/** `GET /api/forms/inbound/count`: how many mails wait to be put into a conversation. */
export const inboundCount = v.object({
  unmatched: v.number(),
  /** Answers of the last seven days that reopened nothing, since their subject alone says that a program wrote them. */
  maybeAutomatic: v.optional(v.number()),
})
export type InboundCount = v.InferOutput<typeof inboundCount>

/** One message, in JSON: all of it, or one of its parts. */
export const maxMessageBytes = 3_000_000

/** Messages of a conversation that are read at once, and what an answer with them weighs at most, in JSON. */
export const conversationPageSize = 50
export const maxConversationBytes = 300_000
