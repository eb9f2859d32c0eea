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
import { servedFile } from './served-file'

type Deps = { inbound: InboundActions; actions: Pick<InquiryActions, 'read'>; scopeOf: ScopeOf }

/** Incoming mail for staff. */
export const inboundRoutes = ({ inbound, actions, scopeOf }: Deps) => [
  serve(listInbound, ({ query, identity }) => inbound.list(query.state, Number(query.page), scopeOf(identity.user))),
  serve(countInbound, () => inbound.count()),
  serve(readInbound, ({ params }) => inbound.read(params.id)),
  serve(readMessage, ({ params }) => inbound.read(params.message, params.id)),
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
