import { createSocket } from 'node:dgram'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createServer as createTlsServer } from 'node:tls'
import { createMachine } from '@app/installer/machine'
import { createLayout } from '@app/local-stack/layout'
import { checkDns, dkimRow, dmarcRow, dnsLookup, type Lookup, spfRow } from '@app/mail/dns-records'
import { expect, test } from 'vitest'
import { selfSigned } from '../../../../nginx/certificate'
import type { Context } from '../context'
import { checkMail } from './check-mail'

const zone =
  (records: Record<string, string[]>): Lookup =>
  async (name) =>
    records[name] ?? []
const offline: Lookup = async () => undefined

test.each([
  [['v=spf1 include:mail.test -all'], undefined, 'include:mail.test'],
  [['v=spf1 include:mail.test +all'], true, 'lets anyone send'],
  [['v=spf1 -all', 'v=spf1 mx -all'], true, '2 records'],
  [['google-site-verification=x'], true, 'none at school.test'],
])('SPF %j', async (records, attention, text) => {
  const row = await spfRow('school.test', zone({ 'school.test': records }))
  expect(row).toMatchObject({ name: 'SPF', text: expect.stringContaining(text) })
  expect(row.attention).toBe(attention)
})

test('each finding names the record to publish, and a server needs a name that leads back to it', async () => {
  const sender = { domain: 'school.dev', from: 'no-reply@school.dev', smtpHost: 'mail.school.dev' }
  const hosts = {
    addresses: async (host: string) => (host === 'mail.school.dev' ? ['192.0.2.5'] : []),
    names: async () => ['other.school.dev'],
  }
  const [spf, dkim, dmarc, reverse] = await checkDns(sender, zone({}), hosts)
  expect(spf!.record).toEqual({ at: 'school.dev', type: 'TXT', value: 'v=spf1 a:mail.school.dev -all' })
  expect(dkim).toMatchObject({ isGood: false, record: null })
  expect(dmarc!.record).toMatchObject({
    at: '_dmarc.school.dev',
    value: 'v=DMARC1; p=none; rua=mailto:no-reply@school.dev',
  })
  expect(reverse).toMatchObject({ isGood: false, text: expect.stringContaining('192.0.2.5') })
  const records = { 'school.dev': ['v=spf1 mx +all'], '_dmarc.school.dev': ['v=DMARC1; p=none; rua=mailto:a@b.dev'] }
  const named = { ...hosts, names: async () => ['mail.school.dev'] }
  const weak = await checkDns(sender, zone(records), named)
  expect(weak[0]!.record!.value).toBe('v=spf1 mx -all')
  expect(weak[2]!.record!.value).toBe('v=DMARC1; p=quarantine; rua=mailto:a@b.dev')
  expect(weak[3]).toEqual({ name: 'Reverse DNS', text: '192.0.2.5 is mail.school.dev', isGood: true, record: null })
})

test('a DKIM key is found under a usual selector or the one that is named, and a revoked one is none', async () => {
  const records = {
    's1._domainkey.school.test': ['v=DKIM1; k=rsa; p=MIG'],
    'old._domainkey.school.test': ['v=DKIM1; p='],
  }
  expect(await dkimRow('school.test', undefined, zone(records))).toMatchObject({ text: expect.stringContaining('s1.') })
  expect(await dkimRow('school.test', 'old', zone(records))).toMatchObject({ attention: true })
  expect(await dkimRow('school.test', undefined, zone({}))).toMatchObject({
    text: expect.stringContaining('SELECTOR='),
  })
})

test.each([
  ['school.test', 'v=DMARC1; p=quarantine; rua=mailto:a@school.test', undefined],
  ['mail.school.test', 'v=DMARC1; p=reject', undefined],
  ['school.test', 'v=DMARC1; p=none', true],
])('DMARC of %s: %s', async (domain, record, attention) => {
  expect((await dmarcRow(domain, zone({ '_dmarc.school.test': [record] }))).attention).toBe(attention)
})

test('without a record, or without a network, each answer says so', async () => {
  expect((await dmarcRow('school.test', zone({}))).text).toContain('none at _dmarc.school.test')
  for (const row of [spfRow('a.test', offline), dkimRow('a.test', undefined, offline), dmarcRow('a.test', offline)])
    expect(await row).toMatchObject({ text: expect.stringContaining('no DNS server answered'), attention: true })
})

const folder = mkdtempSync(join(tmpdir(), 'check-mail-'))

