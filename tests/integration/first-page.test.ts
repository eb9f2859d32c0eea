import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recipientsOf } from '@app/backup/encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '../../nginx/certificate'
import { commandWith, firstPage, pageSettings } from '../support/first-page'
import { freePort } from '../support/free-port'
import { root } from '../support/observability'

// The first page of deploy/README.md is typed as far as it needs neither another machine nor containers, in folders of the test and with
// fit values in place of the examples. Packages, firewall and user are typed in a container (tests/compose/bare-server.test.ts), and the
// suites of containers start the product by the rest (tests/compose/production-clone.ts). Typed nowhere: DNS, Docker's own installation,
// the records of mail.
const folder = mkdtempSync(join(tmpdir(), 'first-page-'))
const envFile = join(folder, '.env')
const here = (code: string) =>
  code.replaceAll('/home/archery', folder).replaceAll('/etc/nftables.conf', `${folder}/nft`)
const { PATH, HOME, TOOLS_DIR = join(root, '.data/tools') } = process.env
const certificate = selfSigned(folder)
const variables: Record<string, string | undefined> = {
  ...{ PATH, HOME, TOOLS_DIR, RUN: 'local', ENV_FILE: envFile, DATA_DIR: join(folder, 'data') },
  NODE_EXTRA_CA_CERTS: certificate.TLS_CERTIFICATE,
}

/** Answers of a mail server that knows the account. */
const spoken: [said: RegExp, answer: string][] = [
  [/^EHLO/, '250-mail\r\n250 AUTH PLAIN\r\n'],
  [/^AUTH PLAIN/, '235 welcome\r\n'],
  [/^QUIT/, '221 bye\r\n'],
]
let mailServer: Bun.TCPSocketListener

beforeAll(async () => {
  for (const name of ['PROMETHEUS_PORT', 'GRAFANA_PORT', 'ALERTMANAGER_PORT'])
    variables[name] = String(await freePort())
  mkdirSync(join(folder, 'site'))
  mailServer = Bun.listen({
    hostname: 'localhost',
    port: 0,
    tls: { cert: Bun.file(certificate.TLS_CERTIFICATE), key: Bun.file(certificate.TLS_CERTIFICATE_KEY) },
    socket: {
      open: (socket) => void socket.write('220 mail\r\n'),
      data: (socket, bytes) =>
        void socket.write(spoken.find(([said]) => said.test(bytes.toString()))?.[1] ?? '250 ok\r\n'),
    },
  })
})
afterAll(() => {
  mailServer?.stop(true)
  rmSync(folder, { recursive: true, force: true })
})

/** Types commands as they are pasted; the first that fails ends them. */
function type(code: string, input = '') {
  const child = spawn('bash', ['-euc', code], { cwd: root, env: variables, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(input)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise<{ exitCode: number | null; output: string }>((done) =>
    child.once('close', (exitCode) => done({ exitCode, output })),
  )
}

test('the firewall of the page has rules that nftables takes', async () => {
  const [, written = ''] = /^(printf [\s\S]*? > \S+)$/m.exec(firstPage.firewall) ?? []
  expect((await type(here(written))).exitCode).toBe(0)
  expect(readFileSync(join(folder, 'nft'), 'utf8')).toMatch(/tcp dport \{ 22, 80, 443 \} accept\n {2}\}\n\}\n$/)
  const check = /nft -c -f \S+/.exec(here(firstPage.firewall))![0]
  // nftables asks the kernel, which answers root only.
  const canAsk = spawnSync('nft', ['list', 'tables']).status === 0
  if (canAsk) expect(await type(check)).toMatchObject({ exitCode: 0 })
})

test('the settings of the page, with values of a school, are all that production needs', async () => {
  const secrets = /make secrets/.exec(firstPage.product)![0]
  expect(await type(secrets)).toMatchObject({ exitCode: 0 })

  const { recipients } = await recipientsOf(join(folder, 'backup-key.txt'))
  const port = async () => String(await freePort())
  const settings = pageSettings({
    PORT: await port(),
    TLS_PORT: await port(),
    SMTP_URL: `smtps://user:password@localhost:${mailServer.port}`,
    BACKUP_RECIPIENTS: recipients.join(' '),
    ALERT_SMTP_HOST: 'other-mail.school.test:587',
  })
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${here(value)}`)
  const written = readFileSync(envFile, 'utf8').split('\n')
  const others = written.filter((line) => !Object.hasOwn(settings, line.split('=')[0]!))
  writeFileSync(envFile, [...others, ...lines, ''].join('\n').replaceAll('archery.example', 'school.test'))

  const password = commandWith('read -rs PASSWORD', firstPage.start)
  expect(await type(here(password), 'a password\n')).toMatchObject({ exitCode: 0 })
  const file = join(folder, 'alert-password')
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['a password', 0o600])

  const checked = await type(commandWith('make check-production', firstPage.start))
  expect(checked).toEqual({ exitCode: 0, output: expect.stringContaining('is ready for production.') })
})
