import type { ServicePart } from '@app/jobs/service-of-parts'
import type { Addresses } from '../addresses/module'
import type { Context } from '../context'
import type { Inbound } from '../inbound/module'
import type { Replies } from '../replies/module'
import { inboxStore } from './inbox'
import { inboxActions } from './inbox-actions'
import { inboxChanges } from './inbox-changes'
import { inboxFeed } from './inbox-feed'
import { inboxRoutes } from './routes'
import { teamworkStore } from './teamwork'

/** The inbox of the team. */
export const inboxModule = (
  { connection, users, mail, mailDomain, log, announced }: Context,
  { addresses, replies, inbound }: { addresses: Addresses; replies: Replies; inbound: Inbound },
) => ({
  service(): ServicePart {
    const { inquiries, colleagues, files, actions, replyFiles } = replies
    const feed = inboxFeed({
      changesSince: inboxChanges(connection),
      onError: (err) => log.warn({ err }, 'changes of the inbox could not be read'),
    })
    const inbox = inboxActions({
      inbox: inboxStore(connection),
      teamwork: teamworkStore(connection, undefined, announced),
      colleagues,
      inquiries,
      assign: actions.assign,
      files,
      mail,
      mailDomain,
      budget: addresses.budget,
      person: users.find,
      said: inbound.arrived.said,
    })
    return {
      routes: inboxRoutes({ inbox, actions, feed, replyFiles }),
      reads: () => ['/api/forms/inbox'],
      // Streams are requests in flight, which a shutdown waits for.
      stopping: feed.close,
    }
  },
})
