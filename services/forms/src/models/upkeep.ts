import { days } from '@app/contracts/durations'
import { openStatuses } from '@app/contracts/inquiries'
import type { Connection } from 'mongoose'
import { reminderLead } from './inquiry'
import { addMails, summarise } from './mail-summary'
import { outgoingMail } from './outgoing-mail'
import { type StoredSubmission, submissionModel } from './submission-document'

/** Messages may speak of children: none is kept for longer than it is of use. */
const spamKept = days(30)
const closedKept = days(730)

/** What time does to inquiries: promises run out, and old ones go. */
export function upkeepStore(connection: Connection, mailDomain: string, now = () => new Date()) {
  const submissions = submissionModel(connection)
  const forgotten = () => ({
    status: { $in: [...openStatuses] },
    spam: false,
    reminded_at: null,
    due_by: { $lte: new Date(now().getTime() + reminderLead) },
  })
  return {
    /** Inquiries whose promise breaks soon and of which nobody was reminded yet. */
    async toRemind(limit: number): Promise<{ id: string; formId: string }[]> {
      const found = await submissions
        .find(forgotten(), { form_id: 1 })
        .limit(limit)
        .lean<Pick<StoredSubmission, '_id' | 'form_id'>[]>()
      return found.map(({ _id, form_id }) => ({ id: _id.toHexString(), formId: form_id }))
    },

    /** Adds the reminder to the outgoing mails, unless it is there: the claim and the mail are one write. */
    async remind(submissionId: string, to: string): Promise<void> {
      const at = now()
      const mail = outgoingMail({ submissionId, kind: 'reminder', to }, { mailDomain, at })
      await submissions.updateOne(
        { _id: submissionId, ...forgotten() },
        [{ $set: { reminded_at: at } }, addMails([{ ...mail, due_at: at }]), summarise],
        { timestamps: false, updatePipeline: true },
      )
    },

    /** Removes what has been kept for long enough. */
    async purge(): Promise<number> {
      const before = (age: number) => ({ $lt: new Date(now().getTime() - age) })
      const gone = await Promise.all([
        submissions.deleteMany({ spam: true, created_at: before(spamKept) }),
        submissions.deleteMany({ status: 'closed', closed_at: before(closedKept) }),
      ])
      return gone.reduce((sum, { deletedCount }) => sum + deletedCount, 0)
    },
  }
}

export type UpkeepStore = ReturnType<typeof upkeepStore>
