import type { ServicePart } from '@app/jobs/service-of-parts'
import type { Context } from '../context'
import { mailAddresses, mailSetup } from './mail-addresses'
import { mailBudget } from './mail-budget'

/** Addresses that mailings leave out, how many people are written to, and what the DNS says of the sender. */
export function addressesModule({ db, caps }: Context) {
  const addresses = mailAddresses(db)
  const budget = mailBudget(db, caps)
  return {
    mailAddresses: addresses,
    budget,
    mailSetup: mailSetup(db),
    service: (): ServicePart => ({ stores: [addresses, budget] }),
  }
}
export type Addresses = ReturnType<typeof addressesModule>
