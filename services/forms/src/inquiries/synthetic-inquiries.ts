import { days, seconds } from '@app/contracts/durations'
import type { Connection } from 'mongoose'
import { type Submission, syntheticModel } from './submission-document'

const retention = days(1)

/** The stored synthetic inquiries, which end by themselves after a day. */
export function syntheticInquiries(connection: Connection) {
  const inquiries = syntheticModel(connection)
  return {
    async prepare(): Promise<void> {
      await inquiries.createIndexes()
      await inquiries.collection.createIndex(
        { created_at: 1 },
        { name: 'ends', expireAfterSeconds: retention / seconds(1) },
      )
    },

    /** True once the mail server has taken this one. */
    async hasArrived(requestId: string): Promise<boolean> {
      return (await inquiries.countDocuments({ request_id: requestId, mail_state: 'sent' })) > 0
    },

    /** When the mail server last took one (milliseconds since 1970), if any within a day. */
    async lastArrival(): Promise<number | undefined> {
      const newest = await inquiries
        .findOne({ mail_state: 'sent' }, { mails: 1 })
        .sort({ created_at: -1 })
        .lean<Pick<Submission, 'mails'>>()
      return newest?.mails[0]?.sent_at?.getTime()
    },
  }
}
