let stop = async () => {}

/**
 * Sends spans to an OpenTelemetry collector (OTLP over HTTP). Without an endpoint nothing is loaded and the functions of
 * `tracing.ts` only run their work.
 */
export async function startTracing(
  service: string,
  { endpoint, onError }: { endpoint: string | undefined; onError: (error: unknown) => void },
): Promise<void> {
  if (!endpoint) return
  const { exportTraces } = await import('./export-traces')
  stop = exportTraces(service, { endpoint, onError })
}

/** Exports the remaining spans. */
export const stopTracing = () => stop()
