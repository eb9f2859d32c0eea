import { testMailSubject as subject, type TestMail } from '@app/contracts/deliverability'
import { notFound } from '@app/contracts/errors'
import { contactFormId } from '@app/contracts/forms'
import type { ArrivedMails } from '../inbound/arrived-mails'
import type { FormStore } from '../inquiries/form'
import type { MailingStore, StoredMailing } from '../mailings/mailing'
import type { SettingsNotices } from '../settings/settings-notices'

type Deps = {
  forms: Pick<FormStore, 'find'>
  notices: Pick<SettingsNotices, 'hold'>
  mailings: Pick<MailingStore, 'find'>
  arrived: Pick<ArrivedMails, 'arrivalOf'>
}
type Actor = { email: string; requestId: string }

const text = 'This mail was sent by Settings > Email. If you read it in your mailbox, mail goes out and comes in.'

/** A mail of the product to its own address, and how far it is. */
export function testMails({ forms, notices, mailings, arrived }: Deps) {
  async function toWire({ _id, mails: [mail], created_at }: StoredMailing): Promise<TestMail> {
    if (!mail) throw notFound('There is no such mail.')
    const arrival = mail.sent_at && (await arrived.arrivalOf(mail.message_id, created_at))
    const roundTrip = arrival && mail.sent_at ? Math.max(0, arrival.getTime() - mail.sent_at.getTime()) : null
    const sending = mail.state === 'sent' || mail.state === 'failed' ? mail.state : 'sending'
    const about = { id: _id.toHexString(), to: mail.to, reason: mail.last_error, roundTrip }
    return { ...about, state: arrival ? 'received' : sending }
  }

  return {
    async send({ email: by, requestId }: Actor): Promise<TestMail> {
      const form = await forms.find(contactFormId)
      if (!form) throw notFound('There is no contact form.')
      return toWire(await notices.hold({ to: [form.reply_to], subject, text, by, requestId, isDue: true }))
    },

    async read(id: string): Promise<TestMail> {
      const found = await mailings.find(id)
      if (!found?.is_notice || found.subject !== subject) throw notFound('There is no such mail.')
      return toWire(found)
    },
  }
}
