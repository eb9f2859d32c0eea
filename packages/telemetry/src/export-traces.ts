import { withTimeout } from '@app/concurrency/timeout'
import { seconds } from '@app/contracts/durations'
import { context, propagation } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import { keepErrors, traceSampler } from './sample-traces'
import { namedTrace, useTracer } from './tracing'

/** Limit for the last export, so that an unavailable collector does not delay a shutdown. */
const shutdownTimeoutMs = seconds(3)

/** Loaded by `start-tracing.ts` only, and only when an endpoint is configured. */
export function exportTraces(
  service: string,
  { endpoint, share, onError }: { endpoint: string; share: number; onError: (error: unknown) => void },
): () => Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: seconds(5),
  })
  const batches = new BatchSpanProcessor({ exporter, scheduledDelayMillis: seconds(2), maxQueueSize: 2_048 })
  const random = new RandomIdGenerator()
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: traceSampler(share),
    spanProcessors: [keepErrors(batches)],
    idGenerator: {
      generateTraceId: () => namedTrace() ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
  })
  setGlobalErrorHandler(onError)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  useTracer(provider.getTracer('archery-school'))

  return async () => {
    useTracer(undefined)
    await withTimeout(provider.shutdown(), shutdownTimeoutMs).catch(onError)
  }
}
