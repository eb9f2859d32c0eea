import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { selfSigned } from '../../../nginx/certificate'
import { errorsForProduction } from './check-production'

const folder = mkdtempSync(join(tmpdir(), 'check-production-'))
const certificate = selfSigned(folder)
const ready = {
  PUBLIC_ORIGIN: 'https://localhost',
  ADMIN_EMAILS: 'owner@school.test',
  CONTACT_RECIPIENT: 'office@school.test',
  MAIL_FROM: 'Archery School <no-reply@school.test>',
  SMTP_URL: 'smtps://user:password@mail.school.test',
  COMPOSE_FILE: 'docker-compose.yml:deploy/compose.production.yml:deploy/compose.tls.yml',
  SECRETS_DIR: folder,
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
  ])
})

test.each([
  ['PUBLIC_ORIGIN', 'http://school.test', 'https'],
  ['PUBLIC_ORIGIN', 'https://school.test', 'TLS_CERTIFICATE: is not valid for school.test'],
  ['COMPOSE_FILE', 'docker-compose.yml:compose.override.yml', 'for development'],
  ['SECRETS_DIR', '/no/such/folder', 'make secrets'],
  ['SYNTHETIC_INQUIRY_TO', 'Office@school.test', 'nobody reads'],
  ['TLS_FOLDER', '', 'TLS_FOLDER: is missing'],
  ['TLS_CERTIFICATE', 'no-such-file.pem', 'does not exist'],
  ['TLS_CERTIFICATE', '/etc/ssl/site.pem', 'within TLS_FOLDER'],
  ['GOOGLE_ISSUER', 'http://identity.localhost:8026', 'development provider'],
])('%s=%s is not ready', (name, value, reason) => {
  expect(errorsForProduction({ ...ready, [name]: value }).join('\n')).toContain(reason)
})

test('a value in a file is checked like one in the env file', () => {
  const file = join(folder, 'smtp_url')
  writeFileSync(file, 'smtp://mail.school.test\n')
  const { SMTP_URL: _, ...others } = ready
  expect(errorsForProduction({ ...others, SMTP_URL_FILE: file })).toEqual([expect.stringContaining('requireTLS')])
})
