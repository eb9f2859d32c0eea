import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { recipientsOf } from '@app/backup/encryption'
import { writeProgram } from '@app/installer/write-program.fixture'
import { createLayout } from '@app/local-stack/layout'
import { containerSecrets, writeContainerSecrets } from '@app/secrets/container-secrets'
import { expect, test } from 'vitest'
import { selfSigned } from '../../../nginx/certificate'
import { checkProduction, errorsForProduction as errorsWith } from './check-production'
import type { Context } from './context'

const folder = mkdtempSync(join(tmpdir(), 'check-production-'))
const certificate = selfSigned(folder)
chmodSync(folder, 0o755)
for (const file of Object.values(certificate)) chmodSync(file, 0o644)
const keys = {
  DATABASE_KEY: 'k'.repeat(43),
  SESSION_SIGNING_KEY: '{"kty":"OKP","crv":"Ed25519","kid":"one","x":"Qm9","d":"T3d"}',
  AUDIT_SIGNING_KEY: '{"kty":"OKP","crv":"Ed25519","kid":"two","x":"V2h","d":"Z1q"}',
  OTP_PEPPER: 'v8Kx2mQpL5tRzW7nYb4cHd9fJg3sUa6e',
  MAIL_SEAL_KEY: 'Zt4nB7vXq2LmR9kPw5sYc8dFh3gJa6eUi1oTk0WxVbE',
  WEBHOOK_SEAL_KEY: 'Gm5wC8yBr3NpT7jQx6uKd9hVe2fLs4aZn0DtXoYiRcA',
}
function secretsFolder(change: Record<string, string> = {}) {
  const secrets = mkdtempSync(join(folder, 'secrets-'))
  writeContainerSecrets(secrets, { ...containerSecrets(keys), ...change })
  return secrets
}
const errorsForProduction = (variables: Record<string, string>, dataDir = folder) => errorsWith(variables, dataDir)
const ready = {
  PUBLIC_ORIGIN: 'https://localhost',
  ADMIN_EMAILS: 'owner@school.test',
  CONTACT_RECIPIENT: 'office@school.test',
  MAIL_FROM: 'Archery School <no-reply@school.test>',
  SMTP_URL: 'smtps://user:password@mail.school.test',
  COMPOSE_FILE: 'docker-compose.yml:deploy/compose.production.yml:deploy/compose.tls.yml',
  SECRETS_DIR: secretsFolder(),
  BACKUP_RECIPIENTS: (await recipientsOf(join(folder, 'kept-elsewhere.txt'))).recipients.join(' '),
  TLS_FOLDER: folder,
  TLS_CERTIFICATE: basename(certificate.TLS_CERTIFICATE),
  TLS_CERTIFICATE_KEY: basename(certificate.TLS_CERTIFICATE_KEY),
}

test('a complete configuration is ready', () => {
  expect(errorsForProduction(ready)).toEqual([])
  const { TLS_FOLDER: _, TLS_CERTIFICATE: __, TLS_CERTIFICATE_KEY: ___, ...behindProxy } = ready
  const COMPOSE_FILE = 'docker-compose.yml:deploy/compose.production.yml'
  expect(errorsForProduction({ ...behindProxy, COMPOSE_FILE })).toEqual([])
})

test('alerts need a recipient, a sender and a server of their own where they are in use', () => {
  const COMPOSE_FILE = `${ready.COMPOSE_FILE}:deploy/observability/compose.yml`
  const named = (variables: Record<string, string>) =>
    errorsForProduction({ ...ready, COMPOSE_FILE, ...variables }).map((error) => error.split(':')[0])
  expect(named({})).toEqual(['ALERT_MAIL_TO', 'ALERT_MAIL_FROM', 'ALERT_SMTP_HOST'])
  const ALERT_MAIL_TO = 'owner@school.test'
  expect(
    named({ ALERT_MAIL_TO, ALERT_MAIL_FROM: 'alerts@archery.example', ALERT_SMTP_HOST: 'mail.example:587' }),
  ).toEqual(['ALERT_MAIL_FROM', 'ALERT_SMTP_HOST'])
  const ALERT_MAIL_FROM = 'alerts@school.test'
  expect(named({ ALERT_MAIL_TO, ALERT_MAIL_FROM, ALERT_SMTP_HOST: 'mail.school.test:587' })).toEqual([])
})

