let stop = async () => {}

/**
 * Sends spans to an OpenTelemetry collector (OTLP over HTTP). Without an endpoint nothing is loaded and every function of
 * `tracing.ts` just does its work.
 */
export async function startTracing(
  service: string,
  { endpoint, onFault }: { endpoint: string | undefined; onFault: (error: unknown) => void },
): Promise<void> {
  if (!endpoint) return
  const { exportTraces } = await import('./export-traces')
  stop = exportTraces(service, { endpoint, onFault })
}

/** Sends what is left. */
export const stopTracing = () => stop()
