import type { Audit } from '@app/audit'
import type { Skipped } from '@app/contracts/jobs'
import { suppressionText } from '@app/contracts/mail-addresses'
import type { MailingDraft } from '@app/contracts/mailings'
import type { Handler } from '@app/jobs'
import type { DeliveryQueue } from '@app/mail'
import { everything } from '@app/record-query'
import type { FindRecipients, Recipients } from './find-recipients'
import type { MailingStore } from './mailing'
import { type AdmitMailing, newMailing } from './new-mailing'

/** Mails between two looks at the right of the author. */
const releasedAtOnce = 50

type MailingJobDeps = {
  mailings: Pick<MailingStore, 'find' | 'release'>
  recipients: FindRecipients
  admit: AdmitMailing
  mailingMail: Pick<DeliveryQueue, 'deliver'>
  audit: Pick<Audit, 'append'>
}

/** `draft`: where the mailing is not stored yet. */
type MailingInput = { draft?: MailingDraft; skipped?: Skipped[] }

/** People who are written to in another way. */
export const skippedOf = ({ withoutAddress }: Pick<Recipients, 'withoutAddress'>): Skipped[] =>
  withoutAddress.map(({ id, suppressed }) => ({
    id,
    reason: suppressed ? suppressionText(suppressed) : 'No email address',
  }))

/**
 * Releases the mails of a mailing part by part. It has the id of its mailing, which is stored before by the call, or here when another
 * service has requested it. What was released is sent even when the right of its author ends.
 */
export const mailingJob = ({
  mailings,
  recipients,
  admit,
  mailingMail,
  audit,
}: MailingJobDeps): Handler<MailingInput> => ({
  version: 1,
  async *run({ id, actor, input, done, isResumed }, { hold }) {
    let mailing = await mailings.find(id)
    if (!mailing?.is_admitted) {
      const { draft } = input
      if (!draft) return
      // All whom it concerns: a family must learn that a day is canceled, whoever cancels it. Nothing of them is shown to the author.
      const found = await recipients(draft, everything)
      const skipped = skippedOf(found)
      if (found.recipients.length === 0) {
        yield { skipped, isLast: true }
        return
      }
      hold()
      mailing = await admit(newMailing(id, draft, { ...found, isRequested: true }, actor!))
      const about = { recipients: found.recipients.length }
      await audit.append({ actor, action: 'mailing', table: draft.to[0]!, recordId: id, about, ref: `job/${id}` })
      yield { total: found.recipients.length, skipped }
    } else if (!isResumed && input.skipped) yield { skipped: input.skipped }
    let left: number
    do {
      const { held = [], total = 0 } = mailing
      left = Math.max(0, held.length - releasedAtOnce)
      if (held.length > 0) {
        hold()
        const known = new Set(mailing.mails.map(({ message_id }) => message_id))
        const released = await mailings.release(mailing, releasedAtOnce)
        // An erasure came in between: the next attempt reads the mailing again.
        if (!released) throw new Error('the mailing was changed while its mails were released')
        if ((released.held?.length ?? 0) > left) throw new Error('the mailing still holds mails that were released')
        // Mails that are not queued now are queued by the sweep.
        for (const { message_id } of released.mails)
          if (!known.has(message_id))
            void mailingMail.deliver({
              documentId: id,
              messageId: message_id,
              requestId: mailing.request_id,
              source: 'mailing',
            })
        mailing = released
      }
      done = Math.max(done, total - left)
      yield { total, done, changed: done, isLast: left === 0 }
    } while (left > 0)
  },
})
