import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Attribute = { key: string; value: Record<string, unknown> }
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] }[]
    }[]
  }[]
}
type Span = {
  service: string
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  attributes: Record<string, unknown>
}

const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A trace collector (OTLP over HTTP) that records every span and the raw requests. */
export async function startSpanReceiver() {
  const spans: Span[] = []
  let raw = ''
  const server = createServer(async (request, response) => {
    const body = await text(request)
    raw += body
    if (request.url === '/v1/traces')
      for (const { resource, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans) {
        const service = String(valuesOf(resource.attributes)['service.name'])
        for (const { traceId, spanId, parentSpanId = '', name, attributes } of scopeSpans.flatMap(({ spans }) => spans))
          spans.push({ service, traceId, spanId, parentSpanId, name, attributes: valuesOf(attributes) })
      }
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trace: (id: string) => spans.filter(({ traceId }) => traceId === id),
    raw: () => raw,
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections()
        server.close(stopped)
      }),
  }
}
