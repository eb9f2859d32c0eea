import { notFound } from '@app/contracts/errors'
import {
  type InquiryCounters,
  type InquiryStatus,
  openStatuses,
  reminderLead,
  responseTime,
} from '@app/contracts/inquiries'
import { isObjectId } from '@app/contracts/object-id'
import { writeLimit } from '@app/mongo'
import { type Connection, Types } from 'mongoose'
import { addMails, summarise } from '../inquiries/outgoing-mail'
import { type Announced, addEvent } from '../inquiries/submission'
import { type InquiryMail, type Reply, type Submission, submissionModel } from '../inquiries/submission-document'
import { keepFormer, restoreFormer, withoutAssignments, withoutUnsent } from './inquiry-undo'
import { dropDraft } from './reply-template'
import { type MailsToRestart, restartedMails } from './restart-mails'

const spamChanged = { type: 'record.updated', changed: ['spam', 'spam_reason', 'due_by'] } as const
const open = { status: { $in: [...openStatuses] }, spam: false }

/** Makes one atomic change of one inquiry; `undefined` when it does not match `condition`. */
export const inquiryChange =
  (connection: Connection, now: () => Date, onAnnounced: () => void) =>
  async (
    id: string,
    condition: object,
    stages: object[],
    announced: Announced | undefined,
    at = now(),
  ): Promise<Submission | undefined> => {
    const event = announced ? [addEvent(announced, at)] : []
    const changed = await submissionModel(connection).collection.findOneAndUpdate(
      { _id: new Types.ObjectId(id), ...condition },
      [...stages, { $set: { updated_at: at } }, ...event],
      { returnDocument: 'after', ...writeLimit },
    )
    if (announced && changed) onAnnounced()
    return (changed as Submission | null) ?? undefined
  }

