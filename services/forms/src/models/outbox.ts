import { hours, seconds } from '@app/contracts/durations'
import type { AnyBulkWriteOperation, Collection } from 'mongodb'
import { type Connection, Types } from 'mongoose'
import { bulkFaults } from './bulk-faults'
import { changeMails, summarise } from './mail-summary'
import {
  type OutgoingMail,
  type StoredSubmission,
  type Submission,
  submissionModel,
  toSubmission,
} from './submission-document'
import { together } from './together'

/** The right to send one mail, good for the length of the lease. */
export type Claim = { submission: Submission; mail: OutgoingMail; lease: string; until: number }
export type DueMail = { submissionId: string; messageId: string; requestId: string; trace?: string | undefined }

/** Longer than the slowest send can take (the transport gives up after 30 s), so that no second worker sends meanwhile. */
const leaseLife = seconds(60)
const firstRetry = seconds(10)
const longestRetry = hours(1)
const giveUpAfter = hours(72)
const postponedFor = seconds(15)

/** Pause before the next try: doubling, with a fifth of jitter so that a backlog does not come back all at once. */
export function retryDelay(attempts: number, random = Math.random): number {
  const base = Math.min(firstRetry * 2 ** (attempts - 1), longestRetry)
  return Math.round(base * (0.8 + 0.4 * random()))
}

/** Both fit into the time after which a caller asks again. One call at a time: more would go with fewer in each. */
const limits = { most: 50, lanes: 1, patience: seconds(3), longest: seconds(5) }

type Wanted = { _id: Types.ObjectId; messageId: string; lease: string; at: Date }

/** Takes a mail that waits, or one whose last worker let its lease run out. */
const claimOf = ({ _id, messageId, lease, at }: Wanted): AnyBulkWriteOperation<StoredSubmission> => ({
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
    // Array filters rather than the positional `$`: not every server that speaks the protocol has the latter.
    arrayFilters: [{ 'mail.message_id': messageId }],
    update: {
      $set: {
        'mails.$[mail].state': 'sending',
        'mails.$[mail].lease': lease,
        'mails.$[mail].due_at': new Date(at.getTime() + leaseLife),
      },
      $inc: { 'mails.$[mail].attempts': 1 },
    },
  },
})

type Outcome = { claim: Claim; change: Partial<OutgoingMail> }

/** Books an outcome, unless the lease has gone to somebody else. That a mail is sent is true whoever holds the lease. */
function bookingOf({ claim: { submission, mail, lease }, change }: Outcome): AnyBulkWriteOperation<StoredSubmission> {
  const mine = { message_id: mail.message_id, ...(change.state !== 'sent' && { lease }) }
  const held = { $and: Object.entries(mine).map(([name, value]) => ({ $eq: [`$$mail.${name}`, { $literal: value }] })) }
  return {
    updateOne: {
      filter: { _id: new Types.ObjectId(submission.id), mails: { $elemMatch: mine } },
      update: [changeMails(held, { ...change, lease: null }), summarise],
    },
  }
}

/** The mails inside the submissions, as the worker sees them. Changing them leaves `updated_at` alone: nobody edited the record. */
export function outboxStore(connection: Connection, now = () => new Date()) {
  const submissions = submissionModel(connection)
  const collection = submissions.collection as unknown as Collection<StoredSubmission>

  const carryOut = (writes: AnyBulkWriteOperation<StoredSubmission>[]) =>
    bulkFaults(collection.bulkWrite(writes, { ordered: false }), writes.length)

  const claimTogether = together<Wanted, Claim | undefined>(async (wanted) => {
    const faults = await carryOut(wanted.map(claimOf))
    const found = await collection.find({ _id: { $in: wanted.map(({ _id }) => _id) } }).toArray()
    const stored = new Map(found.map((one) => [one._id.toHexString(), one]))
    return wanted.map(({ _id, messageId, lease }, i) => {
      const one = stored.get(_id.toHexString())
      const mail = one?.mails.find((mail) => mail.message_id === messageId && mail.lease === lease)
      return faults[i] ?? (one && mail && { submission: toSubmission(one), mail, lease, until: Number(mail.due_at) })
    })
  }, limits)

  const settleTogether = together<Outcome, undefined>((outcomes) => carryOut(outcomes.map(bookingOf)), limits)
  const settle = (claim: Claim, change: Partial<OutgoingMail>): Promise<void> => settleTogether({ claim, change })

  return {
    /**
     * The right to send this mail, for one at a time; whoever asks again with the same lease, because no answer reached him,
     * is given it again. `undefined`: there is nothing left to do.
     */
    claim: (submissionId: string, messageId: string, lease: string): Promise<Claim | undefined> =>
      claimTogether({ _id: new Types.ObjectId(submissionId), messageId, lease, at: now() }),

    sent: (claim: Claim) => settle(claim, { state: 'sent', sent_at: now(), due_at: null, last_error: null }),

    /** Gives a mail back untried: its recipient has to wait for his turn. */
    postpone: (claim: Claim) =>
      settle(claim, {
        state: 'pending',
        attempts: claim.mail.attempts - 1,
        due_at: new Date(now().getTime() + postponedFor),
      }),

    /** Books a failure: another try later, or none when it is final or the mail has waited for three days. */
    async failed(
      claim: Claim,
      { permanent, reason }: { permanent: boolean; reason: string },
    ): Promise<'failed' | 'retried'> {
      const at = now().getTime()
      const { since, attempts } = claim.mail
      const final = permanent || at - since.getTime() > giveUpAfter
      await settle(claim, {
        state: final ? 'failed' : 'pending',
        due_at: final ? null : new Date(at + retryDelay(attempts)),
        last_error: reason,
      })
      return final ? 'failed' : 'retried'
    },

    /** The mails that nobody takes care of: never queued, lost with Redis or with a worker, or up for another try. */
    async due(limit: number): Promise<DueMail[]> {
      const at = now()
      const found = await submissions
        .find({ 'mails.due_at': { $lte: at } }, { mails: 1, request_id: 1 })
        .sort({ 'mails.due_at': 1 })
        .limit(limit)
        .lean<{ _id: Types.ObjectId; request_id: string; mails: OutgoingMail[] }[]>()
      return found.flatMap(({ _id, request_id, mails }) =>
        mails
          .filter((mail) => mail.due_at !== null && mail.due_at <= at)
          .map(({ message_id, request_id: own, trace }) => ({
            submissionId: _id.toHexString(),
            messageId: message_id,
            requestId: own ?? request_id,
            trace,
          })),
      )
    },
  }
}

export type OutboxStore = ReturnType<typeof outboxStore>
