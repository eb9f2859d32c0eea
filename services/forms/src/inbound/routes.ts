import {
  attachInbound,
  countInbound,
  downloadAttachment,
  listInbound,
  makeInquiry,
  readInbound,
} from '@app/contracts/calls/inbound'
import { readMessage } from '@app/contracts/calls/inquiries'
import { serve } from '@app/service/serve'
import type { InquiryActions } from '../replies/inquiry-actions'
import type { InboundActions } from './inbound-actions'
import { servedFile } from './served-file'

type Deps = { inbound: InboundActions; actions: Pick<InquiryActions, 'read'> }

/** Incoming mail for staff. */
export const inboundRoutes = ({ inbound, actions }: Deps) => [
  serve(listInbound, ({ query }) => inbound.list(query.state, Number(query.page))),
  serve(countInbound, () => inbound.count()),
  serve(readInbound, ({ params }) => inbound.read(params.id)),
  serve(readMessage, ({ params }) => inbound.read(params.message, params.id)),
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
