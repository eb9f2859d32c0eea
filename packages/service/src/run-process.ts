import { existsSync, readFileSync } from 'node:fs'
import { seconds } from '@app/contracts/durations'
import { gauge, stopTracing, watchProcess } from '@app/telemetry'
import type { AnyElysia } from 'elysia'
import type { Log } from './log'
import { guardMemory } from './memory-guard'

/** States in /proc/net/tcp. */
const established = '01'
const synReceived = '03'
/** Of a connection that was not accepted yet. */
const noInode = '0'

/**
 * The number of connections to a port that were made and not accepted yet. Bun accepts a connection when its first data arrives; until
 * then the kernel holds it, and resets it when the port closes. 0 where the system does not say it.
 */
export function waitingConnections(port: number): number {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = ['/proc/self/net/tcp', '/proc/self/net/tcp6']
    .filter(existsSync)
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local]) => local?.endsWith(suffix))
  return rows.filter(({ 3: state, 9: inode }) => state === synReceived || (state === established && inode === noInode))
    .length
}

/** Time for requests in flight to end after the process received a stop signal. */
const shutdownGraceMs = seconds(10)

/**
 * After this time the process listens even without its dependencies, so that `/readyz` can name what is missing. Nginx sends
 * requests to whatever listens, so it is more than a busy machine needs to connect.
 */
const readyTimeoutMs = seconds(20)

export type Serving = {
  app: AnyElysia
  host: string
  port: number
  log: Log
  /** Resolves once the dependencies are available; until then other replicas should receive the requests. */
  ready: Promise<unknown>
  close: () => Promise<unknown>
  /** Of its own memory, in bytes: from there on garbage is collected, if not from where all processes do. */
  collectFrom?: number
}

/** Time for the requests of connections to arrive. A busy Nginx may connect long before it sends. */
const firstDataTimeoutMs = seconds(3)

/** Resolves in a moment in which no connection is left whose request is still to come. */
async function requestsArrived(port: number): Promise<void> {
  const end = performance.now() + firstDataTimeoutMs
  while (waitingConnections(port) > 0 && performance.now() < end) await new Promise(setImmediate)
}

/** Resolves after an iteration of the event loop without pending work, so that no connection waits to be accepted. */
async function idleMoment(): Promise<void> {
  const end = performance.now() + seconds(3)
  for (let at = performance.now(); at < end; ) {
    await new Promise(setImmediate)
    const before = at
    at = performance.now()
    if (at - before < 0.1) return
  }
}

/**
 * Listens until SIGTERM or SIGINT, then shuts down in order: the requests of existing connections arrive, the port closes, requests
 * in flight end, `close` runs, the process exits.
 */
export async function runProcess({ app, host, port, log, ready, close, collectFrom }: Serving): Promise<void> {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'shutdown started')
    await idleMoment()
    const listensOn = app.server?.port
    if (listensOn) await requestsArrived(listensOn)
    const forced = setTimeout(() => app.server?.stop(true), shutdownGraceMs)
    await app.server?.stop()
    clearTimeout(forced)
    await close()
    await stopTracing()
    log.info('shutdown finished')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  await Promise.race([ready, Bun.sleep(readyTimeoutMs)])
  if (stopping) return
  app.listen({ hostname: host, port })
  log.info({ host, port: app.server?.port }, 'listening')
  watchProcess()
  guardMemory(collectFrom)
  gauge('http_requests_in_flight', 'Requests being answered, including this scrape', [], () => {
    return app.server?.pendingRequests ?? 0
  })
}
