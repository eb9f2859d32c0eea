import { isTracing, type TracedRequest, tracedRequest } from '@app/telemetry'
import type { AnyElysia } from 'elysia'
import { requestIdOf } from './request-id'

type Handler = (request: Request) => unknown

/** Records a span for every request, within the sender's trace. Does nothing while tracing is off. */
export function traceRequests(app: AnyElysia): { ended(request: Request, route: string, status: number): void } {
  if (!isTracing()) return { ended: () => {} }
  const traced = new WeakMap<Request, TracedRequest>()
  app.wrap(((handle: Handler) => (request: Request) => {
    const sent = request.headers.get('traceparent') ?? undefined
    const span = tracedRequest(request.method, { requestId: requestIdOf(request), trace: sent })
    if (!span) return handle(request)
    traced.set(request, span)
    return span.run(() => handle(request))
  }) as Parameters<AnyElysia['wrap']>[0])
  return { ended: (request, route, status) => traced.get(request)?.end(route, status) }
}
