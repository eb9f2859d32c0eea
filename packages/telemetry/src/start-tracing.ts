let stop = async () => {}

/**
 * Sends spans to an OpenTelemetry collector (OTLP over HTTP). Without an endpoint nothing is loaded and the functions of
 * `tracing.ts` only run their work.
 *
 * @param share of the traces that are sent; those that fail always are
 */
export async function startTracing(
  service: string,
  { endpoint, share = 1, onError }: { endpoint: string | undefined; share?: number; onError: (error: unknown) => void },
): Promise<void> {
  if (!endpoint) return
  const { exportTraces } = await import('./export-traces')
  stop = exportTraces(service, { endpoint, share, onError })
}

/** Exports the remaining spans. */
export const stopTracing = () => stop()
