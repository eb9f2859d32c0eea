import { AppError } from '@app/contracts/errors'
import type { MailingStore, NewMailing, StoredMailing, Usage } from './mailing'

/** What one person and the site may send within a day. */
type MailingCaps = { mailingsPerPerson: number; mailsPerPerson: number; mailsPerSite: number }

type Deps = { mailings: Pick<MailingStore, 'insert' | 'usage' | 'admit' | 'refuse'>; caps: MailingCaps }

/** Seconds: caps count the last 24 hours, and the oldest of those mailings is often hours old. */
const retryAfter = 3_600

function overCap({ mailings, mails, siteMails }: Usage, caps: MailingCaps): string | undefined {
  if (mailings > caps.mailingsPerPerson) return `You can send ${caps.mailingsPerPerson} mailings within 24 hours.`
  if (mails > caps.mailsPerPerson) return `You can write to ${caps.mailsPerPerson} people within 24 hours.`
  if (siteMails > caps.mailsPerSite) return `The school can write to ${caps.mailsPerSite} people within 24 hours.`
  return undefined
}

/**
 * Stores a mailing once, within the caps. It is stored first and counts itself, so that mailings at the same time cannot pass a cap
 * together.
 * @throws AppError `too_many_requests` beyond a cap, `conflict` when its id belongs to another mailing
 */
export const admitMailing =
  ({ mailings, caps }: Deps) =>
  async (given: NewMailing): Promise<StoredMailing> => {
    const stored = await mailings.insert(given)
    if (stored.request !== given.request || stored.by_id !== given.byId)
      throw new AppError('conflict', 'This Idempotency-Key belongs to another mailing.')
    if (stored.is_admitted) return stored
    const reason = overCap(await mailings.usage(given.byId), caps)
    if (!reason && (await mailings.admit(given.id))) return { ...stored, is_admitted: true }
    await mailings.refuse(given.id)
    const message = `${reason ?? 'Several mailings were sent at once.'} Please try again later.`
    throw new AppError('too_many_requests', message, undefined, { retryAfter })
  }

export type AdmitMailing = ReturnType<typeof admitMailing>
