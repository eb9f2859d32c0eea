import { hours, seconds } from '@app/contracts/durations'
import { mailVersionField } from '@app/contracts/inquiries'
import { bulkWriteErrors } from '@app/mongo'
import type { AnyBulkWriteOperation, Collection } from 'mongodb'
import { Types } from 'mongoose'
import { combineCalls } from '../inquiries/combine-calls'
import { changeMails, summarise } from '../inquiries/outgoing-mail'
import type { OutgoingMail } from '../inquiries/submission-document'

/** A stored document that causes mails: a submission or a mailing. */
export type MailOwner = { _id: Types.ObjectId; request_id: string; mails: OutgoingMail[]; [mailVersionField]?: number }

/** The right to send one mail until the lease expires at `until` (milliseconds since 1970). */
export type Claim<Owner extends MailOwner> = { owner: Owner; mail: OutgoingMail; lease: string; until: number }
type DueMail = { documentId: string; messageId: string; requestId: string; trace?: string | undefined }

/** Longer than the transport's timeout of 30 s, so that no second worker sends at the same time. */
const leaseMs = seconds(60)
const firstRetryMs = seconds(10)
const maxRetryMs = hours(1)
const giveUpAfterMs = hours(72)
const postponeMs = seconds(15)

/** Exponential backoff with 20 % jitter, so that a backlog does not return all at once. */
export function retryDelay(attempts: number, random = Math.random): number {
  const base = Math.min(firstRetryMs * 2 ** (attempts - 1), maxRetryMs)
  return Math.round(base * (0.8 + 0.4 * random()))
}

/** Both timeouts fit into the time after which callers retry. One call at a time combines many. */
const limits = { maxItems: 50, maxCalls: 1, queueTimeoutMs: seconds(3), callTimeoutMs: seconds(5) }

type Wanted = { _id: Types.ObjectId; messageId: string; lease: string; at: Date }

/** Claims a pending mail, or one whose lease has expired. */
const claimUpdate = ({ _id, messageId, lease, at }: Wanted): AnyBulkWriteOperation<MailOwner> => ({
  updateOne: {
    filter: {
      _id,
      mails: {
        $elemMatch: {
          message_id: messageId,
          $or: [{ state: 'pending' }, { state: 'sending', due_at: { $lte: at } }],
        },
      },
    },
    // Array filters rather than the positional `$`, which not every MongoDB-compatible server supports.
    arrayFilters: [{ 'mail.message_id': messageId }],
    update: {
      $set: {
        'mails.$[mail].state': 'sending',
        'mails.$[mail].lease': lease,
        'mails.$[mail].due_at': new Date(at.getTime() + leaseMs),
      },
      $inc: { 'mails.$[mail].attempts': 1, [mailVersionField]: 1 },
    },
  },
})

type Outcome = { claim: Claim<MailOwner>; change: Partial<OutgoingMail> }

/** Records an outcome unless another worker holds the lease by now. A sent mail is recorded whichever worker holds it. */
function outcomeUpdate({ claim: { owner, mail, lease }, change }: Outcome): AnyBulkWriteOperation<MailOwner> {
  const mine = { message_id: mail.message_id, ...(change.state !== 'sent' && { lease }) }
  const held = { $and: Object.entries(mine).map(([name, value]) => ({ $eq: [`$$mail.${name}`, { $literal: value }] })) }
  return {
    updateOne: {
      filter: { _id: owner._id, mails: { $elemMatch: mine } },
      update: [changeMails(held, { ...change, lease: null }), summarise],
    },
  }
}

/** The mails inside documents of one collection. Their changes leave `updated_at` alone: the record was not edited. */
export function outboxStore<Owner extends MailOwner>(owners: () => Collection<Owner>, now = () => new Date()) {
  const collection = () => owners() as unknown as Collection<MailOwner>

  const write = (writes: AnyBulkWriteOperation<MailOwner>[]) =>
    bulkWriteErrors(collection().bulkWrite(writes, { ordered: false }), writes.length)

  const claimCombined = combineCalls<Wanted, Claim<Owner> | undefined>(async (wanted) => {
    const errors = await write(wanted.map(claimUpdate))
    const found = await collection()
      .find({ _id: { $in: wanted.map(({ _id }) => _id) } })
      .toArray()
    const stored = new Map(found.map((one) => [one._id.toHexString(), one]))
    return wanted.map(({ _id, messageId, lease }, i) => {
      const one = stored.get(_id.toHexString())
      const mail = one?.mails.find((mail) => mail.message_id === messageId && mail.lease === lease)
      return errors[i] ?? (one && mail && { owner: one as unknown as Owner, mail, lease, until: Number(mail.due_at) })
    })
  }, limits)

  const settleCombined = combineCalls<Outcome, undefined>((outcomes) => write(outcomes.map(outcomeUpdate)), limits)
  const settle = (claim: Claim<Owner>, change: Partial<OutgoingMail>): Promise<void> =>
    settleCombined({ claim: claim as unknown as Claim<MailOwner>, change })

  return {
    /**
     * The exclusive right to send this mail. A retry with the same lease, after a lost answer, gets the same claim.
     * `undefined`: there is nothing left to do.
     */
    claim: (documentId: string, messageId: string, lease: string): Promise<Claim<Owner> | undefined> =>
      claimCombined({ _id: new Types.ObjectId(documentId), messageId, lease, at: now() }),

    sent: (claim: Claim<Owner>) => settle(claim, { state: 'sent', sent_at: now(), due_at: null, last_error: null }),

    /** Returns a mail unattempted, because its recipient's connection is in use. */
    postpone: (claim: Claim<Owner>) =>
      settle(claim, {
        state: 'pending',
        attempts: claim.mail.attempts - 1,
        due_at: new Date(now().getTime() + postponeMs),
      }),

    /** Keeps a mail from being sent until staff decide. */
    hold: (claim: Claim<Owner>, reason: string) =>
      settle(claim, { state: 'held', attempts: claim.mail.attempts - 1, due_at: null, last_error: reason }),

    /** Records a failure: another attempt later, or none when it is permanent or the mail is three days old. */
    async failed(
      claim: Claim<Owner>,
      { permanent, reason }: { permanent: boolean; reason: string },
    ): Promise<'failed' | 'retried'> {
      const at = now().getTime()
      const { since, attempts } = claim.mail
      const final = permanent || at - since.getTime() > giveUpAfterMs
      await settle(claim, {
        state: final ? 'failed' : 'pending',
        due_at: final ? null : new Date(at + retryDelay(attempts)),
        last_error: reason,
      })
      return final ? 'failed' : 'retried'
    },

    /** Due mails: never queued, lost with Redis or a worker, or up for another attempt. */
    async due(limit: number): Promise<DueMail[]> {
      const at = now()
      const found = await collection()
        .find({ 'mails.due_at': { $lte: at } }, { projection: { mails: 1, request_id: 1 } })
        .sort({ 'mails.due_at': 1 })
        .limit(limit)
        .toArray()
      return found.flatMap(({ _id, request_id, mails }) =>
        mails
          .filter((mail) => mail.due_at !== null && mail.due_at <= at)
          .map(({ message_id, request_id: own, trace }) => ({
            documentId: _id.toHexString(),
            messageId: message_id,
            requestId: own ?? request_id,
            trace,
          })),
      )
    },
  }
}

export type OutboxStore<Owner extends MailOwner> = ReturnType<typeof outboxStore<Owner>>
