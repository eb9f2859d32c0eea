import { createHmac, timingSafeEqual } from 'node:crypto'
import { seconds } from '@app/contracts/durations'
import { type MailKind, mailVersionField } from '@app/contracts/inquiries'
import { currentTrace } from '@app/telemetry'
import type { OutgoingMail } from './submission-document'

/**
 * The request queues a new mail itself, within 300 ms; the sweep takes over when that failed. This is what an outage of Redis adds
 * to a mail, with the pause between two sweeps.
 */
const sweepAfterMs = seconds(3)

const macLength = 20

/** The part of a Message-ID by which an answer proves that its sender has received the mail. Ids of inquiries can be guessed. */
export const threadMac = (threadKey: string, documentId: string, name: string) =>
  createHmac('sha256', threadKey).update(`${documentId}.${name}`).digest('hex').slice(0, macLength)

/**
 * A pending mail. Its Message-ID never changes, so a repeated delivery is recognizable; `name` distinguishes several of one
 * kind.
 */
export function outgoingMail<Kind extends MailKind | 'mailing'>(
  {
    documentId,
    kind,
    to,
    name = kind,
    threadKey,
    copyOf,
  }: {
    documentId: string
    kind: Kind
    to: string
    name?: string
    threadKey?: string | undefined
    copyOf?: string
  },
  { mailDomain, at, requestId }: { mailDomain: string; at: Date; requestId?: string },
): OutgoingMail & { kind: Kind } {
  const trace = currentTrace()
  const mac = threadKey ? `.${threadMac(threadKey, documentId, name)}` : ''
  return {
    kind,
    message_id: `<${documentId}.${name}${mac}@${mailDomain}>`,
    to,
    state: 'pending',
    since: at,
    attempts: 0,
    due_at: new Date(at.getTime() + sweepAfterMs),
    lease: null,
    last_error: null,
    sent_at: null,
    ...(copyOf && { copy_of: copyOf }),
    ...(requestId && { request_id: requestId }),
    ...(trace && { trace }),
  }
}

/** The values of one field of the mails. Not every MongoDB-compatible server supports a plain path into an array. */
const each = (field: string) => ({ $map: { input: '$mails', as: 'mail', in: `$$mail.${field}` } })
const some = (...states: string[]) => ({ $or: states.map((state) => ({ $in: [state, each('state')] })) })

/**
 * The last stage of every update of mails: the worst state and its reason in two plain fields, which tables can show, sort
 * and filter by, and the next version.
 */
export const summarise = {
  $set: {
    [mailVersionField]: { $add: [{ $ifNull: [`$${mailVersionField}`, 0] }, 1] },
    mail_state: {
      $cond: [
        // Held mail waits for staff as well.
        some('failed', 'held'),
        'failed',
        {
          $cond: [
            some('pending', 'sending'),
            'pending',
            { $cond: [{ $eq: [{ $size: '$mails' }, 0] }, 'none', 'sent'] },
          ],
        },
      ],
    },
    mail_error: {
      $ifNull: [
        {
          $arrayElemAt: [
            { $filter: { input: each('last_error'), as: 'reason', cond: { $ne: ['$$reason', null] } } },
            0,
          ],
        },
        null,
      ],
    },
  },
}

/** Changes the mails that match `when`, an expression in which `$$mail` is the mail. */
export const changeMails = (when: object, change: object) => ({
  $set: {
    mails: {
      $map: {
        input: '$mails',
        as: 'mail',
        in: { $cond: [when, { $mergeObjects: ['$$mail', { $literal: change }] }, '$$mail'] },
      },
    },
  },
})

/** Adds mails at the end, but none that is there already. */
export const addMails = (mails: readonly object[]) => {
  const isNew = { $not: [{ $in: ['$$added.message_id', each('message_id')] }] }
  const added = { $filter: { input: { $literal: mails }, as: 'added', cond: isNew } }
  return { $set: { mails: { $concatArrays: ['$mails', added] } } }
}

/** 40 bits. A guess costs a mail, and counts only from an address that the inquiry knows. */
const tokenLength = 10
/** The bracket may be cut off, the token may not. */
const anywhere = new RegExp(`\\s*\\[#([0-9a-f]{${tokenLength}})(?![0-9a-f])\\]?`, 'gi')
const maxTokens = 5

/** The end of the subject of a reply, so that an answer without In-Reply-To and References is recognized. */
export const subjectToken = (threadKey: string, inquiry: string) =>
  threadMac(threadKey, inquiry, 'subject').slice(0, tokenLength)

/** The subject of a reply as it is sent. Inquiries of earlier releases have no key. */
export const withSubjectToken = (subject: string, threadKey: string | undefined, inquiry: string) =>
  threadKey ? `${withoutSubjectToken(subject, threadKey, inquiry)} [#${subjectToken(threadKey, inquiry)}]` : subject

/** The subject without the token of this inquiry. What looks like another one may be a number that the visitor wrote. */
export function withoutSubjectToken(subject: string, threadKey: string | undefined, inquiry: string): string {
  if (!threadKey) return subject.trim()
  const own = subjectToken(threadKey, inquiry)
  return subject.replace(anywhere, (written, token: string) => (token.toLowerCase() === own ? '' : written)).trim()
}

/** The subject without anything that looks like a token, where the inquiry is not at hand. */
export const withoutTokens = (subject: string) => subject.replace(anywhere, '').trim()

/** The tokens in a subject, whatever mail programs have put around them. */
export const tokensIn = (subject: string): string[] =>
  [...subject.matchAll(anywhere)].slice(-maxTokens).flatMap(([, token]) => token?.toLowerCase() ?? [])

const ours = /^<([0-9a-f]{24})\.([\w-]+?)(?:\.([0-9a-f]{20}))?@([^<>@\s]+)>$/
const reportKeyLength = 32
const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * The key by which a report about a mail shows that it is about one that was returned. The Message-ID is no such key: whoever gets an answer
 * or a forward of the mail reads it there.
 */
export const reportKey = (threadKey: string, messageId: string) =>
  createHmac('sha256', threadKey).update(`report ${messageId}`).digest('base64url').slice(0, reportKeyLength)

export const isReportKey = (threadKey: string | undefined, messageId: string, keys: readonly string[]) =>
  threadKey !== undefined && keys.some((key) => isEqual(key, reportKey(threadKey, messageId)))

/** The parts of a Message-ID of ours. `mac` is missing in those of earlier releases. */
export function readThreadId(messageId: string, mailDomain: string) {
  const [, id = '', name = '', mac, domain] = ours.exec(messageId) ?? []
  return id && domain === mailDomain ? { id, name, mac } : undefined
}

/** True if somebody who has `mac` has received the mail of this name. */
export const isThreadMac = (
  threadKey: string | undefined,
  { id, name, mac }: { id: string; name: string; mac: string },
) => threadKey !== undefined && isEqual(mac, threadMac(threadKey, id, name))
