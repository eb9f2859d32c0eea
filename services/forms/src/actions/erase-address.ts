import { seconds } from '@app/contracts/durations'
import type { InquiryStore } from '../models/inquiry'
import type { MailingStore } from '../models/mailing'

/** A restore from the trash that began before the erasure ends within this time. */
const pauseMs = seconds(0.3)
const maxPasses = 10

/**
 * Deletes everything from an address: inquiries, also deleted ones, with their replies and queued mails, and its part of
 * mailings. Repeated until a pass finds nothing, because a concurrent restore may bring a record back.
 */
export const eraseAddress =
  ({ inquiries, mailings }: { inquiries: Pick<InquiryStore, 'erase'>; mailings: Pick<MailingStore, 'erase'> }) =>
  async (email: string): Promise<number> => {
    await mailings.erase(email)
    let total = 0
    for (let pass = 0; pass < maxPasses; pass++) {
      const deleted = await inquiries.erase(email)
      total += deleted
      if (pass > 0 && deleted === 0) break
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    return total
  }