/** The command with this mail server in its settings. */
async function checkWith(smtpUrl: string, ask: Lookup) {
  const envFile = join(folder, '.env')
  writeFileSync(envFile, `SMTP_URL=${smtpUrl}\nMAIL_FROM='School <no-reply@school.dev>'\nADMIN_EMAILS=a@school.dev\n`)
  const lines: string[] = []
  const context: Context = {
    layout: createLayout(folder),
    machine: createMachine({}),
    envFile,
    given: {},
    port: 8080,
    run: undefined,
    environment: {},
    write: (line) => lines.push(line),
  }
  return { code: await checkMail(context, ask), said: lines.join('\n') }
}

test('a mail server that does not answer is said, and DNS is read all the same', async () => {
  const { code, said } = await checkWith('smtp://127.0.0.1:1', zone({ 'school.dev': ['v=spf1 mx -all'] }))
  expect(code).toBe(1)
  expect(said).toMatch(/^! Mail +127\.0\.0\.1:1 took none for a@school\.dev\. The mail server cannot be reached/)
  expect(said).toMatch(/^ {2}SPF +school\.dev: v=spf1 mx -all$/m)
})

/** A mail server that talks TLS from the first byte and takes mails from its user only. */
async function startSmtps() {
  const files = selfSigned(folder)
  const received: string[] = []
  const replies: [RegExp, string][] = [
    [/^EHLO/, '250-school\r\n250 AUTH PLAIN'],
    [new RegExp(`^AUTH PLAIN ${Buffer.from('\0user\0secret').toString('base64')}$`), '235 welcome'],
    [/^AUTH/, '535 wrong'],
    [/^DATA/, '354 go on'],
    [/^QUIT/, '221 bye'],
    [/^(MAIL|RCPT|\.$)/, '250 fine'],
  ]
  const server = createTlsServer(
    { cert: readFileSync(files.TLS_CERTIFICATE), key: readFileSync(files.TLS_CERTIFICATE_KEY) },
    (socket) => {
      socket.write('220 ready\r\n')
      socket.on('error', () => {})
      createInterface(socket).on('line', (line) => {
        received.push(line)
        const reply = replies.find(([pattern]) => pattern.test(line))?.[1]
        if (reply) socket.write(`${reply}\r\n`)
      })
    },
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const url = (user: string) => `smtps://${user}@127.0.0.1:${port}/?tls.rejectUnauthorized=false`
  return { url, received, stop: () => server.close() }
}

/** A DNS server that knows these TXT records. */
async function startDns(records: Record<string, string[]>) {
  const server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    let at = 12
    const labels: string[] = []
    for (let length = query[at]!; length > 0; length = query[at]!) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
    const texts = records[labels.join('.')]
    const data = Buffer.concat((texts ?? []).map((text) => Buffer.from([text.length, ...Buffer.from(text)])))
    // The question, then one answer that points to its name: TXT, IN, 60 s, in as many pieces.
    const answer = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255, ...data])
    const header = Buffer.from([...query.subarray(0, 2), 0x81, texts ? 0x80 : 0x83, 0, 1, 0, texts ? 1 : 0, 0, 0, 0, 0])
    server.send(Buffer.concat([header, query.subarray(12, at + 5), ...(texts ? [answer] : [])]), port, address)
  })
  await new Promise<void>((done) => server.bind(0, '127.0.0.1', done))
  return { ask: dnsLookup([`127.0.0.1:${server.address().port}`]), stop: () => server.close() }
}

test('a mail goes out with TLS and a password, and the records come from DNS', async () => {
  const smtp = await startSmtps()
  const dns = await startDns({
    'school.dev': [`v=spf1 include:${'a'.repeat(240)}`, '.test include:b.test', ' -all', 'google-site-verification=x'],
    's1._domainkey.school.dev': ['v=DKIM1; p=MIG'],
    '_dmarc.school.dev': ['v=DMARC1; p=reject'],
  })
  const sent = await checkWith(smtp.url('user:secret'), dns.ask)
  expect(sent).toMatchObject({ code: 0, said: expect.stringContaining('took one for a@school.dev') })
  expect(sent.said).toMatch(/school\.dev: v=spf1 include:a{240}\.test include:b\.test -all$/m)
  expect(smtp.received).toEqual(
    expect.arrayContaining(['MAIL FROM:<no-reply@school.dev>', 'Subject: Mail from your site works']),
  )
  const refused = await checkWith(smtp.url('user:wrong'), dns.ask)
  expect(refused).toMatchObject({ code: 1, said: expect.stringMatching(/^! Mail +127\.0\.0\.1:\d+ took none/) })
  smtp.stop()
  dns.stop()
})
