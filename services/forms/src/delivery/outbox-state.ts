import { seconds } from '@app/contracts/durations'
import { collation } from '@app/record-query'
import type { Connection } from 'mongoose'
import { type OutgoingMail, submissionModel } from '../inquiries/submission-document'

/**
 * Inquiries with pending mails, open inquiries with failed mails, how long the oldest due mail is overdue, and for how long
 * mails to the school and to visitors have been tried without success (ms).
 */
export type OutboxState = { pending: number; failed: number; overdue: number; unsent: Unsent }
type Unsent = { school: number; visitor: number }

const maxTimeMS = seconds(2)

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

  /** By the oldest inquiries with pending mails; thousands of them wait for the same reason. */
  async function unsent(): Promise<Unsent> {
    const oldest = await submissions.collection
      .find({ mail_state: 'pending' }, { projection: { mails: 1 }, collation, maxTimeMS })
      .sort({ _id: 1 })
      .limit(200)
      .toArray()
    const waiting = oldest
      .flatMap(({ mails }) => mails as OutgoingMail[])
      .filter(({ sent_at, due_at }) => !sent_at && due_at)
    const age = (found: OutgoingMail[]) =>
      Math.max(0, ...found.flatMap(({ since }) => (since ? [now() - since.getTime()] : [])))
    const isToSchool = ({ kind }: OutgoingMail) => kind === 'notification' || kind === 'reminder'
    return { school: age(waiting.filter(isToSchool)), visitor: age(waiting.filter((mail) => !isToSchool(mail))) }
  }

  return {
    async state(): Promise<OutboxState> {
      const [pending, failed, late, unsentFor] = await Promise.all([
        count({ mail_state: 'pending' }),
        count({ mail_state: 'failed', status: { $ne: 'closed' } }),
        overdue(),
        unsent(),
      ])
      return { pending, failed, overdue: late, unsent: unsentFor }
    },
  }
}
