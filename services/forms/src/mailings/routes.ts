import { notFound } from '@app/contracts/errors'
import { idempotencyHeader } from '@app/contracts/idempotency'
import {
  findMailingRecipients,
  readMailAllowance,
  readMailing,
  sendMailing as sendMailingCall,
} from '@app/contracts/mailings'
import { mayUse } from '@app/contracts/policy'
import { serve } from '@app/service/serve'
import type { User } from '@app/session'
import type { MailBudget } from '../addresses/mail-budget'
import { type MailingStore, type StoredMailing, toMailing } from './mailing'
import type { mailingAudience, sendMailing } from './send-mailing'

type Deps = {
  mailings: Pick<MailingStore, 'find'>
  budget: Pick<MailBudget, 'allowance'>
  audience: ReturnType<typeof mailingAudience>
  send: ReturnType<typeof sendMailing>
}

/** Its author has seen the recipients of a mailing before it was sent, but not of one that another service has requested for them. */
const maySee = (user: User, { by_id, is_requested, to = ['students'] }: StoredMailing) =>
  (by_id === user.id && !is_requested) ||
  [...to, ...(to.includes('students') ? ['guardians'] : [])].every((table) => mayUse(user, table, 'view'))

/** Emails to several people, such as the students of a canceled day. */
export const mailingRoutes = ({ mailings, budget, audience, send }: Deps) => [
  serve(findMailingRecipients, ({ body, identity }) => audience(body, identity)),
  serve(sendMailingCall, ({ body, headers, identity, requestId }) =>
    send(body, { identity, key: headers[idempotencyHeader], requestId }),
  ),
  serve(readMailAllowance, ({ identity: { user, isAccount } }) => budget.allowance({ id: user.id, isAccount })),
  serve(readMailing, async ({ params, identity }) => {
    const found = await mailings.find(params.id)
    if (!found || !maySee(identity.user, found)) throw notFound('There is no such mailing.')
    return toMailing(found)
  }),
]
