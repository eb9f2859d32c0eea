import { hours } from '@app/contracts/durations'
import { type Inquiry, type InquiryCounters, type InquiryStatus, openStatuses } from '@app/contracts/inquiries'
import { type Connection, Types } from 'mongoose'
import { addMails, changeMails, summarise } from './mail-summary'
import { promise } from './submission'
import {
  type OutgoingMail,
  type Reply,
  type StoredSubmission,
  type Submission,
  submissionModel,
  toSubmission,
} from './submission-document'

/** So long before the promise breaks, the school is reminded. */
export const reminderLead = hours(2)

const iso = (at: Date | null | undefined) => at?.toISOString() ?? null

const toWire = (stored: StoredSubmission): Inquiry => ({
  id: stored._id.toHexString(),
  status: stored.status ?? 'new',
  receivedAt: stored.created_at.toISOString(),
  dueBy: iso(stored.due_by),
  answeredAt: iso(stored.answered_at),
  spam: stored.spam ?? false,
  spamReason: stored.spam_reason ?? null,
  mailState: stored.mail_state ?? 'none',
  mailError: stored.mail_error ?? null,
  mails: stored.mails.map((mail) => ({
    messageId: mail.message_id,
    kind: mail.kind,
    to: mail.to,
    state: mail.state,
    attempts: mail.attempts,
    reason: mail.last_error,
    nextTryAt: mail.state === 'pending' ? iso(mail.due_at) : null,
    sentAt: iso(mail.sent_at),
  })),
  replies: (stored.replies ?? []).map(({ message_id, subject, text, by, at }) => ({
    messageId: message_id,
    subject,
    text,
    by,
    at: at.toISOString(),
  })),
})

/** An inquiry as staff work on it, and as the worker needs it. */
export type Found = { inquiry: Inquiry; submission: Submission }

const open = { status: { $in: [...openStatuses] }, spam: false }

/** Inquiries as staff see and change them. */
export function inquiryStore(connection: Connection, now = () => new Date()) {
  const submissions = submissionModel(connection)
  const found = (stored: StoredSubmission | null): Found | undefined =>
    stored ? { inquiry: toWire(stored), submission: toSubmission(stored) } : undefined

  /** One atomic change of one inquiry, if it is as `when` says; every other one comes back as it is. */
  async function change(id: string, when: object, stages: object[], at = now()): Promise<Found | undefined> {
    const stored = await submissions.collection.findOneAndUpdate(
      { _id: new Types.ObjectId(id), ...when },
      [...stages, { $set: { updated_at: at } }],
      { returnDocument: 'after' },
    )
    return found(stored as StoredSubmission | null)
  }

  return {
    /** `undefined` for what is not there and for what is no id. */
    async find(id: string): Promise<Found | undefined> {
      if (!/^[0-9a-f]{24}$/.test(id)) return undefined
      return found(await submissions.findById(id).lean<StoredSubmission>())
    },

    async counters(): Promise<InquiryCounters> {
      const at = now()
      const soon = new Date(at.getTime() + reminderLead)
      const count = (filter: object) => submissions.countDocuments(filter)
      const [fresh, inProgress, overdue, dueSoon, spam, failed] = await Promise.all([
        count({ status: 'new', spam: false }),
        count({ status: 'in_progress', spam: false }),
        count({ ...open, due_by: { $lt: at } }),
        count({ ...open, due_by: { $gte: at, $lte: soon } }),
        count({ spam: true }),
        count({ mail_state: 'failed' }),
      ])
      return { new: fresh, inProgress, overdue, dueSoon, spam, failed }
    },

    /** The time of the first answer stays until the inquiry is opened again. */
    setStatus(id: string, status: InquiryStatus): Promise<Found | undefined> {
      const at = now()
      const isOpen = openStatuses.some((one) => one === status)
      const answered = status === 'answered' ? { $ifNull: ['$answered_at', at] } : isOpen ? null : '$answered_at'
      return change(
        id,
        {},
        [{ $set: { status, answered_at: answered, closed_at: status === 'closed' ? at : null } }],
        at,
      )
    },

    /** Starts every mail that failed or waits afresh; `undefined` when there is none. */
    resend(id: string): Promise<Found | undefined> {
      const at = now()
      const again: Partial<OutgoingMail> = { state: 'pending', attempts: 0, since: at, due_at: at, last_error: null }
      const unsent = ['failed', 'pending']
      return change(
        id,
        { 'mails.state': { $in: unsent } },
        [changeMails({ $in: ['$$mail.state', unsent] }, again), summarise],
        at,
      )
    },

    /** Takes an inquiry out of the spam with the mails it causes; `undefined` when it is none (any more). */
    release({ id, receivedAt }: Submission, mails: readonly OutgoingMail[]): Promise<Found | undefined> {
      const at = now()
      const due = new Date(receivedAt.getTime() + promise)
      // Who is told of it this late needs no reminder on top.
      const reminded = due.getTime() - reminderLead <= at.getTime() ? at : null
      return change(
        id,
        { spam: true },
        [{ $set: { spam: false, spam_reason: null, due_by: due, reminded_at: reminded } }, addMails(mails), summarise],
        at,
      )
    },

    /** Records an answer with the mail that carries it; `undefined` when that mail is recorded already. */
    answer(id: string, reply: Reply, mail: OutgoingMail): Promise<Found | undefined> {
      return change(
        id,
        { spam: false, 'mails.message_id': { $ne: mail.message_id } },
        [
          addMails([mail]),
          {
            $set: {
              replies: { $concatArrays: [{ $ifNull: ['$replies', []] }, { $literal: [reply] }] },
              status: 'answered',
              answered_at: { $ifNull: ['$answered_at', reply.at] },
              closed_at: null,
            },
          },
          summarise,
        ],
        reply.at,
      )
    },

    /** Removes everything that an address ever wrote, with what was answered. */
    async erase(email: string): Promise<number> {
      const { deletedCount } = await submissions.deleteMany({ email })
      // What staff deleted before waits in the trash of the tables for a month.
      const ofTable = { table: 'contact_submissions', 'record.email': email }
      const trashed = await connection.collection('trash').deleteMany(ofTable)
      return deletedCount + trashed.deletedCount
    },
  }
}

export type InquiryStore = ReturnType<typeof inquiryStore>
