import { addressesModule } from './addresses/module'
import type { Context, Feature } from './context'
import { deliverabilityModule } from './deliverability/module'
import { deliveryModule } from './delivery/module'
import { type Inbound, inboundModule } from './inbound/module'
import { inboxModule } from './inbox/module'
import { inquiriesModule } from './inquiries/module'
import { mailingsModule } from './mailings/module'
import { peopleModule } from './people/module'
import { remindersModule } from './reminders/module'
import { type Replies, repliesModule } from './replies/module'
import { searchModule } from './search/module'
import { settingsModule } from './settings/module'
import { visitsModule } from './visits/module'

/** The features, from the ground up. What one needs of a feature above it, it is given here. */
export function createModules(context: Context): Feature[] {
  const visits = visitsModule(context)
  const addresses = addressesModule(context)
  const inquiries = inquiriesModule(context, { visits })
  const mailings = mailingsModule(context, { addresses, inquiries })
  const search = searchModule(context)
  const settings = settingsModule(context, { addresses, inquiries, mailings })
  const reminders = remindersModule(context, { addresses, inquiries, mailings })
  const delivery = deliveryModule(context, {
    addresses,
    inquiries,
    mailings,
    reminders,
    readFile: (...given) => replies.files.read(...given),
  })
  const replies: Replies = repliesModule(context, {
    addresses,
    inquiries,
    provenSenders: (...given) => inbound.provenSenders(...given),
    returned: (inquiry) => inbound.inbound.returned(inquiry),
    messages: (inquiry, before) => inbound.inbound.page(inquiry, before),
    allMessages: (inquiry) => inbound.inbound.whole(inquiry),
  })
  const inbound: Inbound = inboundModule(context, { addresses, inquiries, mailings, search, replies })
  const deliverability = deliverabilityModule(context, { addresses, inquiries, mailings, settings, inbound })
  const inbox = inboxModule(context, { addresses, replies, inbound })
  const people = peopleModule(context, { addresses, mailings, inbound, replies })
  return [
    visits,
    addresses,
    inquiries,
    mailings,
    search,
    settings,
    reminders,
    delivery,
    replies,
    inbound,
    deliverability,
    inbox,
    people,
  ]
}