/** Inquiries as staff read and change them. */
export function inquiryStore(connection: Connection, now = () => new Date(), onAnnounced = () => {}) {
  const submissions = submissionModel(connection)
  const change = inquiryChange(connection, now, onAnnounced)

  return {
    /** `undefined` for an unknown id and for a text that is not an id. */
    async find(id: string): Promise<Submission | undefined> {
      if (!isObjectId(id)) return undefined
      return (await submissions.findById(id, { search_words: 0 }).lean<Submission>()) ?? undefined
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

    /** The time of the first answer stays until the inquiry is reopened. */
    setStatus(id: string, status: InquiryStatus, action: string): Promise<Submission | undefined> {
      const at = now()
      const isOpen = openStatuses.some((one) => one === status)
      const answered = status === 'answered' ? { $ifNull: ['$answered_at', at] } : isOpen ? null : '$answered_at'
      return change(
        id,
        {},
        [
          keepFormer(action),
          {
            $set: {
              status,
              answered_at: answered,
              closed_at: status === 'closed' ? at : null,
              ...((status === 'closed' || status === 'answered') && { snoozed_until: null }),
            },
          },
        ],
        { type: 'record.updated', changed: ['status', 'answered_at'] },
        at,
      )
    },

    /** Restarts every failed, held or waiting mail, or `only` those, in the name of `person`; `undefined` when there is none. */
    resend(id: string, person: string, only?: MailsToRestart): Promise<Submission | undefined> {
      const at = now()
      const { condition, stages } = restartedMails(person, at, only)
      return change(id, condition, stages, undefined, at)
    },

    /** Holds an unanswered inquiry as spam and drops its unsent mails; `undefined` when it is spam or answered. */
    markAsSpam(id: string, action: string): Promise<Submission | undefined> {
      return change(
        id,
        { spam: { $ne: true }, 'replies.0': { $exists: false } },
        [
          keepFormer(action, { dropsMails: true }),
          { $set: { spam: true, spam_reason: 'marked', due_by: null, mails: withoutUnsent } },
          summarise,
        ],
        spamChanged,
      )
    },

    /** `null`: nobody takes care of it. A mail about an earlier assignment that was not sent yet is not sent any more. */
    assign(
      id: string,
      assignee: string | null,
      action: string,
      mails: readonly InquiryMail[] = [],
    ): Promise<Submission | undefined> {
      const announced = { type: 'record.updated', changed: ['assignee'] } as const
      return change(
        id,
        {},
        [keepFormer(action), { $set: { assignee, mails: withoutAssignments } }, addMails(mails), summarise],
        announced,
      )
    },

    /**
     * Undoes the last action on an inquiry; `undefined` when there is none, when it was undone, or when it is not the one that is
     * named. Messages that it had made unmarked are marked again.
     */
    async undo({ _id, email, former }: Submission, action = former?.action): Promise<Submission | undefined> {
      if (!former || former.is_undone || action !== former.action) return undefined
      const at = now()
      const same = { 'former.action': action, 'former.is_undone': { $exists: false } }
      const announced = { type: 'record.updated', changed: ['status', ...spamChanged.changed] } as const
      const changed = await change(_id.toHexString(), same, restoreFormer(at), announced, at)
      if (changed)
        await submissions.updateMany(
          { email: email ?? null, released_with: action, spam: true, spam_reason: 'sender' },
          { $set: { spam_reason: 'marked' }, $unset: { released_with: 1 } },
          { timestamps: false, ...writeLimit },
        )
      return changed
    },

    /** Takes an inquiry out of spam and adds the mails that it does not have yet; `undefined` when it is not spam (any more). */
    async release(
      { _id, email, created_at, spam_reason }: Submission,
      mails: readonly InquiryMail[],
      action: string,
    ): Promise<Submission | undefined> {
      const at = now()
      const due = new Date(created_at.getTime() + responseTime)
      // The sender is trusted again: their marked messages no longer hold later ones.
      if (email)
        await submissions.updateMany(
          { _id: { $ne: _id }, email, spam_reason: 'marked' },
          { $set: { spam_reason: 'sender', released_with: action } },
          { timestamps: false, ...writeLimit },
        )
      // The notification itself is late enough to serve as the reminder.
      const reminded = due.getTime() - reminderLead <= at.getTime() ? at : null
      return change(
        _id.toHexString(),
        { spam: true },
        [
          keepFormer(action),
          { $set: { spam: false, spam_reason: null, due_by: due, reminded_at: reminded } },
          addMails(mails),
          summarise,
        ],
        // An inquiry that was held from the start is new to programs.
        spam_reason === 'marked' ? spamChanged : { type: 'inquiry.received' },
        at,
      )
    },

    /**
     * Records an answer with the mails that carry it, that to the visitor first. `undefined` when that mail is already recorded, or when the number of
     * replies is no longer `replies`.
     */
    answer(
      id: string,
      { former, ...reply }: Reply,
      mails: readonly [InquiryMail, ...InquiryMail[]],
      { person, replies, incoming }: { person?: string; replies?: number | undefined; incoming?: number } = {},
    ): Promise<Submission | undefined> {
      const replaced = {
        status: '$status',
        answered_at: { $ifNull: ['$answered_at', null] },
        closed_at: { $ifNull: ['$closed_at', null] },
        snoozed_until: { $ifNull: ['$snoozed_until', null] },
      }
      const recorded = { $mergeObjects: [{ $literal: reply }, { former: replaced }] }
      return change(
        id,
        {
          spam: false,
          'mails.message_id': { $ne: mails[0].message_id },
          ...(replies !== undefined && { [`replies.${replies}`]: { $exists: false } }),
          ...(incoming !== undefined && { [`incoming.${incoming}`]: { $exists: false } }),
        },
        [
          addMails(mails),
          { $set: { replies: { $concatArrays: [{ $ifNull: ['$replies', []] }, [recorded]] } } },
          {
            $set: {
              status: 'answered',
              answered_at: { $ifNull: ['$answered_at', reply.at] },
              closed_at: null,
              snoozed_until: null,
              // An undo of what was done before would open it again.
              former: '$$REMOVE',
            },
          },
          ...(person ? [dropDraft(person)] : []),
          summarise,
        ],
        { type: 'inquiry.answered', changed: ['status', 'answered_at'], by: reply.by },
        reply.at,
      )
    },

    /** Drops a reply that is still held, and restores what it replaced; `undefined` when its mail is on its way. */
    withdraw(id: string, { message_id, former }: Reply, isNewest: boolean): Promise<Submission | undefined> {
      const isOther = (field: string) => ({ $ne: [`$$one.${field}`, message_id] })
      const others = (name: string) => ({
        $filter: { input: `$${name}`, as: 'one', cond: { $and: [isOther('message_id'), isOther('copy_of')] } },
      })
      const waits = { state: 'pending', attempts: 0, due_at: { $gt: now() } }
      const held = { message_id, $or: [waits, { state: 'held' }] }
      // An answer that has arrived meanwhile has opened it again.
      const restore = (name: keyof NonNullable<Reply['former']>) => ({
        $cond: [{ $eq: ['$status', 'answered'] }, { $literal: former?.[name] ?? null }, `$${name}`],
      })
      const restored = {
        answered_at: restore('answered_at'),
        closed_at: restore('closed_at'),
        snoozed_until: restore('snoozed_until'),
        status: restore('status'),
      }
      return change(
        id,
        { mails: { $elemMatch: held } },
        [
          { $set: { mails: others('mails'), replies: others('replies'), ...(isNewest && former && restored) } },
          summarise,
        ],
        { type: 'record.updated', changed: ['status', 'answered_at'] },
      )
    },
  }
}

export type InquiryStore = ReturnType<typeof inquiryStore>

/** @throws AppError `not_found` */
export async function existingInquiry(inquiries: Pick<InquiryStore, 'find'>, id: string): Promise<Submission> {
  const found = await inquiries.find(id)
  if (!found) throw notFound('There is no such inquiry.')
  return found
}
