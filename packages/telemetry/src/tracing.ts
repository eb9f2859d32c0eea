import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'

/** The request ids that Nginx assigns have the shape of a trace id. */
const shape = /^(?!0{32})[0-9a-f]{32}$/

let next: string | undefined

/** Gives the trace that starts within `begin` this id, if it has the shape of one. */
export function nameNextTrace<Result>(id: string, begin: () => Result): Result {
  next = shape.test(id) ? id : undefined
  try {
    return begin()
  } finally {
    next = undefined
  }
}

export const namedTrace = () => next

/** The origin of work that is done later or elsewhere. `trace` is a W3C `traceparent`. */
export type Origin = { requestId: string; trace?: string | undefined }

let tracer: Tracer | undefined
export const useTracer = (one: Tracer | undefined) => {
  tracer = one
}
/** False unless an endpoint is configured. Otherwise the functions of this file only run their work. */
export const isTracing = () => tracer !== undefined

const traceOf = (traceparent: string): Context => propagation.extract(ROOT_CONTEXT, { traceparent })

/** The current trace as `traceparent`, to be passed on. */
export function currentTrace(): string | undefined {
  if (!tracer) return undefined
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/** Starts a span in its origin's trace. A new trace gets the id of its request, which every log line holds. */
function begin(by: Tracer, name: string, kind: SpanKind, { requestId, trace: carried }: Origin): [Span, Context] {
  const parent = carried ? traceOf(carried) : ROOT_CONTEXT
  const span = nameNextTrace(requestId, () =>
    by.startSpan(name, { kind, attributes: { 'request.id': requestId } }, parent),
  )
  return [span, trace.setSpan(parent, span)]
}

/** Records the error's name only: its message may quote personal data. */
function fail(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

async function within<Result>(span: Span, active: Context, work: () => Promise<Result>): Promise<Result> {
  try {
    return await context.with(active, work)
  } catch (error) {
    fail(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Runs a job as part of the trace that caused it. */
export async function tracedJob<Result>(name: string, from: Origin, work: () => Promise<Result>): Promise<Result> {
  if (!tracer) return work()
  return within(...begin(tracer, name, SpanKind.CONSUMER, from), work)
}

/** Hands a job over as part of the current trace, else of the job's origin. */
export async function tracedHandOver<Result>(name: string, from: Origin, work: () => Promise<Result>): Promise<Result> {
  if (!tracer) return work()
  if (!trace.getActiveSpan()) return within(...begin(tracer, name, SpanKind.PRODUCER, from), work)
  const span = tracer.startSpan(name, { kind: SpanKind.PRODUCER })
  return within(span, trace.setSpan(context.active(), span), work)
}

/** Starts a span for a call to another server; `undefined` outside a trace. Call the returned function to end it. */
export function tracedCall(name: string, attributes: Attributes): ((error?: unknown) => void) | undefined {
  if (!tracer || !trace.getActiveSpan()) return undefined
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
  return (error) => {
    if (error !== undefined) fail(span, error)
    span.end()
  }
}

export type TracedRequest = {
  run<Result>(work: () => Result): Result
  end(route: string, status: number): void
}

/** Starts the span of an HTTP request. */
export function tracedRequest(method: string, from: Origin): TracedRequest | undefined {
  if (!tracer) return undefined
  const [span, active] = begin(tracer, method, SpanKind.SERVER, from)
  return {
    run: (work) => context.with(active, work),
    end(route, status) {
      span.updateName(`${method} ${route}`)
      span.setAttributes({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}
