import { attachInbound, downloadAttachment, listInbound, makeInquiry } from '@app/contracts/calls/inbound'
import { serve } from '@app/service/serve'
import type { InquiryActions } from '../actions/inquiry-actions'
import type { InboundActions } from '../inbound/inbound-actions'

type Deps = { inbound: InboundActions; actions: Pick<InquiryActions, 'read'> }

const encodedName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Always a download of bytes; if a browser opens it anyway, nothing in it runs. */
const servedAs = (name: string, size: number) => ({
  'content-type': 'application/octet-stream',
  'content-length': String(size),
  'content-disposition': `attachment; filename="file"; filename*=UTF-8''${encodedName(name)}`,
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
})

/** Read as fast as the client takes it. An error on the way breaks the transfer visibly. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

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
  serve(downloadAttachment, async ({ params }) => {
    const { name, size, chunks } = await inbound.download(params.id, params.file)
    return new Response(streamOf(chunks), { headers: servedAs(name, size) })
  }),
]
