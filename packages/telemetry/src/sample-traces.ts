import { type Context, SpanKind, TraceFlags, trace } from '@opentelemetry/api'
import {
  type ReadableSpan,
  type Sampler,
  SamplingDecision,
  type SamplingResult,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

/** The most spans of an unsampled trace that are held until its work here has ended: enough to see what failed. */
const maxSpans = 200
const maxTraces = 2_000

/**
 * Samples this share of the traces. One that continues another, such as the delivery of a mail, follows the decision on that.
 * Spans of the others are recorded, since they may fail.
 */
export function traceSampler(share: number): Sampler {
  const byId = new TraceIdRatioBasedSampler(share)
  return {
    shouldSample(parent: Context, traceId: string): SamplingResult {
      const from = trace.getSpanContext(parent)
      const isSampled = from
        ? (from.traceFlags & TraceFlags.SAMPLED) !== 0
        : byId.shouldSample(parent, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED
      return { decision: isSampled ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.RECORD }
    },
    toString: () => `parent, or ${share} of the traces`,
  }
}

/** Takes a span as if it were sampled, so that it is exported. */
const sampledCopy = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    spanContext: { value: () => ({ ...span.spanContext(), traceFlags: TraceFlags.SAMPLED }) },
  })

const isSampled = (span: Pick<ReadableSpan, 'spanContext'>) =>
  (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0
/** A request or a job that was refused is no error: its own status says so. */
const hasFailed = ({ status }: ReadableSpan) => status.code === 2

/** Passes on what is sampled, and of the other traces what this process did for one that failed here. */
export function keepErrors(next: SpanProcessor): SpanProcessor {
  type Held = { open: number; spans: ReadableSpan[]; failed: boolean }
  const traces = new Map<string, Held>()
  return {
    onStart(span, parent) {
      next.onStart(span, parent)
      if (isSampled(span)) return
      const id = span.spanContext().traceId
      const held = traces.get(id)
      if (held) held.open++
      else if (traces.size < maxTraces) traces.set(id, { open: 1, spans: [], failed: false })
    },
    onEnd(span) {
      if (isSampled(span)) return next.onEnd(span)
      const id = span.spanContext().traceId
      const held = traces.get(id)
      if (!held) return
      // The last place is for the span that all others belong to.
      if (held.spans.length < maxSpans || span.kind !== SpanKind.CLIENT) held.spans.push(span)
      held.failed ||= hasFailed(span)
      if (--held.open > 0) return
      traces.delete(id)
      if (held.failed) for (const one of held.spans) next.onEnd(sampledCopy(one))
    },
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  }
}
