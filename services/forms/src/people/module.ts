import { normalEmail } from '@app/contracts/entered-line'
import { type Erasure, eraseAddress as eraseAddressCall, erasureCollection } from '@app/contracts/erasures'
import { invalidField } from '@app/contracts/errors'
import type { ServicePart } from '@app/jobs/service-of-parts'
import { serve } from '@app/service/serve'
import type { Addresses } from '../addresses/module'
import type { Context } from '../context'
import type { Inbound } from '../inbound/module'
import type { Mailings } from '../mailings/module'
import type { Replies } from '../replies/module'
import { eraseAddress, erasureRequests } from './erase-address'

type Below = { addresses: Addresses; mailings: Mailings; inbound: Inbound; replies: Replies }

/** Removes all that is kept about a person, on request. */
export const peopleModule = ({ collection, audit, log, signals }: Context, below: Below) => ({
  service(): ServicePart {
    const erase = eraseAddress({
      erasures: erasureRequests(
        () => collection<Erasure>(erasureCollection),
        undefined,
        () => signals.send('erasures'),
      ),
      mailings: below.mailings.mailings,
      mailAddresses: below.addresses.mailAddresses,
      inbound: below.inbound.inbound,
      files: below.replies.files,
    })
    const routes = [
      serve(eraseAddressCall, async ({ body, requestId, actor: { id, email: by } }) => {
        const email = body.email === undefined ? undefined : normalEmail(body.email)
        if (body.email !== undefined && !email) throw invalidField('email', 'Email is not a valid email')
        // An erasure is final, so it is recorded in the audit before it begins: admin-tables adds that it is done. The
        // address is in no entry: it is to be gone everywhere.
        const actor = { id, email: by, requestId }
        await audit.append({ actor, action: 'erase', about: { step: 'begun' } })
        const { inquiries: deleted, students } = await erase({ email, records: body.records }, actor)
        log.info({ requestId, by: actor.id, deleted, students }, 'an address was erased')
        return { success: true as const, deleted, students }
      }),
    ]
    return { routes }
  },
})
