import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy'
import { startProduct } from '../support/product'
import { type Replica, startReplica } from '../support/replica'
import { startSmtp } from '../support/smtp'
import { visitorDomain } from './clients'

/** Limits are not the subject here, and all clients share one address. */
const unlimited = { IP_LIMIT_FACTOR: '100000', INQUIRIES_PER_HOUR: '100000000', LOG_LEVEL: 'info' }

/** A process that is restarted whenever it exits, until the rig stops. */
async function keep(start: () => Promise<Replica>) {
  let current = await start()
  let kept = true
  return {
    get replica() {
      return current
    },
    /** Ends it and brings it back after `pause` ms. */
    async restart(signal: NodeJS.Signals, pause = 0): Promise<void> {
      await current.stop(signal)
      await new Promise((resolve) => setTimeout(resolve, pause))
      while (kept) {
        try {
          current = await start()
          return
        } catch {
          // Its dependencies may be down.
        }
      }
    },
    async end() {
      kept = false
      await current.stop('SIGTERM')
    },
  }
}

/** The product with one forms service and two workers behind fault proxies, and a scripted mail server. */
export async function startRig() {
  const smtp = await startSmtp()
  const product = await startProduct(unlimited, { pages: false })
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
  const through = (uri: string, { port }: FaultProxy) => {
    const url = new URL(uri)
    url.port = String(port)
    return url.href
  }
  const logFile = (part: string) => join(product.dataDir, 'logs', `${part}.log`)
  const env = (side: 'forms' | 'worker') => ({
    ...stack.env,
    SMTP_URL: `smtp://127.0.0.1:${links['worker-smtp'].port}`,
    MONGODB_URI: through(stack.mongoUri, links[`${side}-mongo`]),
    REDIS_URL: through(stack.redisUrl, links[`${side}-redis`]),
  })
  const worker = (name: string) => keep(() => startReplica('email-worker', env('worker'), { logFile: logFile(name) }))
  const processes = {
    forms: await keep(() =>
      startReplica('forms', env('forms'), { port: stack.ports.forms!, logFile: logFile('forms-faults') }),
    ),
    'worker-a': await worker('worker-a'),
    'worker-b': await worker('worker-b'),
  }

  return {
    product,
    smtp,
    links,
    processes,
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
    async stop() {
      await Promise.all(Object.values(processes).map((process) => process.end()))
      await Promise.all(Object.values(links).map((link) => link.stop()))
      await product.stop()
      await smtp.stop()
    },
  }
}

export type Rig = Awaited<ReturnType<typeof startRig>>
