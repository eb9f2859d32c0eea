import {
  attachInbound,
  countInbound,
  downloadAttachment,
  listInbound,
  makeInquiry,
  readInbound,
} from '@app/contracts/inbound'
import { readMessage } from '@app/contracts/inquiry-calls'
import type { ScopeOf } from '@app/record-query'
import { serve } from '@app/service/serve'
import type { InquiryActions } from '../replies/inquiry-actions'
import type { InboundActions } from './inbound-actions'
import { servedFile } from './inbound-files'

type Deps = { inbound: InboundActions; actions: Pick<InquiryActions, 'read'>; scopeOf: ScopeOf }

/** Incoming mail for staff. */
export const inboundRoutes = ({ inbound, actions, scopeOf }: Deps) => [
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
