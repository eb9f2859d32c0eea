import { combineReads } from '@app/concurrency/share-reads'
import { seconds } from '@app/contracts/durations'
import { inquiryTable, mailVersionField, openStatuses, responseTime } from '@app/contracts/inquiries'
import { isObjectId } from '@app/contracts/object-id'
import { type Db, ObjectId } from 'mongodb'
import { isThreadMac, readThreadId, subjectToken, tokensIn } from '../inquiries/outgoing-mail'
import { addEvent } from '../inquiries/submission'
import type { NewestIn, Submission } from '../inquiries/submission-document'
import type { InboundMail } from './inbound-mail'

const maxTimeMS = seconds(2)
/** Of a text: what an inquiry keeps of its newest mail. */
export const maxNewestLength = 500
/** Of one address that may have put a token into a subject. */
const maxKnown = 100
const maxSimilar = 5

/** Of a mail that is in no conversation. `family`: other addresses that its sender may have written from. */
export type Sender = { email: string; name: string; family: readonly string[] }

export type Conversation = Pick<Submission, '_id' | 'email' | 'name' | 'spam' | 'created_at'>
export type FoundConversation = Conversation & Pick<Submission, 'mails' | 'thread_key'>

const shown = { email: 1, name: 1, spam: 1, created_at: 1 } as const
const projection = { ...shown, mails: 1, thread_key: 1 } as const

/** The changes of an inquiry when its visitor answers. */
function received({ id: mail, at: receivedAt, by, text, from }: NewestIn, at: Date) {
  const newest: NewestIn = {
    id: mail,
    at: receivedAt,
    by,
    text: text.slice(0, maxNewestLength),
    ...(from && { from }),
  }
  const reopens = { $and: [{ $in: ['$status', ['answered', 'closed']] }, { $ne: ['$spam', true] }] }
  const change = (name: string, value: unknown) => ({ $cond: [reopens, value, { $ifNull: [`$${name}`, null] }] })
  return [
    {
      $set: {
        incoming: { $concatArrays: [{ $ifNull: ['$incoming', []] }, [mail]] },
        status: change('status', 'in_progress'),
        due_by: change('due_by', new Date(receivedAt.getTime() + responseTime)),
        answered_at: change('answered_at', null),
        // The time of the first answer stays known: the visitor's next mail may be no more than thanks.
        first_answered_at: { $ifNull: ['$first_answered_at', { $ifNull: ['$answered_at', null] }] },
        closed_at: change('closed_at', null),
        reminded_at: change('reminded_at', null),
        former: change('former', null),
        // Whatever was waited for is here.
        snoozed_until: null,
        newest_in: { $cond: [{ $gt: ['$newest_in.at', receivedAt] }, '$newest_in', { $literal: newest }] },
        [mailVersionField]: { $add: [{ $ifNull: [`$${mailVersionField}`, 0] }, 1] },
        updated_at: at,
      },
    },
    addEvent({ type: 'message.received', changed: ['status', 'due_by', 'answered_at'] }, at),
  ]
}

