import { hours } from '@app/contracts/durations'
import { deliveryQueue } from '@app/mail'
import { MongoClient, ObjectId } from 'mongodb'

/** Inquiries with queued notifications, as after an hour without a worker. */
export async function waitingInquiries(mongoUri: string, redisUrl: string, count: number): Promise<void> {
  const client = await new MongoClient(mongoUri).connect()
  const queue = deliveryQueue({ redisUrl, prefix: 'archery', onError: () => {} })
  const at = new Date()
  for (let left = count; left > 0; left -= 500) {
    const inquiries = Array.from({ length: Math.min(left, 500) }, () => {
      const _id = new ObjectId()
      const mail = {
        kind: 'notification',
        message_id: `<${_id}.notification@archery.example>`,
        to: 'desk@archery.example',
        state: 'pending',
        since: at,
        attempts: 0,
        due_at: new Date(at.getTime() + hours(1)),
        lease: null,
        last_error: null,
        sent_at: null,
      }
      return {
        _id,
        form_id: 'contact_form',
        name: 'Visitor',
        email: `visitor-${_id}@example.com`,
        interest: 'Lessons',
        message: 'Do you teach beginners on Saturdays, and is all equipment provided?',
        request_id: 'load',
        dedupe_key: String(_id),
        mails: [mail],
        mail_state: 'pending',
        mail_error: null,
        replies: [],
        status: 'answered',
        spam: false,
        created_at: at,
        updated_at: at,
      }
    })
    await client.db().collection('contact_submissions').insertMany(inquiries)
    await Promise.all(
      inquiries.map(async ({ _id, mails }) => {
        const job = { documentId: String(_id), messageId: mails[0]!.message_id, requestId: 'load' }
        // A busy Redis may need longer than a request's timeout.
        while (!(await queue.deliver(job))) await Bun.sleep(50)
      }),
    )
  }
  await queue.close()
  await client.close()
}
