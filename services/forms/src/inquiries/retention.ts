import { days } from '@app/contracts/durations'
import type { Connection } from 'mongoose'
import { submissionModel } from './submission-document'

/** Messages may mention children, so none is kept longer than it is useful. */
const spamRetention = days(30)
const inquiryRetention = days(730)

/** Deletes inquiries whose retention period has ended. */
export function retentionStore(connection: Connection, now = () => new Date()) {
  const submissions = submissionModel(connection)
  return {
    /** Resolves with the number of deleted inquiries. */
    async purge(): Promise<number> {
      const olderThan = (age: number) => ({ $lt: new Date(now().getTime() - age) })
      const results = await Promise.all([
        submissions.deleteMany({ spam: true, created_at: olderThan(spamRetention) }),
        submissions.deleteMany({ status: 'closed', closed_at: olderThan(inquiryRetention) }),
        // Inquiries that are never closed: counted from receipt.
        submissions.deleteMany({ closed_at: null, created_at: olderThan(inquiryRetention) }),
      ])
      return results.reduce((sum, { deletedCount }) => sum + deletedCount, 0)
    },
  }
}
