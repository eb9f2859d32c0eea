import { conflict } from '@app/contracts/errors'
import type { MailBudget, Spender } from '../addresses/mail-budget'
import type { MailingStore, NewMailing, StoredMailing } from './mailing'

type Deps = { mailings: Pick<MailingStore, 'find' | 'insert'>; budget: Pick<MailBudget, 'take'> }

/**
 * Stores a mailing once, within the budget of its author and the site, which is asked before anything is stored. One that another
 * service has requested, such as that of a canceled day, counts for the site only.
 * @throws AppError `too_many_requests` beyond a cap, `conflict` when its id belongs to another mailing
 */
export const admitMailing =
  ({ mailings, budget }: Deps) =>
  async (given: NewMailing, { isAccount }: Pick<Spender, 'isAccount'> = {}): Promise<StoredMailing> => {
    const own = (stored: StoredMailing): StoredMailing => {
      if (stored.request === given.request && stored.by_id === given.byId) return stored
      throw conflict('This Idempotency-Key belongs to another mailing.')
    }
    const earlier = await mailings.find(given.id)
    if (earlier) return own(earlier)
    const by = given.is_requested ? undefined : { id: given.byId, isAccount }
    await budget.take({ id: given.id, kind: 'mailing', recipients: given.recipients.length, ...(by && { by }) })
    return own(await mailings.insert(given))
  }

export type AdmitMailing = ReturnType<typeof admitMailing>
