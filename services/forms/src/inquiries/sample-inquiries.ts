import { contactFormId } from '@app/contracts/forms'
import { responseTime } from '@app/contracts/inquiries'
import { sampleInquiryMark, sampleRequestId } from '@app/contracts/setup'
import { documentOptions, unlessDuplicate } from '@app/mongo'
import { type Connection, Schema, Types } from 'mongoose'
import { outgoingMail } from './outgoing-mail'
import { sampleInquiries } from './seeds/sample-inquiries'
import { type InquiryMail, type Reply, type Submission, submissionModel } from './submission-document'

const schema = new Schema<{ _id: string }>({ _id: String }, { ...documentOptions, collection: 'seed_marks' })

/** Returns true for one caller in the life of a database: what was seeded and since removed by staff stays removed. */
export async function claimSeed(connection: Connection, name: string): Promise<boolean> {
  const marks = connection.models['SeedMark'] ?? connection.model('SeedMark', schema)
  return unlessDuplicate(marks.collection.insertOne({ _id: name as never }))
}

const school = 'hello@archery.example'

/** Stores sample inquiries once per database. Their mails count as sent: nothing is delivered for them. */
export async function seedInquiries(connection: Connection, mailDomain: string, now = new Date()): Promise<void> {
  if (!(await claimSeed(connection, sampleInquiryMark))) return
  const documents = sampleInquiries.map(
    ({ name, interest, message, age, status, answeredAfter, spamReason = null }): Submission => {
      const _id = new Types.ObjectId()
      const inquiryId = _id.toHexString()
      const at = new Date(now.getTime() - age)
      const email = `${name.toLowerCase().replace(' ', '.')}@example.com`
      const answeredAt = answeredAfter === undefined ? null : new Date(at.getTime() + answeredAfter)

      const sent = (kind: 'notification' | 'reply', to: string, when: Date): InquiryMail => ({
        ...outgoingMail({ documentId: inquiryId, kind, to }, { mailDomain, at: when }),
        state: 'sent',
        attempts: 1,
        due_at: null,
        sent_at: when,
      })
      const reply = answeredAt && sent('reply', email, answeredAt)
      const mails = spamReason ? [] : [sent('notification', school, at), ...(reply ? [reply] : [])]
      const replies: Reply[] = reply
        ? [
            {
              message_id: reply.message_id,
              subject: 'Your inquiry',
              text: `Hello ${name},\n\nthank you for writing to us. I have called you about the details.`,
              by: 'admin@archery.example',
              at: reply.since,
            },
          ]
        : []
      return {
        _id,
        form_id: contactFormId,
        request_id: sampleRequestId(inquiryId),
        name,
        email,
        interest,
        message,
        mails,
        replies,
        status,
        mail_state: spamReason ? 'none' : 'sent',
        mail_error: null,
        spam: spamReason !== null,
        spam_reason: spamReason,
        due_by: spamReason ? null : new Date(at.getTime() + responseTime),
        // No reminder is sent for them.
        reminded_at: spamReason ? null : at,
        answered_at: answeredAt,
        closed_at: status === 'closed' ? answeredAt : null,
        created_at: at,
        updated_at: answeredAt ?? at,
      }
    },
  )
  await submissionModel(connection).collection.insertMany(documents)
}
