import type { Audit } from '@app/audit'
import { normalEmail } from '@app/contracts/email-address'
import { eraseAddress } from '@app/contracts/erasures'
import { invalidField } from '@app/contracts/errors'
import type { Log } from '@app/service'
import { serve } from '@app/service/serve'
import type { eraseAddress as eraseAddressAction } from './erase-address'

type Deps = {
  erase: ReturnType<typeof eraseAddressAction>
  audit: Pick<Audit, 'append'>
  log: Pick<Log, 'info'>
}

/** Removes all that is kept about a person, on request. */
export const erasureRoutes = ({ erase, audit, log }: Deps) => [
  serve(eraseAddress, async ({ body, requestId, actor: { id, email: by } }) => {
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
