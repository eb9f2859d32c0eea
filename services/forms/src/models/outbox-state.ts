import { seconds } from '@app/contracts/durations'
import type { Connection } from 'mongoose'
import { type OutgoingMail, submissionModel } from './submission-document'

/** Inquiries with pending mails, open inquiries with failed mails, and how long the oldest due mail is overdue (ms). */
export type OutboxState = { pending: number; failed: number; overdue: number }

const maxTimeMS = seconds(2)
/** The collation of the tables' indexes, which otherwise could not serve this query. */
const collation = { locale: 'en', strength: 2 } as const

export function outboxState(connection: Connection, now = Date.now) {
  const submissions = submissionModel(connection)
  const count = (filter: { mail_state: string; status?: object }) =>
    submissions.collection.countDocuments(filter, { collation, maxTimeMS })

  async function overdue(): Promise<number> {
    const at = now()
    const first = await submissions.collection.findOne(
      { 'mails.due_at': { $lte: new Date(at) } },
      { projection: { mails: 1 }, sort: { 'mails.due_at': 1 }, maxTimeMS },
    )
    const times = ((first?.mails ?? []) as OutgoingMail[]).flatMap(({ due_at }) => (due_at ? [due_at.getTime()] : []))
    return times.length > 0 ? Math.max(0, at - Math.min(...times)) : 0
  }

  return {
    async state(): Promise<OutboxState> {
      const [pending, failed, late] = await Promise.all([
        count({ mail_state: 'pending' }),
        count({ mail_state: 'failed', status: { $ne: 'closed' } }),
        overdue(),
      ])
      return { pending, failed, overdue: late }
    },
  }
}
