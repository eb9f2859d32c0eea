import { minutes } from '@app/contracts/durations'
import type { ServicePart } from '@app/jobs/service-of-parts'
import type { Addresses } from '../addresses/module'
import type { Context, Service } from '../context'
import type { Inquiries } from '../inquiries/module'
import { familyAddresses, findRecipients } from './find-recipients'
import { mailingStore, type StoredMailing } from './mailing'
import { mailingJob } from './mailing-job'
import { admitMailing } from './new-mailing'
import { mailingRoutes } from './routes'
import { continueMailings, mailingAudience, sendMailing } from './send-mailing'

/** Mails to several people. */
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
      return {
        stores: [mailings],
        jobs: { mailing: mailingJob({ mailings, recipients, admit, mailingMail, audit }) },
        routes: mailingRoutes({
          mailings,
          budget,
          audience: mailingAudience({ recipients, scopeOf }),
          send: sendMailing({ recipients, scopeOf, admit, runner }),
        }),
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