test('a fresh checkout is told everything at once', () => {
  const names = errorsForProduction({}).map((error) => error.split(':')[0])
  expect(names).toEqual([
    'PUBLIC_ORIGIN',
    'ADMIN_EMAILS',
    'CONTACT_RECIPIENT',
    'MAIL_FROM',
    'SMTP_URL',
    'COMPOSE_FILE',
    'SECRETS_DIR',
    'BACKUP_RECIPIENTS',
  ])
})

test.each([
  ['PUBLIC_ORIGIN', 'http://school.test', 'https'],
  ['PUBLIC_ORIGIN', 'https://school.test', 'TLS_CERTIFICATE: is not valid for school.test'],
  ['COMPOSE_FILE', 'docker-compose.yml:compose.override.yml', 'for development'],
  ['INBOUND_SMTP_PORT', '2526', 'is published nowhere'],
  ['SECRETS_DIR', '/no/such/folder', 'make secrets'],
  ['SYNTHETIC_INQUIRY_TO', 'Office@school.test', 'unread mailbox'],
  ['TLS_FOLDER', '', 'TLS_FOLDER: is missing'],
  ['TLS_CERTIFICATE', 'no-such-file.pem', 'does not exist'],
  ['TLS_CERTIFICATE', '/etc/ssl/site.pem', 'within TLS_FOLDER'],
  ['GOOGLE_ISSUER', 'http://identity.localhost:8026', 'development provider'],
  ['DEPLOYMENT', 'development', 'DEPLOYMENT: must not be'],
  ['BACKUP_RECIPIENTS', '', 'BACKUP_RECIPIENTS: is missing'],
  ['BACKUP_RECIPIENTS', 'ssh-ed25519 AAAA', 'age1'],
  ['BACKUP_ENCRYPTION', 'no', 'must be encrypted'],
])('%s=%s is not ready', (name, value, reason) => {
  expect(errorsForProduction({ ...ready, [name]: value }).join('\n')).toContain(reason)
})

test('a value in a file is checked like one in the env file', () => {
  const file = join(folder, 'smtp_url')
  writeFileSync(file, 'smtp://mail.school.test\n')
  const { SMTP_URL: _, ...others } = ready
  expect(errorsForProduction({ ...others, SMTP_URL_FILE: file })).toEqual([expect.stringContaining('requireTLS')])
})

test.each([
  [{ otp_pepper: 'change-me-change-me-change-me-change-me' }, 'otp_pepper: looks like a placeholder'],
  [{ mail_seal_key: 'short' }, 'mail_seal_key: must have at least 32'],
  [{ mail_seal_key: keys.OTP_PEPPER, otp_pepper: keys.OTP_PEPPER }, 'mail_seal_key: equals otp_pepper'],
  [{ session_signing_key: '' }, 'session_signing_key: is missing'],
  [{ forms_mongodb_uri: 'mongodb://mongo:27017/archery' }, 'forms_mongodb_uri: names no user'],
  [{ auth_redis_url: 'redis://redis:6379' }, 'auth_redis_url: names no user'],
])('secrets with %o are not ready', (change, reason) => {
  expect(errorsForProduction({ ...ready, SECRETS_DIR: secretsFolder(change) }).join('\n')).toContain(reason)
})

test('a database that knows its clients by certificate needs no password', () => {
  const forms_mongodb_uri = 'mongodb+srv://db.school.test/archery?authMechanism=MONGODB-X509&tls=true'
  expect(errorsForProduction({ ...ready, SECRETS_DIR: secretsFolder({ forms_mongodb_uri }) })).toEqual([])
})

test('the key that opens backups does not stay on the machine', () => {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'backup-key.txt'), 'AGE-SECRET-KEY-1')
  expect(errorsForProduction(ready, dataDir)).toEqual([expect.stringContaining('move it to another machine')])
})

test('a key or a folder that nginx cannot read is named, with the command that opens it', () => {
  const at = mkdtempSync(join(folder, 'tls-'))
  const own = selfSigned(at)
  const TLS_CERTIFICATE = basename(own.TLS_CERTIFICATE)
  const TLS_CERTIFICATE_KEY = basename(own.TLS_CERTIFICATE_KEY)
  const errors = () => errorsForProduction({ ...ready, TLS_FOLDER: at, TLS_CERTIFICATE, TLS_CERTIFICATE_KEY })
  chmodSync(at, 0o755)
  chmodSync(own.TLS_CERTIFICATE, 0o644)
  chmodSync(own.TLS_CERTIFICATE_KEY, 0o600)
  expect(errors()).toEqual([
    `TLS_CERTIFICATE_KEY: nginx (user 33) cannot read ${own.TLS_CERTIFICATE_KEY}: chgrp -R 33 ${at} && chmod -R g+rX ${at}`,
  ])
  chmodSync(own.TLS_CERTIFICATE_KEY, 0o644)
  expect(errors()).toEqual([])
  // As certbot leaves them.
  chmodSync(at, 0o700)
  expect(errors()).toHaveLength(2)
})

