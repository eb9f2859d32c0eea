import { checkSender, readDeliverability, readTestMail, sendTestMail } from '@app/contracts/calls/deliverability'
import { serve } from '@app/service/serve'
import type { MailSetup } from '../addresses/mail-setup'
import type { InboundDoors } from '../inbound/doors'
import type { InboundJournal } from '../inbound/journal'
import type { TestMails } from './test-mail'

export type DeliverabilityDeps = {
  mailSetup: Pick<MailSetup, 'read' | 'request'>
  doors: Pick<InboundDoors, 'list'>
  journal: Pick<InboundJournal, 'lag' | 'reports'>
  testMails: TestMails
}

/** Settings > Email. */
export const deliverabilityRoutes = ({ mailSetup, doors, journal, testMails }: DeliverabilityDeps) => [
  serve(readDeliverability, async () => {
    const [sender, open, lag, weeks] = await Promise.all([
      mailSetup.read(),
      doors.list(),
      journal.lag(),
      journal.reports(),
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
