import { seconds } from '@app/contracts/durations'
import { contactFormId } from '@app/contracts/forms'
import type { FeaturePart, ServicePart } from '@app/jobs/service-of-parts'
import type { Addresses } from '../addresses/module'
import type { Context, Worker } from '../context'
import type { Inquiries } from '../inquiries/module'
import type { Mailings } from '../mailings/module'
import type { Replies } from '../replies/module'
import type { Search } from '../search/module'
import { arrivedMails } from './arrived-mails'
import { conversations } from './conversations'
import { inboundActions } from './inbound-actions'
import { inboundFiles } from './inbound-files'
import { erasedMails } from './inbound-mail'
import { indexConversations } from './index-conversations'
import { mailSources } from './mail-sources'
import { inboundQuotas } from './quotas'
import { inboundRoutes } from './routes'
import { shownMails } from './shown-mails'
import { waitingMails } from './waiting-mails'

const megabyte = 1_000_000

type Below = { addresses: Addresses; inquiries: Inquiries; mailings: Mailings; search: Search; replies: Replies }

/** Mail that comes in. */
export function inboundModule({ db, objects, mailDomain, scopeOf, log, announced }: Context, below: Below) {
  const { submissions, forms } = below.inquiries
  const { words } = below.search
  const arrived = arrivedMails(db)
  const files = inboundFiles(db, objects)
  const sources = mailSources(db)
  const erased = erasedMails(db)
  const known = conversations(db, mailDomain, undefined, announced)
  const inbound = inboundActions({
    arrived,
    shown: shownMails(db),
    files,
    erased,
    conversations: known,
    words,
    sources,
    submissions,
    family: below.mailings.family,
  })
  const onError = (err: unknown) => log.warn({ err }, 'a conversation could not be indexed yet')

  return {
    provenSenders: known.provenSenders,
    arrived,
    sources,
    inbound,

    service: (): ServicePart => ({
      stores: [arrived, files, erased],
      routes: inboundRoutes({ inbound, actions: below.replies.actions, scopeOf }),
      reads: () => ['/api/forms/inbound', '/api/forms/inbound/count'],
    }),

    async worker({ env, ready, mailReader }: Worker): Promise<FeaturePart> {
      // Imported there alone: the service never loads what receives mail.
      const { startInbound } = await import('./start-inbound')
      const quotas = inboundQuotas(db, {
        mailsPerNetwork: env.INBOUND_MAILS_PER_NETWORK,
        bytesPerNetwork: env.INBOUND_MB_PER_NETWORK * megabyte,
        bytesInAll: env.INBOUND_MB_IN_ALL * megabyte,
      })
      void ready.then(() => quotas.prepare()).catch(onError)
      const { close } = startInbound({
        arrived,
        files,
        sources,
        erased,
        quotas,
        conversations: known,
        words,
        log,
        env,
        ready,
        addresses: below.addresses.mailAddresses,
        waiting: waitingMails(db),
        mailingMail: below.mailings.mailings.sentAs,
        reader: mailReader,
        ourAddresses: async () => {
          const form = await forms.find(contactFormId)
          return [env.MAIL_FROM.address, form?.reply_to, form?.notification_recipient]
        },
      })
      return {
        repeated: [
          {
            run: indexConversations({ words, arrived, onError }),
            everyMs: seconds(5),
            failed: 'conversations could not be indexed yet',
          },
        ],
        close,
      }
    },
  }
}
export type Inbound = ReturnType<typeof inboundModule>
