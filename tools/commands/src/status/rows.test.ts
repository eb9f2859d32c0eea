import { mkdtempSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { createLayout } from '@app/local-stack/layout'
import type { Variables } from '@app/secrets/env-file'
import { expect, test } from 'vitest'
import { selfSigned } from '../../../../nginx/certificate'
import { recordBackup } from '../backup-metrics'
import type { Context } from '../context'
import { certificateRow } from './certificate'
import { inWords } from './metrics'
import { alertsRow, backupRow, mailRows, replicaRows, versionRow } from './rows'

const folder = mkdtempSync(join(tmpdir(), 'status-'))

test('replicas are counted per service, and one that is not ready is marked', () => {
  const replica = (service: string, status = 'healthy') => ({ service, status, ready: status === 'healthy' })
  expect(replicaRows([replica('auth'), replica('forms'), replica('forms', 'starting')])).toEqual([
    { name: 'auth', text: '1 ready', attention: false },
    { name: 'forms', text: '1 of 2 ready (starting)', attention: true },
  ])
})

test('restarts are counted: a process that refuses its settings starts again and again', () => {
  const refused = { service: 'forms', ready: false, status: 'restarting', restarts: 11 }
  expect(replicaRows([refused, { ...refused, ready: true, status: 'healthy', restarts: 1 }])).toEqual([
    { name: 'forms', text: '1 of 2 ready (restarting), restarted 12 times', attention: true },
  ])
  expect(replicaRows([{ ...refused, ready: true, status: 'healthy', restarts: 1 }])).toEqual([
    { name: 'forms', text: '1 ready, restarted 1 time', attention: false },
  ])
})

test('the version is the one that runs, and two of them are marked with their services', () => {
  const replica = (service: string, version?: string) => ({ service, version })
  expect(versionRow([replica('auth', 'v1.4.0'), replica('forms', 'v1.4.0'), replica('mongo')])).toEqual({
    name: 'Version',
    text: 'v1.4.0',
    attention: false,
  })
  expect(versionRow([replica('auth', 'v1.4.0'), replica('forms', 'v1.3.0'), replica('forms', 'v1.4.0')])).toMatchObject(
    {
      text: 'v1.4.0 (auth, forms), v1.3.0 (forms)',
      attention: true,
    },
  )
  expect(versionRow([replica('mongo')]).text).toContain('unknown')
})

test('the queue and the oldest unsent mail come from the metrics', () => {
  const metrics = [
    'mail_queue_jobs{queue="inquiry-mail",state="waiting"} 3',
    'mail_queue_jobs{queue="sign-in-mail",state="delayed"} 1',
    'mail_queue_jobs{queue="sign-in-mail",state="failed"} 9',
    'outbox_inquiries{mails="pending"} 3',
    'outbox_inquiries{mails="failed"} 0',
    'outbox_oldest_unsent_seconds{to="school"} 5400',
  ].join('\n')
  expect(mailRows(metrics)).toEqual([
    { name: 'Queues', text: '4 jobs waiting, 0 inquiries with a failed mail', attention: false },
    { name: 'Oldest mail', text: 'unsent for 90 min, of 3 inquiries with unsent mails', attention: true },
    { name: 'Synthetic inquiry', text: 'none yet; the first is sent five minutes after the start' },
  ])
  const arrived = (age: number) => `synthetic_inquiry_last_arrival_timestamp_seconds ${Date.now() / 1_000 - age}`
  expect(mailRows(arrived(600))[2]).toMatchObject({ text: 'arrived 10 min ago', attention: false })
  expect(mailRows(arrived(10_800))[2]).toMatchObject({ text: 'arrived 3 h ago', attention: true })
  expect(mailRows('')[1]).toMatchObject({ text: 'none unsent', attention: false })
  expect(mailRows(undefined)[0]).toMatchObject({ attention: true })
})

test('the certificate is the one that is served, and one that ends soon is marked', async () => {
  const files = selfSigned(folder)
  const server = createServer({
    cert: readFileSync(files.TLS_CERTIFICATE),
    key: readFileSync(files.TLS_CERTIFICATE_KEY),
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const PUBLIC_ORIGIN = 'https://localhost'
  // TLS_CERTIFICATE is a path within TLS_FOLDER; with Let's Encrypt there is none at all.
  const both: Variables[] = [
    { PUBLIC_ORIGIN, TLS_FOLDER: '/etc/letsencrypt', TLS_CERTIFICATE: 'live/localhost/fullchain.pem' },
    { PUBLIC_ORIGIN, COMPOSE_FILE: 'docker-compose.yml:deploy/compose.acme.yml' },
  ]
  for (const variables of both)
    expect(await certificateRow(variables, port)).toMatchObject({
      text: expect.stringMatching(/^valid for [12] days, self-signed/),
      attention: true,
    })
  server.close()
  expect(await certificateRow({ PUBLIC_ORIGIN, TLS_CERTIFICATE: 'x.pem' }, 1)).toMatchObject({ attention: true })
  expect((await certificateRow({}, 1)).text).toBe('none (http)')
  expect((await certificateRow({ PUBLIC_ORIGIN }, 1)).text).toBe('ends in front of nginx')
})

test('no backup, or an old one, is marked, wherever its file went', () => {
  const metrics = join(folder, 'metrics')
  expect(backupRow(metrics).attention).toBe(true)
  const context = { layout: createLayout(folder), envFile: '', given: {}, environment: {} } as unknown as Context
  recordBackup(context, undefined)
  expect(backupRow(metrics)).toMatchObject({ attention: false })
  recordBackup(context, undefined, Date.now() - 3 * 86_400_000)
  expect(backupRow(metrics)).toEqual({ name: 'Last backup', text: '3 d ago', attention: true })
})

test('alerts that fire are named, but not the heartbeat, which always does', async () => {
  const alert = (alertname: string, severity: string, state = 'firing') => ({ state, labels: { alertname, severity } })
  let alerts = [alert('Watchdog', 'heartbeat'), alert('BackupOld', 'ticket', 'pending')]
  const prometheus = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json({ data: { alerts } }) })
  const row = () => alertsRow({ PROMETHEUS_PORT: String(prometheus.port) })
  expect(await row()).toEqual({ name: 'Alerts', text: 'none firing', attention: false })
  alerts = [...alerts, alert('ServiceGone', 'page')]
  expect(await row()).toEqual({ name: 'Alerts', text: 'ServiceGone', attention: true })
  await prometheus.stop(true)
})

test.each([
  [42, '42 s'],
  [600, '10 min'],
  [10_800, '3 h'],
  [345_600, '4 d'],
])('%s seconds are %s', (seconds, words) => {
  expect(inWords(seconds)).toBe(words)
})
