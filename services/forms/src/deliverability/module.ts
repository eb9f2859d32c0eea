import { checkSender, readDeliverability, readTestMail, sendTestMail } from '@app/contracts/deliverability'
import type { ServicePart } from '@app/jobs/service-of-parts'
import { serve } from '@app/service/serve'
import type { Addresses } from '../addresses/module'
import type { Context } from '../context'
import type { Inbound } from '../inbound/module'
import type { Inquiries } from '../inquiries/module'
import type { Mailings } from '../mailings/module'
import type { Settings } from '../settings/module'
import { testMails } from './test-mail'

type Below = { addresses: Addresses; inquiries: Inquiries; mailings: Mailings; settings: Settings; inbound: Inbound }

/** Checks that mail goes out and comes in, for Settings > Email. */
export const deliverabilityModule = (
  _: Context,
  { addresses: { mailSetup }, inquiries, mailings, settings, inbound: { arrived, sources } }: Below,
) => ({
  service(): ServicePart {
    const { forms } = inquiries
    const tests = testMails({ forms, mailings: mailings.mailings, notices: settings.notices, arrived })
    return {
      routes: [
        serve(readDeliverability, async () => {
          const [sender, open, lag, weeks] = await Promise.all([
            mailSetup.read(),
            sources.list(),
            arrived.lag(),
            arrived.reports(),
          ])
          return { sender, doors: open, lag, weeks }
        }),
        serve(checkSender, async () => {
          await mailSetup.request()
          return { success: true }
        }),
        serve(sendTestMail, ({ actor }) => tests.send(actor)),
        serve(readTestMail, ({ params }) => tests.read(params.id)),
      ],
    }
  },
})