/** Inquiries as incoming mail changes them. `mailDomain` is the right side of our Message-IDs. */
export function conversations(db: () => Db, mailDomain: string, now = () => new Date(), onAnnounced = () => {}) {
  const inquiries = () => db().collection<Submission>(inquiryTable)
  // Mails are placed several at a time: the inquiries that they answer are read together.
  const find = combineReads<FoundConversation>(
    async (ids) => {
      const filter = { _id: { $in: ids.map((id) => new ObjectId(id)) } }
      const found = await inquiries().find<FoundConversation>(filter, { projection, maxTimeMS }).toArray()
      return new Map(found.map((inquiry) => [inquiry._id.toHexString(), inquiry]))
    },
    { gathers: true },
  )

  /** For each sender the inquiries that a mail of theirs may belong to, newest first. */
  async function similar(senders: readonly Sender[]): Promise<Conversation[][]> {
    if (senders.length === 0) return []
    const emails = senders.flatMap(({ email, family }) => [email, ...family]).filter(Boolean)
    const names = senders.flatMap(({ name }) => name || [])
    const found = await inquiries()
      .find<Conversation>(
        { $or: [{ email: { $in: emails } }, { name: { $in: names } }] },
        { projection: shown, maxTimeMS },
      )
      .sort({ created_at: -1 })
      .limit(maxSimilar * senders.length)
      .toArray()
    // One of them may have so many that nothing was read for another.
    if (senders.length > 1 && found.length === maxSimilar * senders.length)
      return (await Promise.all(senders.map((one) => similar([one])))).flat()
    return senders.map(({ email, name, family }) =>
      found
        .filter((one) => (one.email && [email, ...family].includes(one.email)) || (name !== '' && one.name === name))
        .slice(0, maxSimilar),
    )
  }

  /** Those of these inquiries that exist, as hex. */
  async function existing(ids: readonly ObjectId[]): Promise<ReadonlySet<string>> {
    const found = await inquiries().distinct('_id', { _id: { $in: [...ids] } }, { maxTimeMS })
    return new Set(found.map((id) => id.toHexString()))
  }

  return {
    /**
     * The inquiry of a Message-ID of ours. An id with a MAC proves that its sender has received one of our mails; an id of an earlier
     * release can be guessed, so it counts from the visitor only.
     */
    async ofMessage(messageId: string, sender: string): Promise<FoundConversation | undefined> {
      const read = readThreadId(messageId, mailDomain)
      const found = read && (await find(read.id))
      if (!found) return undefined
      const { id, name, mac } = read
      if (mac) return isThreadMac(found.thread_key, { id, name, mac }) ? found : undefined
      const isStored = found.mails?.some(({ message_id }) => message_id === messageId)
      return isStored && (name.startsWith('reply-') || found.email === sender) ? found : undefined
    },

    /**
     * The inquiry that a subject names by its token. It counts from an address that the inquiry knows only: the visitor's, one that got a
     * copy, or one whose mail is in the conversation.
     */
    async ofSubject(subject: string, sender: string): Promise<FoundConversation | undefined> {
      const tokens = tokensIn(subject)
      if (tokens.length === 0 || !sender) return undefined
      const written = await db()
        .collection<InboundMail>('inbound_mails')
        .find({ sender, state: 'threaded' }, { projection: { inquiry: 1 }, maxTimeMS })
        .sort({ _id: -1 })
        .limit(maxKnown)
        .toArray()
      const ids = written.flatMap(({ inquiry }) => inquiry ?? [])
      const known = await Promise.all(
        [{ email: sender }, { 'replies.cc': sender }, { _id: { $in: ids } }].map((filter) =>
          inquiries()
            .find<FoundConversation>(filter, { projection, maxTimeMS })
            .sort({ _id: -1 })
            .limit(maxKnown)
            .toArray(),
        ),
      )
      return known
        .flat()
        .find(({ _id, thread_key: key }) => key !== undefined && tokens.includes(subjectToken(key, _id.toHexString())))
    },

    /** The addresses whose mails in an inquiry are proven to be theirs. */
    provenSenders: (inquiry: ObjectId): Promise<string[]> =>
      db()
        .collection<InboundMail>('inbound_mails')
        .distinct('sender', { inquiry, state: 'threaded', is_proven: true }, { maxTimeMS }),

    /** Somebody has answered this mail: its id is in a mail that others may have got, too. */
    async hasAnswer(inquiry: ObjectId, messageId: string): Promise<boolean> {
      const found = await db()
        .collection<InboundMail>('inbound_mails')
        .findOne({ inquiry, answers: messageId, state: 'threaded' }, { projection: { _id: 1 }, maxTimeMS })
      return found !== null
    },

    /** The inquiries of an address that are not closed, two at most: one alone is the one that a mail is about. */
    openOf: (email: string): Promise<Conversation[]> =>
      inquiries()
        .find<Conversation>(
          { email, spam: false, status: { $in: [...openStatuses, 'answered' as const] } },
          { projection: shown, maxTimeMS },
        )
        .sort({ created_at: -1 })
        .limit(2)
        .toArray(),

    find: async (id: string): Promise<Conversation | undefined> => (isObjectId(id) ? find(id) : undefined),

    similar,

    /** Staff marked an inquiry of this address as spam and released none since. */
    async isMarked(email: string): Promise<boolean> {
      const marked = { email, spam: true, spam_reason: 'marked' as const }
      return (await inquiries().findOne(marked, { projection: { _id: 1 }, maxTimeMS })) !== null
    },

    /**
     * Adds answers of visitors in this order, each once. An answered or closed inquiry is open again, and its response time runs from the
     * answer; what staff did before can no longer be undone, since that would stop it. Resolves with the inquiries that exist, as hex.
     */
    async receive(answers: readonly { inquiry: ObjectId; newest: NewestIn }[]): Promise<ReadonlySet<string>> {
      const at = now()
      const writes = answers.map(({ inquiry, newest }) => ({
        updateOne: { filter: { _id: inquiry, incoming: { $ne: newest.id } }, update: received(newest, at) },
      }))
      const ids = answers.map(({ inquiry }) => inquiry)
      const { matchedCount } = await inquiries().bulkWrite(writes)
      onAnnounced()
      return matchedCount === ids.length ? new Set(ids.map((id) => id.toHexString())) : existing(ids)
    },

    existing,

    /** Removes what inquiries keep of mails that an erasure removes. */
    forget: (mails: readonly ObjectId[]) =>
      inquiries().updateMany({ 'newest_in.id': { $in: [...mails] } }, { $set: { newest_in: null } }),

    idsOf: (email: string): Promise<ObjectId[]> => inquiries().distinct('_id', { email }, { maxTimeMS }),
  }
}

export type Conversations = ReturnType<typeof conversations>
