import { minutes } from '@app/contracts/durations'
import { notFound } from '@app/contracts/errors'
import { idempotencyHeader } from '@app/contracts/idempotency'
import {
  findMailingRecipients,
  readMailAllowance,
  readMailing,
  sendMailing as sendMailingCall,
} from '@app/contracts/mailings'
import { mayUse } from '@app/contracts/policy'
import type { ServicePart } from '@app/jobs/service-of-parts'
import { serve } from '@app/service/serve'
import type { User } from '@app/session'
import type { Addresses } from '../addresses/module'
import type { Context, Service } from '../context'
import type { Inquiries } from '../inquiries/module'
import { familyAddresses, findRecipients } from './find-recipients'
import { mailingStore, type StoredMailing, toMailing } from './mailing'
import { mailingJob } from './mailing-job'
import { admitMailing } from './new-mailing'
import { continueMailings, mailingAudience, sendMailing } from './send-mailing'

/** Its author has seen the recipients of a mailing before it was sent, but not of one that another service has requested for them. */
const maySee = (user: User, { by_id, is_requested, to = ['students'] }: StoredMailing) =>
  (by_id === user.id && !is_requested) ||
  [...to, ...(to.includes('students') ? ['guardians'] : [])].every((table) => mayUse(user, table, 'view'))

/** Mails to several people, such as the students of a canceled day. */
export function mailingsModule(context: Context, below: { addresses: Addresses; inquiries: Inquiries }) {
  const { db, collection, mailDomain, mailingMail, audit, scopeOf, jobs } = context
  const stored = () => collection<StoredMailing>('mailings')
  const mailings = mailingStore(stored, mailDomain)
  const { budget, mailAddresses } = below.addresses
  const recipients = findRecipients(below.inquiries.select, mailAddresses)

  return {
    stored,
    mailings,
    recipients,
    family: familyAddresses(db),

    service({ runner }: Service): ServicePart {
      const admit = admitMailing({ mailings, budget })
      const audience = mailingAudience({ recipients, scopeOf })
      const send = sendMailing({ recipients, scopeOf, admit, runner })
      return {
        stores: [mailings],
        jobs: { mailing: mailingJob({ mailings, recipients, admit, mailingMail, audit }) },
        routes: [
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
        ],
        repeated: [
          {
            run: continueMailings({ mailings, jobs, runner }),
            everyMs: minutes(1),
            failed: 'mailings could not be continued yet',
          },
        ],
      }
    },
  }
}
export type Mailings = ReturnType<typeof mailingsModule>
