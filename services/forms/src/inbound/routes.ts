import { attachInbound, downloadAttachment, listInbound, makeInquiry } from '@app/contracts/calls/inbound'
import { serve } from '@app/service/serve'
import type { InquiryActions } from '../replies/inquiry-actions'
import type { InboundActions } from './inbound-actions'
import { servedFile } from './served-file'

type Deps = { inbound: InboundActions; actions: Pick<InquiryActions, 'read'> }

/** Incoming mail for staff. */
export const inboundRoutes = ({ inbound, actions }: Deps) => [
  serve(listInbound, ({ query }) => inbound.list(query.state, Number(query.page))),
  serve(attachInbound, async ({ params, body, audited }) => {
    await inbound.attach(params.id, body.inquiry)
    audited({ recordId: body.inquiry })
    return actions.read(body.inquiry)
  }),
  serve(makeInquiry, async ({ params, requestId, audited }) => {
    const inquiry = await inbound.makeInquiry(params.id, requestId)
    audited({ recordId: inquiry })
    return actions.read(inquiry)
  }),
  serve(downloadAttachment, async ({ params }) => servedFile(await inbound.download(params.id, params.file))),
]
