import { openStatuses, reminderLead } from '@app/contracts/inquiries'
import type { Connection } from 'mongoose'
import { addMails, outgoingMail, summarise } from '../inquiries/outgoing-mail'
import { type Submission, submissionModel } from '../inquiries/submission-document'

/** Unanswered inquiries whose response time is nearly over. */
export function reminderStore(connection: Connection, mailDomain: string, now = () => new Date()) {
  const submissions = submissionModel(connection)
  const unanswered = () => ({
    status: { $in: [...openStatuses] },
    spam: false,
    reminded_at: null,
    due_by: { $lte: new Date(now().getTime() + reminderLead) },
  })
  return {
    /** Inquiries due soon for which no reminder was sent yet. */
    async due(limit: number): Promise<{ id: string; formId: string; threadKey: string | undefined }[]> {
      const found = await submissions
        .find(unanswered(), { form_id: 1, thread_key: 1 })
        .limit(limit)
        .lean<Pick<Submission, '_id' | 'form_id' | 'thread_key'>[]>()
      return found.map(({ _id, form_id, thread_key: threadKey }) => ({
        id: _id.toHexString(),
        formId: form_id,
        threadKey,
      }))
    },

    /** Adds the reminder to the outgoing mails unless it is there: mark and mail are one write. */
    async add(inquiryId: string, to: string, threadKey: string | undefined): Promise<void> {
      const at = now()
      const mail = outgoingMail({ documentId: inquiryId, kind: 'reminder', to, threadKey }, { mailDomain, at })
      await submissions.updateOne(
        { _id: inquiryId, ...unanswered() },
        [{ $set: { reminded_at: at } }, addMails([{ ...mail, due_at: at }]), summarise],
        { timestamps: false, updatePipeline: true },
      )
    },
  }
}

export type ReminderStore = ReturnType<typeof reminderStore>
