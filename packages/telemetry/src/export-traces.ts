import { seconds } from '@app/contracts/durations'
import { context, propagation } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import { namedTrace } from './trace-ids'
import { useTracer } from './tracing'

/** A collector that is away costs no process its stop. */
const longestStop = seconds(3)

/** Only `start-tracing.ts` loads this file, and only where there is somebody to send to. */
export function exportTraces(
  service: string,
  { endpoint, onFault }: { endpoint: string; onFault: (error: unknown) => void },
): () => Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: seconds(5),
  })
  const random = new RandomIdGenerator()
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: seconds(2), maxQueueSize: 2_048 })],
    idGenerator: {
      generateTraceId: () => namedTrace() ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
  })
  setGlobalErrorHandler(onFault)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  useTracer(provider.getTracer('archery-school'))

  return async () => {
    useTracer(undefined)
    await Promise.race([provider.shutdown().catch(onFault), new Promise((late) => setTimeout(late, longestStop))])
  }
}
