import { days, hours, seconds } from '@app/contracts/durations'
import { contactFormId } from '@app/contracts/forms'
import type { DeliveryQueue } from '@app/mail'
import type { Connection } from 'mongoose'
import { acceptSubmission } from './accept-submission'
import type { Form, FormStore } from './form'
import { type SubmissionStore, unknownSender } from './submission'
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

type Deps = {
  forms: Pick<FormStore, 'find'>
  /** Of its own collection, not that of visitors' inquiries. */
  submissions: Pick<SubmissionStore, 'insert'>
  mail: Pick<DeliveryQueue, 'deliver'>
  log: { info(details: object, event: string): void }
  now?: () => number
  /** One is stored in this time, however many replicas send it. */
  period?: number
}

/** Never resolves, so a mistake can reach no person. */
const sender = 'synthetic@inquiry.invalid'

/** The form with one mail only, whatever the school has set. */
const withOneMail = (form: Form): Form => ({
  ...form,
  send_notification_email: true,
  send_feedback_email: false,
  notification_recipient: sender,
})

/** Values that the stored form accepts. A period has one message, which makes it one inquiry however many replicas send it. */
function fieldsFor({ fields }: Form, time: Date): Record<string, string> {
  const values: Record<string, string> = {
    name: 'Synthetic inquiry',
    email: sender,
    interest: String(fields.properties['interest']?.enum?.[0] ?? ''),
    message: `Sent by the product itself to watch its own mail, for the time from ${time.toISOString()} on.`,
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(fields.properties, name)))
}

/**
 * Sends the inquiry of this period, an hour, through acceptance, queue and worker, as a visitor's would go. Replicas need no lease: equal
 * messages are stored once. It is in a collection of its own and in no counter.
 */
export function syntheticInquiry({ forms, submissions, mail, log, now = Date.now, period = hours(1) }: Deps) {
  const find = async (id: string) => {
    const form = await forms.find(id)
    return form && withOneMail(form)
  }
  const accept = acceptSubmission({
    forms: { find },
    submissions: { ...submissions, sender: async () => unknownSender },
    mail: { deliver: (job) => mail.deliver({ ...job, source: 'synthetic' }) },
    overHourlyLimit: async () => false,
    log: { info: (details) => log.info(details, 'synthetic inquiry') },
    count: () => {},
  })
  /** Resolves with its request id, when it is stored. */
  return async (): Promise<string | undefined> => {
    const form = await find(contactFormId)
    if (!form) return undefined
    const time = new Date(Math.floor(now() / period) * period)
    const requestId = `synthetic-${time.toISOString()}`
    await accept(contactFormId, fieldsFor(form, time), { signals: {}, idempotencyKey: undefined, requestId })
    return requestId
  }
}
