import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUpOnSignal } from '@app/local-stack/clean-up-on-signal'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy'
import { type Product, startProduct } from '../support/product'
import { startReplica } from '../support/replica'
import { startSmtp } from '../support/smtp'
import { within } from '../support/until'
import { visitorDomain } from './clients'
import { keepProcess } from './kept-process'

/** Limits are not the subject here, and all clients share one address. */
const unlimited = { IP_LIMIT_FACTOR: '100000', INQUIRIES_PER_HOUR: '100000000', LOG_LEVEL: 'info' }

/** A worker has 35 s to shut down and is killed after 40; one that is just starting may take a minute more. */
const maxStopMs = 120_000

/** A database of this run on the server that MONGODB_URI names, if it names one. */
export function ownDatabase(name: string): Record<string, string> {
  const { MONGODB_URI } = process.env
  if (!MONGODB_URI) return {}
  const url = new URL(MONGODB_URI)
  url.pathname = `/${name}`
  return { MONGODB_URI: url.href }
}

/** The same address by way of a proxy. */
export function through(uri: string, { port }: FaultProxy): string {
  const url = new URL(uri)
  url.port = String(port)
  return url.href
}

/** The databases as processes to be killed; one that was `given` is left alone. */
export async function keepServers(stack: Product['stack'], given: Record<string, string>) {
  const server = (target: 'mongo' | 'redis') =>
    keepProcess(async () => {
      await stack.startProcess(target)
      return { stop: (signal?: NodeJS.Signals) => stack.stopProcess(target, signal) }
    })
  return { ...(!given['MONGODB_URI'] && { mongo: await server('mongo') }), redis: await server('redis') }
}

export type ServerProcess = Awaited<ReturnType<typeof keepServers>>['redis']

/** Runs the steps in their order, each completely. @throws naming what did not end in time; the rest is stopped all the same */
export async function stopAll(steps: readonly (() => readonly Promise<unknown>[])[]): Promise<void> {
  const late: unknown[] = []
  for (const step of steps)
    for (const result of await Promise.allSettled(step())) if (result.status === 'rejected') late.push(result.reason)
  if (late.length > 0) throw new AggregateError(late, late.map(String).join('; '))
}

/** Ends each, within the time that a shutdown may take. */
export const endEach = <Each>(each: Record<string, Each>, end: (one: Each) => Promise<unknown>) =>
  Object.entries(each).map(([name, one]) => within(`${name} to stop`, maxStopMs, end(one)))

/**
 * The product with one forms service and two workers behind fault proxies, and a scripted mail server. `name` is that of the
 * database on a server of MONGODB_URI, which keeps running; a server that the product starts is killed and suspended, too.
 */
export async function startRig(name: string) {
  const smtp = await startSmtp()
  const given = ownDatabase(name)
  const product = await startProduct({ ...unlimited, ...given }, { pages: false })
  const { stack } = product
  await Promise.all([stack.stopProcess('forms'), stack.stopProcess('email-worker')])

  const to = (port: number) => startFaultProxy({ port })
  const links = {
    'forms-mongo': await to(Number(new URL(stack.mongoUri).port)),
    'worker-mongo': await to(Number(new URL(stack.mongoUri).port)),
    'forms-redis': await to(stack.ports.redis!),
    'worker-redis': await to(stack.ports.redis!),
    'worker-smtp': await to(smtp.port),
  } satisfies Record<string, FaultProxy>
  const logFile = (part: string) => join(product.dataDir, 'logs', `${part}.log`)
  const env = (side: 'forms' | 'worker') => ({
    ...stack.env,
    SMTP_URL: `smtp://127.0.0.1:${links['worker-smtp'].port}`,
    MONGODB_URI: through(stack.mongoUri, links[`${side}-mongo`]),
    REDIS_URL: through(stack.redisUrl, links[`${side}-redis`]),
  })
  const servers = await keepServers(stack, given)
  const worker = (name: string) =>
    keepProcess(() => startReplica('email-worker', env('worker'), { logFile: logFile(name) }))
  const processes = {
    forms: await keepProcess(() =>
      startReplica('forms', env('forms'), { port: stack.ports.forms!, logFile: logFile('forms-faults') }),
    ),
    'worker-a': await worker('worker-a'),
    'worker-b': await worker('worker-b'),
  }

  const rig = {
    product,
    smtp,
    links,
    processes,
    servers,
    /** Log lines that contain a visitor's address. */
    leaks(): string[] {
      const folder = join(product.dataDir, 'logs')
      return readdirSync(folder).flatMap((file) =>
        readFileSync(join(folder, file), 'utf8')
          .split('\n')
          .filter((line) => line.includes(visitorDomain))
          .map((line) => `${file}: ${line.slice(0, 200)}`),
      )
    },
    /** Stops everything. @throws naming what did not stop in time; the rest is stopped all the same */
    stop: () =>
      stopAll([
        () => endEach(processes, (process) => process.end()),
        () => endEach(links, (link) => link.stop()),
        () => (given['MONGODB_URI'] ? [product.db.dropDatabase()] : []),
        () => endEach(servers, (server) => server.end()),
        () => endEach({ product }, () => product.stop()),
        () => endEach({ 'the mail server': smtp }, () => smtp.stop()),
      ]),
  }
  cleanUpOnSignal(rig.stop)
  return rig
}

export type Rig = Awaited<ReturnType<typeof startRig>>
