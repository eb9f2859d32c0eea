import { seconds } from '@app/contracts/durations'
import { gauge, stopTracing, watchProcess } from '@app/telemetry'
import type { AnyElysia } from 'elysia'
import type { Log } from './log'

/** How long requests in flight may take to end once the process was told to stop. */
const grace = seconds(10)

/**
 * Listens until SIGTERM or SIGINT, then stops in order: no new connections, requests in flight end, `close` runs, the
 * process exits.
 */
export function serve(
  app: AnyElysia,
  { host, port, log, close }: { host: string; port: number; log: Log; close: () => Promise<unknown> },
): void {
  app.listen({ hostname: host, port })
  log.info({ host, port: app.server?.port }, 'listening')
  watchProcess()
  gauge('http_requests_in_flight', 'Requests that are being answered, this scrape included', [], () => [
    { labels: {}, value: app.server?.pendingRequests ?? 0 },
  ])

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    const forced = setTimeout(() => app.server?.stop(true), grace)
    await app.server?.stop()
    clearTimeout(forced)
    await close()
    await stopTracing()
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
