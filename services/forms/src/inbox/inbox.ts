import { days, seconds } from '@app/contracts/durations'
import { type InboxCounts, type InboxView, inboxPageSize, inboxView, maxInboxCount } from '@app/contracts/inbox'
import { openStatuses } from '@app/contracts/inquiries'
import { maxDaysAhead } from '@app/contracts/replies'
import type { Connection, SortOrder } from 'mongoose'
import { type Submission, submissionModel } from '../inquiries/submission-document'

const maxTimeMS = seconds(2)
/** Inquiries of an address next to the one that is open. */
const maxEarlier = 10

const shown = {
  name: 1,
  email: 1,
  message: 1,
  status: 1,
  spam: 1,
  due_by: 1,
  assignee: 1,
  snoozed_until: 1,
  created_at: 1,
  newest_in: 1,
} as const
export type InboxEntry = Pick<Submission, '_id' | 'created_at'> & Partial<Submission>

const order: Record<InboxView, Record<string, SortOrder>> = {
  waiting: { due_by: 1, _id: 1 },
  mine: { due_by: 1, _id: 1 },
  unassigned: { due_by: 1, _id: 1 },
  them: { updated_at: -1, _id: -1 },
  snoozed: { snoozed_until: 1, _id: 1 },
  held: { updated_at: -1, _id: -1 },
  spam: { created_at: -1, _id: -1 },
}

/**
 * Which inquiries a view shows to a person. What is snoozed is in no view but its own. Afterwards it waits for us: also what we have
 * answered, since an answer of the visitor would have ended the snooze.
 */
function filterOf(view: InboxView, person: string, at: Date): object {
  const open = { status: { $in: [...openStatuses] }, snoozed_until: { $not: { $gt: at } } }
  const waiting = { spam: false, $or: [open, { status: 'answered', snoozed_until: { $lte: at } }] }
  switch (view) {
    case 'waiting':
      return waiting
    case 'mine':
      return { ...waiting, assignee: person }
    case 'unassigned':
      return { ...waiting, assignee: null }
    case 'them':
      return { status: 'answered', spam: false, snoozed_until: null }
    case 'snoozed':
      return { spam: false, snoozed_until: { $gt: at } }
    case 'held':
      return {
        $or: [{ 'mails.state': 'held' }, { 'mails.due_at': { $gt: new Date(at.getTime() + days(maxDaysAhead)) } }],
      }
    case 'spam':
      return { spam: true }
  }
}

/** The inquiries as the views of the inbox. */
export function inboxStore(connection: Connection, now = () => new Date()) {
  const submissions = submissionModel(connection)
  const count = (filter: object) => submissions.countDocuments(filter, { limit: maxInboxCount, maxTimeMS })
  const list = (filter: object, fields: object, sort: Record<string, SortOrder>, page: number): Promise<InboxEntry[]> =>
    submissions
      .find(filter, { ...shown, ...fields }, { maxTimeMS })
      .sort(sort)
      .skip((page - 1) * inboxPageSize)
      .limit(inboxPageSize)
      .lean<InboxEntry[]>()

  return {
    page: (view: InboxView, person: string, page: number): Promise<InboxEntry[]> =>
      list(filterOf(view, person, now()), { replies: { $slice: -1 } }, order[view], page),

    /** The conversations in which every word, or the beginning of one, is said; the last changed first. */
    async search(words: readonly string[], page: number): Promise<{ found: InboxEntry[]; total: number }> {
      if (words.length === 0) return { found: [], total: 0 }
      // Words are letters and digits only.
      const said = { $and: words.map((word) => ({ search_words: new RegExp(`^${word}`) })) }
      const [found, total] = await Promise.all([
        list(said, { replies: 1, team_notes: 1 }, { updated_at: -1, _id: -1 }, page),
        count(said),
      ])
      return { found, total }
    },

    /** Each at most `maxInboxCount`. */
    async counts(person: string): Promise<InboxCounts> {
      const counted = inboxView.options.map(async (view) => [view, await count(filterOf(view, person, now()))])
      return Object.fromEntries(await Promise.all(counted)) as InboxCounts
    },

    /** Other inquiries of the address of one, newest first. */
    async earlier({ _id, email }: Pick<Submission, '_id' | 'email'>): Promise<InboxEntry[]> {
      if (!email) return []
      return submissions
        .find({ email, _id: { $ne: _id } }, shown, { maxTimeMS })
        .sort({ created_at: -1 })
        .limit(maxEarlier)
        .lean<InboxEntry[]>()
    },
  }
}

export type InboxStore = ReturnType<typeof inboxStore>
