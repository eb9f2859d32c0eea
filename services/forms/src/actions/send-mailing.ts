import { AppError } from '@app/contracts/errors'
import type { Mailing, MailingDraft } from '@app/contracts/mailings'
import type { DeliveryQueue } from '@app/mail'
import { type MailingStore, toMailing } from '../models/mailing'

type Deps = { mailings: Pick<MailingStore, 'insert'>; mail: Pick<DeliveryQueue, 'deliver'> }
type Context = { by: string; key: string | undefined; requestId: string }

/** Stores and queues an email to several people. Calls with the same `key` send it once. */
export const sendMailing =
  ({ mailings, mail }: Deps) =>
  async (draft: MailingDraft, { by, key, requestId }: Context): Promise<Mailing> => {
    if (!key)
      throw new AppError('invalid_request', 'Send an Idempotency-Key, so that a repeated request is recognised.')
    const stored = await mailings.insert({ ...draft, by, key, requestId })
    if (!stored) throw new AppError('conflict', 'This Idempotency-Key belongs to another mailing.')
    const submissionId = stored._id.toHexString()
    // What is not queued now the sweep queues later.
    await Promise.all(
      stored.mails
        .filter(({ state }) => state === 'pending')
        .map(({ message_id }) => mail.deliver({ submissionId, messageId: message_id, requestId, source: 'mailing' })),
    )
    return toMailing(stored)
  }
