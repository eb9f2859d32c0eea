import { checkSender, readDeliverability, readTestMail, sendTestMail } from '@app/contracts/deliverability'
import type { ServicePart } from '@app/jobs/service-of-parts'
import { serve } from '@app/service/serve'
import type { MailSetup } from '../addresses/mail-addresses'
import type { Addresses } from '../addresses/module'
import type { Context } from '../context'
import type { ArrivedMails } from '../inbound/arrived-mails'
import type { MailSources } from '../inbound/mail-sources'
import type { Inbound } from '../inbound/module'
import type { Inquiries } from '../inquiries/module'
import type { Mailings } from '../mailings/module'
import type { Settings } from '../settings/module'
import { type TestMails, testMails } from './test-mail'

type DeliverabilityDeps = {
  mailSetup: Pick<MailSetup, 'read' | 'request'>
  sources: Pick<MailSources, 'list'>
  arrived: Pick<ArrivedMails, 'lag' | 'reports'>
  testMails: TestMails
}

/** Settings > Email. */
const deliverabilityRoutes = ({ mailSetup, sources, arrived, testMails }: DeliverabilityDeps) => [
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
  serve(sendTestMail, ({ actor }) => testMails.send(actor)),
  serve(readTestMail, ({ params }) => testMails.read(params.id)),
]

type Below = { addresses: Addresses; inquiries: Inquiries; mailings: Mailings; settings: Settings; inbound: Inbound }

/** Checks that mail goes out and comes in. */
export const deliverabilityModule = (_: Context, { addresses, inquiries, mailings, settings, inbound }: Below) => ({
  service(): ServicePart {
    const { arrived, sources } = inbound
    const { notices } = settings
    return {
      routes: deliverabilityRoutes({
        mailSetup: addresses.mailSetup,
        sources,
        arrived,
        testMails: testMails({ forms: inquiries.forms, mailings: mailings.mailings, notices, arrived }),
      }),
    }
  },
})
