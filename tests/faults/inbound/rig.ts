import { join } from 'node:path'
import { cleanUpOnSignal } from '@app/local-stack/clean-up-on-signal'
import { startDovecot } from '../../support/dovecot'
import { startFaultProxy } from '../../support/fault-proxy'
import { freePort } from '../../support/free-port'
import { startProduct } from '../../support/product'
import { startReplica } from '../../support/replica'
import { keepProcess } from '../kept-process'
import { type Harm, harmsOfLinks, harmsOfProcesses, harmsOfServers } from '../nemesis'
import { endEach, keepServers, ownDatabase, stopAll, through } from '../rig'
import { trustedHost } from './correspondents'

/** Two workers that receive mail over SMTP and share a mailbox on Debian's Dovecot, every connection behind a fault proxy. */
export async function startInboundRig(name: string) {
  const given = ownDatabase(name)
  const dovecot = await startDovecot()
  const quiet = { SEED_SAMPLES: 'false', SEED_INQUIRIES: 'false', LOG_LEVEL: 'warn', INBOUND_TRUSTED_HOST: trustedHost }
  const product = await startProduct({ ...quiet, ...given }, { pages: false })
  const { stack } = product
  await stack.stopProcess('email-worker')
  const ports = { 'worker-a': await freePort(), 'worker-b': await freePort() }
  const to = (port: number) => startFaultProxy({ port })
  const links = {
    'worker-mongo': await to(Number(new URL(stack.mongoUri).port)),
    'worker-redis': await to(stack.ports.redis!),
    imap: await to(dovecot.port),
    'smtp-a': await to(ports['worker-a']),
    'smtp-b': await to(ports['worker-b']),
  }
  const env = {
    ...stack.env,
    MONGODB_URI: through(stack.mongoUri, links['worker-mongo']),
    REDIS_URL: through(stack.redisUrl, links['worker-redis']),
    INBOUND_IMAP_URL: through(dovecot.url, links.imap),
    INBOUND_IMAP_PASSWORD: dovecot.password,
  }
  const worker = (each: keyof typeof ports) =>
    keepProcess(() =>
      startReplica(
        'email-worker',
        { ...env, INBOUND_SMTP_PORT: String(ports[each]) },
        { logFile: join(product.dataDir, 'logs', `${each}.log`) },
      ),
    )
  const servers = await keepServers(stack, given)
  const workers = { 'worker-a': await worker('worker-a'), 'worker-b': await worker('worker-b') }

  const rig = {
    product,
    dovecot,
    workers,
    /** Where mail servers reach the product. */
    smtpPorts: [links['smtp-a'].port, links['smtp-b'].port] as const,

    /** Ends the leases of workers that were killed, to skip the minutes until they end. */
    async letTimePass(): Promise<void> {
      const past = new Date(0)
      await product.db
        .collection('inbound_doors')
        .updateMany({ lease: { $exists: true } }, { $set: { 'lease.until': past } })
      await product.db.collection('inbound_mails').updateMany({ state: 'waiting' }, { $set: { due_at: past } })
    },
    harms: (): Harm[] => [
      ...harmsOfProcesses(workers).map((harm) => ({
        ...harm,
        do: (ms: number) => harm.do(ms).then(() => rig.letTimePass()),
      })),
      ...harmsOfServers(stack, servers),
      ...harmsOfLinks(links),
      { target: 'dovecot', kind: 'UIDVALIDITY changed', do: () => dovecot.renumber() },
      { target: 'imap', kind: 'cut mid-fetch', do: async () => links.imap.killBefore('FETCH', () => {}) },
    ],
    stop: () =>
      stopAll([
        () => endEach(workers, (one) => one.end()),
        () => endEach(links, (link) => link.stop()),
        () => (given['MONGODB_URI'] ? [product.db.dropDatabase()] : []),
        () => endEach(servers, (server) => server.end()),
        () => endEach({ product }, () => product.stop()),
        () => endEach({ dovecot }, () => dovecot.stop()),
      ]),
  }
  cleanUpOnSignal(rig.stop)
  return rig
}

export type InboundRig = Awaited<ReturnType<typeof startInboundRig>>
