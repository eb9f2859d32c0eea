import { seconds } from '@app/contracts/durations'
import type { Connection } from 'mongoose'
import { type OutgoingMail, submissionModel } from './submission-document'

/** How much waits to be mailed: inquiries by the state of their mails, and since when the first one is overdue, in ms. */
export type OutboxState = { pending: number; failed: number; overdue: number }

const longest = seconds(2)
/** The one of the tables' indexes: without it their index of this field is of no use to an equal text. */
const collation = { locale: 'en', strength: 2 } as const

export function outboxState(connection: Connection, now = Date.now) {
  const submissions = submissionModel(connection)
  const count = (mail_state: string) =>
    submissions.collection.countDocuments({ mail_state }, { collation, maxTimeMS: longest })

  async function overdue(): Promise<number> {
    const at = now()
    const first = await submissions.collection.findOne(
      { 'mails.due_at': { $lte: new Date(at) } },
      { projection: { mails: 1 }, sort: { 'mails.due_at': 1 }, maxTimeMS: longest },
    )
    const times = ((first?.mails ?? []) as OutgoingMail[]).flatMap(({ due_at }) => (due_at ? [due_at.getTime()] : []))
    return times.length > 0 ? Math.max(0, at - Math.min(...times)) : 0
  }

  return {
    async state(): Promise<OutboxState> {
      const [pending, failed, late] = await Promise.all([count('pending'), count('failed'), overdue()])
      return { pending, failed, overdue: late }
    },
  }
}
