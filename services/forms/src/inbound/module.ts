import { contactFormId } from '@app/contracts/forms'
import {
  attachInbound,
  countInbound,
  downloadAttachment,
  listInbound,
  makeInquiry,
  readInbound,
} from '@app/contracts/inbound'
import { readMessage } from '@app/contracts/inquiry-calls'
import type { FeaturePart, ServicePart } from '@app/jobs/service-of-parts'
import type { ScopeOf } from '@app/record-query'
import { serve } from '@app/service/serve'
import { servedFile } from '@app/service/served-file'
import type { Addresses } from '../addresses/module'
import type { Context, Worker } from '../context'
import type { Inquiries } from '../inquiries/module'
import type { Mailings } from '../mailings/module'
import type { InquiryActions } from '../replies/inquiry-actions'
import type { Replies } from '../replies/module'
import type { Search } from '../search/module'
import { arrivedMails } from './arrived-mails'
import { conversations } from './conversations'
import { type InboundActions, inboundActions } from './inbound-actions'
import { inboundFiles } from './inbound-files'
import { erasedMails } from './inbound-mail'
import { indexConversations } from './index-conversations'
import { mailSources } from './mail-sources'
import { inboundQuotas } from './quotas'
import { waitingMails } from './read-waiting'
import { shownMails } from './shown-mails'

type Deps = { inbound: InboundActions; actions: Pick<InquiryActions, 'read'>; scopeOf: ScopeOf }

/** Incoming mail for staff. */
const inboundRoutes = ({ inbound, actions, scopeOf }: Deps) => [
  serve(listInbound, ({ query, identity }) => inbound.list(query.state, Number(query.page), scopeOf(identity.user))),
  serve(countInbound, () => inbound.count()),
  serve(readInbound, ({ params: { id }, query: { part } }) => inbound.read(id, { part })),
  serve(readMessage, ({ params: { id, message }, query: { part } }) => inbound.read(message, { part, inquiry: id })),
  serve(attachInbound, async ({ params, body, audited }) => {
    await inbound.attach(params.id, body.inquiry)
    audited({ recordId: body.inquiry })
    return actions.read(body.inquiry)
  }),
  serve(makeInquiry, async ({ params, body, requestId, audited }) => {
    const inquiry = await inbound.makeInquiry(params.id, requestId, body.confirmed)
    audited({ recordId: inquiry })
    return actions.read(inquiry)
  }),
  serve(downloadAttachment, async ({ params }) => servedFile(await inbound.download(params.id, params.file))),
]

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
            wokenBy: 'events',
            failed: 'conversations could not be indexed yet',
          },
        ],
        close,
      }
    },
  }
}
export type Inbound = ReturnType<typeof inboundModule>
