import { type Context, context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { type ReadableSpan, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import { keepErrors, traceSampler } from './sample-traces'

function tracing(share: number) {
  const exported: ReadableSpan[] = []
  const target: SpanProcessor = {
    onStart() {},
    onEnd: (span) => void exported.push(span),
    forceFlush: async () => {},
    shutdown: async () => {},
  }
  const provider = new TracerProvider({ sampler: traceSampler(share), spanProcessors: [keepErrors(target)] })
  const tracer = provider.getTracer('test')
  const begin = (name: string, parent: Context = ROOT_CONTEXT) => {
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent)
    return { span, within: trace.setSpan(parent, span) }
  }
  return { begin, names: () => exported.map(({ name }) => name), exported }
}

const remote = (traceFlags: TraceFlags) =>
  trace.setSpanContext(context.active(), {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    isRemote: true,
    traceFlags,
  })

test.each([
  [1, 100],
  [0, 0],
])('a share of %d samples %d of 100 traces', (share, count) => {
  const { begin, names } = tracing(share)
  for (let n = 0; n < 100; n++) begin('request').span.end()
  expect(names()).toHaveLength(count)
})

test('about a share of the traces is sampled, each as a whole', () => {
  const { begin, exported } = tracing(0.25)
  for (let n = 0; n < 2_000; n++) {
    const request = begin('request')
    begin('call', request.within).span.end()
    request.span.end()
  }
  const traces = new Set(exported.map((span) => span.spanContext().traceId))
  expect(traces.size).toBeGreaterThan(300)
  expect(traces.size).toBeLessThan(700)
  expect(exported).toHaveLength(2 * traces.size)
})

test('what continues a trace follows the decision on it', () => {
  const none = tracing(0)
  none.begin('job', remote(TraceFlags.SAMPLED)).span.end()
  expect(none.names()).toEqual(['job'])
  const all = tracing(1)
  all.begin('job', remote(TraceFlags.NONE)).span.end()
  expect(all.names()).toEqual([])
})

test('a trace that fails is exported with all that was done here, sampled or not', () => {
  const { begin, names, exported } = tracing(0)
  const request = begin('request')
  begin('find', request.within).span.end()
  const failed = begin('insert', request.within).span
  failed.setStatus({ code: SpanStatusCode.ERROR })
  failed.end()
  expect(names()).toEqual([])
  request.span.end()
  expect(names()).toEqual(['find', 'insert', 'request'])
  expect(exported.every((span) => span.spanContext().traceFlags === TraceFlags.SAMPLED)).toBe(true)
  expect(exported[0]!.spanContext().traceId).toBe(exported[2]!.spanContext().traceId)
  begin('later', request.within).span.end()
  expect(names()).toHaveLength(3)
})

test('traces that never end hold a limited number of spans', () => {
  const { begin, names } = tracing(0)
  for (let n = 0; n < 2_000; n++) begin('endless')
  const request = begin('request')
  request.span.setStatus({ code: SpanStatusCode.ERROR })
  request.span.end()
  expect(names()).toEqual([])
})
