import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pebbleProgram } from '../support/pebble'
import { until } from '../support/until'
import { createProject, engineAnswers } from './containers'
import { servedCertificate } from './lets-encrypt'
import { startLoad } from './load'

const host = 'school.test'
const pebble = engineAnswers ? pebbleProgram() : undefined
if (engineAnswers && !pebble)
  process.stderr.write('The ACME test is skipped: Go, which builds its server, is missing.\n')

/** An ACME server in the network of the site, which resolves the host as the world would. */
const overlay = (folder: string) => `services:
  pebble:
    image: debian:12.11-slim
    command: [/pebble/pebble, -config, /pebble/config.json]
    networks: [app]
    volumes: ['${folder}:/pebble:ro']
    environment: { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' }
  certificate:
    volumes: ['${folder}:/pebble:ro']
    environment: { REQUESTS_CA_BUNDLE: /pebble/cert.pem, ACME_CHECK_SECONDS: '3' }
  edge:
    networks: { app: { aliases: [${host}] } }
`

describe.skipIf(!pebble)('a certificate by ACME', () => {
  let project: Awaited<ReturnType<typeof createProject>>
  let files: string[]
  const settings = () => ({
    PUBLIC_ORIGIN: `https://${host}`,
    TLS_PORT: String(project.ports.tls),
    ACME_SERVER: 'https://pebble:14000/dir',
    ACME_EMAIL: `owner@${host}`,
  })
  const served = () => servedCertificate(project.ports.tls, host)

  beforeAll(async () => {
    project = await createProject()
    const folder = join(project.folder, 'pebble')
    mkdirSync(folder)
    copyFileSync(pebble!, join(folder, 'pebble'))
    const [certificate, privateKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const request = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=pebble']
    const names = ['-addext', 'subjectAltName=DNS:pebble', '-keyout', privateKey, '-out', certificate]
    execFileSync('openssl', ['req', ...request, ...names], { stdio: 'pipe' })
    const config = {
      pebble: {
        listenAddress: '0.0.0.0:14000',
        managementListenAddress: '0.0.0.0:15000',
        certificate: '/pebble/cert.pem',
        privateKey: '/pebble/key.pem',
        httpPort: 8080,
        tlsPort: 8443,
      },
    }
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
    const own = join(project.folder, 'pebble.yml')
    writeFileSync(own, overlay(folder))
    files = ['docker-compose.yml', 'deploy/compose.acme.yml', own].flatMap((file) => ['-f', file])
    const started = ['pebble', 'certificate', 'edge', 'nginx']
    await project.composeWith(settings(), ...files, 'up', '-d', '--build', '--no-deps', ...started)
  })
  afterAll(() => project?.remove())

  test('the first certificate is fetched automatically, and a renewal loses no request', async () => {
    await until('the first certificate', async () => /pebble/i.test((await served()).issuer), 120_000)
    const first = await served()

    const ask = () =>
      fetch(`https://localhost:${project.ports.tls}/`, {
        headers: { host, connection: 'close' },
        tls: { rejectUnauthorized: false },
      })
    const load = startLoad({ page: ask })
    await load.reach(200)
    // Every certificate ends within a hundred years, so the client renews it.
    const renewing = { ...settings(), ACME_RENEW_DAYS: '36500' }
    await project.composeWith(renewing, ...files, 'up', '-d', '--no-deps', 'certificate')
    await until('the renewed certificate', async () => (await served()).serialNumber !== first.serialNumber, 120_000)
    await load.reach(load.sent() + 200)
    const { sent, failures } = await load.stop()
    process.stdout.write(`renewal by ACME: ${failures.length} of ${sent} failed\n`)
    expect(failures).toEqual([])
    expect((await served()).issuer).toMatch(/pebble/i)
  })
})
