import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engineAnswers } from '../compose/containers'
import { letsEncryptFolder, servedCertificate } from '../compose/lets-encrypt'
import { startLoad } from '../compose/load'
import { createProductionClone } from '../compose/production-clone'
import { freePort } from '../support/free-port'
import { encrypts, firstAddress, layCable, removeCable, startSecondNode } from './second-node'

/** In all cases together at least this many are sent. */
const enough = Number(process.env.SWARM_REQUESTS ?? 10_000)
const cases = 4
const hasCable = engineAnswers && layCable()
const docker = async (...args: string[]) => (await promisify(execFile)('docker', args)).stdout.trim()

describe.skipIf(!engineAnswers)('the product as a stack of a swarm', () => {
  let site: Awaited<ReturnType<typeof createProductionClone>>
  let certificate: ReturnType<typeof letsEncryptFolder>
  let tlsPort = 0
  let isOurs = false
  let second: Awaited<ReturnType<typeof startSecondNode>> | undefined
  let total = 0

  beforeAll(async () => {
    tlsPort = await freePort([12_000, 12_999])
    site = await createProductionClone('swarm', {
      overlays: ['deploy/compose.tls.yml'],
      more: {
        BIND: '0.0.0.0',
        TLS_PORT: tlsPort,
        PUBLIC_ORIGIN: `https://localhost:${tlsPort}`,
        TLS_CERTIFICATE: 'live/localhost/fullchain.pem',
        TLS_CERTIFICATE_KEY: 'live/localhost/privkey.pem',
        VERSION: 'v1.0.0',
      },
    })
    certificate = letsEncryptFolder(join(site.folder, '.data/letsencrypt'))
    await site.shell(`echo TLS_FOLDER=${certificate.variables.TLS_FOLDER} >> .env`)
    isOurs = (await docker('info', '--format', '{{.Swarm.LocalNodeState}}')) === 'inactive'
    if (isOurs) await docker('swarm', 'init', '--advertise-addr', hasCable ? firstAddress : '127.0.0.1')
    await docker('node', 'update', '--label-add', 'volumes=yes', await docker('info', '--format', '{{.Swarm.NodeID}}'))
    await site.shell('make secrets && docker compose build')
    await deploy()
    expect(await site.signIn()).toBe(200)
  })
  afterAll(async () => {
    if (!site) return
    await docker('stack', 'rm', site.project)
    await Bun.sleep(15_000)
    await second?.remove()
    if (isOurs) await leave()
    const volumes = await docker('volume', 'ls', '-q', '--filter', `name=${site.project}`)
    if (volumes) await docker('volume', 'rm', ...volumes.split('\n')).catch(() => {})
    await site.removeAll()
    if (hasCable) removeCable()
  })

  /** The engine may give up before the last manager has left. */
  async function leave() {
    for (let tries = 0; tries < 10; tries++) {
      await docker('swarm', 'leave', '--force').catch(() => {})
      if ((await docker('info', '--format', '{{.Swarm.LocalNodeState}}')) === 'inactive') return
      await Bun.sleep(2_000)
    }
    throw new Error('The engine does not leave the swarm')
  }

  /** As deploy/README.md says, on one node. */
  async function deploy() {
    await site.shell('make -s swarm-stack > stack.json')
    // Between nodes nothing would pass.
    if (hasCable && !encrypts()) await site.shell(`sed -i '/"encrypted": ""/d' stack.json`)
    await site.shell(`docker stack deploy --resolve-image never -c stack.json ${site.project}`)
    await settled()
  }

  const stateOf = (service: string) =>
    docker('service', 'inspect', '--format', '{{if .UpdateStatus}}{{.UpdateStatus.State}}{{end}}', service)

  /** Until each service has its replicas and no update is under way. */
  async function settled() {
    await Bun.sleep(2_000)
    for (let tries = 0; tries < 600; tries++) {
      const services = await docker('stack', 'services', site.project, '--format', '{{.Name}} {{.Replicas}}')
      const all = services.split('\n').map((line) => line.split(' '))
      const states = await Promise.all(all.map(([name = '']) => stateOf(name)))
      expect(states.filter((state) => /rollback|paused/.test(state))).toEqual([])
      const isDone = all.every(([, replicas = '']) => replicas.split('/')[0] === replicas.split('/')[1])
      if (isDone && !states.includes('updating')) return
      await Bun.sleep(1_000)
    }
    throw new Error(await docker('stack', 'ps', '--no-trunc', site.project))
  }

  async function underLoad(what: string, change: () => Promise<unknown>) {
    const load = startLoad({
      page: () => site.visitor.get('/'),
      me: () => site.visitor.get('/api/users/me'),
      list: () => site.visitor.get('/api/tables/announcements'),
      submit: () => site.submit(),
    })
    await load.reach(enough / cases / 4)
    await change()
    await load.reach(Math.max(enough / cases, load.sent() + enough / cases / 8))
    const { sent, repeated, failures, slowest, seconds } = await load.stop()
    total += sent
    const rate = (sent / seconds).toFixed(0)
    process.stdout.write(
      `${what}: ${failures.length} of ${sent} requests failed, ${repeated} sent again, ${rate}/s, slowest ${slowest} ms\n`,
    )
    if (failures.length > 0) process.stdout.write(`${JSON.stringify(failures.slice(0, 5))}\n`)
    expect(failures).toEqual([])
  }
  const name = (service: string) => `${site.project}_${service}`
  const services = ['auth', 'forms', 'email-worker', 'admin-tables']

  test('services scale up and down', () =>
    underLoad('scaling', async () => {
      for (const count of [3, 1]) {
        await docker('service', 'scale', ...services.map((service) => `${name(service)}=${count}`))
        await settled()
      }
    }))

  test('a rolling update replaces every replica', () =>
    underLoad('rolling update', async () => {
      for (const service of services) await docker('service', 'update', '--quiet', '--force', name(service))
      await settled()
    }))

  test('a new secret reaches the services that use it', () =>
    underLoad('a new secret', async () => {
      const secretsOf = () =>
        docker(
          'service',
          'inspect',
          '--format',
          '{{json .Spec.TaskTemplate.ContainerSpec.Secrets}}',
          name('email-worker'),
        )
      const before = await secretsOf()
      await site.shell("sed -i 's#^SMTP_URL=.*#SMTP_URL=smtp://mail-box:2525/#' .env && make secrets")
      await deploy()
      expect(await secretsOf()).not.toBe(before)
    }))

  test('a renewed certificate is served', () =>
    underLoad('renewal of the certificate', async () => {
      const serial = async () => (await servedCertificate(tlsPort)).serialNumber
      const before = await serial()
      certificate.renew()
      for (let tries = 0; tries < 120 && (await serial()) === before; tries++) await Bun.sleep(500)
      expect(await serial()).not.toBe(before)
    }))

  test.runIf(hasCable)('a node is drained: its replicas move to the other one', async () => {
    second = await startSecondNode()
    await second.load(['auth', 'forms', 'admin-tables'].map((image) => `${site.project}/${image}:v1.0.0`))
    // Two of each are spread over the nodes.
    await docker('service', 'scale', ...services.map((service) => `${name(service)}=2`))
    await settled()
    expect(await second.services()).toEqual(services.map(name).sort())
    await underLoad('draining a node', async () => {
      await docker('node', 'update', '--availability', 'drain', second!.id)
      for (let tries = 0; tries < 60 && (await second!.services()).length > 0; tries++) await Bun.sleep(1_000)
      expect(await second!.services()).toEqual([])
      await settled()
    })
  })

  test('every acknowledged inquiry is stored', async () => {
    const answer = await site.visitor.get('/api/tables/contact_submissions')
    expect(await answer.json()).toMatchObject({ total: site.accepted() })
    process.stdout.write(`${total} requests in all\n`)
    expect(total).toBeGreaterThanOrEqual(enough)
  })
})