test('a certificate with the key of another, and one that is a link out of its folder, are refused together', () => {
  const at = mkdtempSync(join(folder, 'tls-'))
  chmodSync(at, 0o755)
  const own = selfSigned(at)
  for (const file of Object.values(own)) chmodSync(file, 0o644)
  symlinkSync(certificate.TLS_CERTIFICATE, join(at, 'linked.pem'))
  const errors = errorsForProduction({
    ...ready,
    TLS_FOLDER: at,
    TLS_CERTIFICATE: 'linked.pem',
    TLS_CERTIFICATE_KEY: basename(own.TLS_CERTIFICATE_KEY),
  })
  expect(errors).toEqual([
    expect.stringContaining('outside of TLS_FOLDER'),
    'TLS_CERTIFICATE_KEY: is not the key of TLS_CERTIFICATE',
  ])
})

test('a connection that verifies no server is not ready, wherever its address is', () => {
  const SMTP_URL = 'smtps://user:password@mail.school.test?tls.rejectUnauthorized=false'
  const SECRETS_DIR = secretsFolder({ auth_mongodb_uri: 'mongodb://u:p@db.school.test/archery?tlsInsecure=true' })
  const errors = errorsForProduction({ ...ready, SMTP_URL, SECRETS_DIR }).join('\n')
  expect(errors).toContain('SMTP_URL: must not have tls.rejectUnauthorized')
  expect(errors).toContain('auth_mongodb_uri: must not have tlsInsecure')
})

test('a project whose containers belong to another folder is refused, and so is none', async () => {
  const bin = mkdtempSync(join(folder, 'bin-'))
  const other = mkdtempSync(join(folder, 'other-'))
  writeProgram(join(bin, 'docker'), `#!/bin/sh\necho ${other}\n`)
  const lines: string[] = []
  let signIn = async (_url: string) => {}
  const check = (given: Record<string, string>) => {
    const context = {
      layout: createLayout(folder),
      envFile: join(folder, 'none.env'),
      given: { ...ready, ...(given['PORT'] && { PORT: given['PORT'] }) },
      environment: { PATH: `${bin}:/usr/bin:/bin`, ...given },
      write: (line: string) => lines.push(line),
    }
    return checkProduction(context as unknown as Context, signIn)
  }
  expect(await check({ COMPOSE_PROJECT_NAME: 'school' })).toBe(1)
  expect(lines.join()).toContain(`COMPOSE_PROJECT_NAME: The installation school is the one in ${other}`)
  expect(await check({})).toBe(1)
  expect(lines.join()).toContain('COMPOSE_PROJECT_NAME: is missing')
  writeProgram(join(bin, 'docker'), '#!/bin/sh\nexit 1\n')
  expect(await check({ COMPOSE_PROJECT_NAME: 'school' })).toBe(0)
  signIn = async () => {
    throw Object.assign(new Error('535 user owner@school.test unknown'), { code: 'EAUTH' })
  }
  expect(await check({ COMPOSE_PROJECT_NAME: 'school' })).toBe(1)
  expect(lines.at(-1)).toContain('SMTP_URL: mail.school.test refuses the user or the password')
  signIn = async () => {}
  // As Compose says it, and a port that is taken by an installation.
  const taken = createServer()
  const PORT = await new Promise<string>((done) =>
    taken.listen(0, '127.0.0.1', () => done(String((taken.address() as AddressInfo).port))),
  )
  const engine = `#!/bin/sh
case "$*" in
  version*) echo 29.0;;
  'compose version'*) echo 2.40.0;;
  *' config --quiet') echo 'services.forms.deploy.replicas must be a integer' >&2; exit 15;;
  *publish=*) echo archery-school-other;;
esac
`
  writeProgram(join(bin, 'docker'), engine)
  expect(await check({ COMPOSE_PROJECT_NAME: 'school', PORT })).toBe(1)
  taken.close()
  expect(lines.at(-1)).toContain(
    'COMPOSE_FILE: docker compose config fails: services.forms.deploy.replicas must be a integer',
  )
  expect(lines.at(-1)).toContain(`PORT: ${PORT} is in use by the installation archery-school-other`)
})
