import { seconds } from '@app/contracts/durations'
import { gauge, stopTracing, watchProcess } from '@app/telemetry'
import type { AnyElysia } from 'elysia'
import type { Log } from './log'

/** How long requests in flight may take to end once the process was told to stop. */
const grace = seconds(10)

/** How long a start waits for what it needs. Then it listens all the same, so that `/readyz` tells what is missing. */
const patience = seconds(5)

type Serving = {
  host: string
  port: number
  log: Log
  /** Before that, another replica should get the requests. */
  ready: Promise<unknown>
  close: () => Promise<unknown>
}

/**
 * Resolves after a turn of the event loop that had nothing to do: no connection waits to be taken up. One that waits when
 * the port is closed is cut off, and whoever made it cannot know whether its request was done.
 */
async function idleMoment(): Promise<void> {
  const end = performance.now() + seconds(1)
  for (let at = performance.now(); at < end; ) {
    await new Promise(setImmediate)
    const before = at
    at = performance.now()
    if (at - before < 0.1) return
  }
}

/**
 * Listens until SIGTERM or SIGINT, then stops in order: no new connections, requests in flight end, `close` runs, the
 * process exits.
 */
export async function serve(app: AnyElysia, { host, port, log, ready, close }: Serving): Promise<void> {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    await idleMoment()
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

  await Promise.race([ready, Bun.sleep(patience)])
  if (stopping) return
  app.listen({ hostname: host, port })
  log.info({ host, port: app.server?.port }, 'listening')
  watchProcess()
  gauge('http_requests_in_flight', 'Requests that are being answered, this scrape included', [], () => [
    { labels: {}, value: app.server?.pendingRequests ?? 0 },
  ])
}
