import { spawn } from 'node:child_process'
import { builtFile } from '@app/local-stack/service-processes'
import { expect, test } from 'vitest'
import { builtPrograms } from '../support/built-programs'

const programs = await builtPrograms()

/** Starts a service with only these variables; one that does not refuse is stopped. */
function start(file: string, env: Record<string, string>) {
  return new Promise<{ code: number | null; text: string }>((done) => {
    const child = spawn(process.execPath, [builtFile(programs, file)], {
      env: { PATH: process.env.PATH ?? '', ...env },
    })
    let text = ''
    child.stdout.on('data', (chunk) => (text += chunk))
    child.stderr.on('data', (chunk) => (text += chunk))
    const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
    child.on('close', (code) => {
      clearTimeout(timer)
      done({ code, text })
    })
  })
}

const services: [string, string[]][] = [
  [
    'services/auth/src/index.ts',
    [
      'MONGODB_URI',
      'REDIS_URL',
      'PUBLIC_ORIGIN',
      'SESSION_SIGNING_KEY',
      'SESSION_PUBLIC_KEYS',
      'AUDIT_SIGNING_KEY',
      'OTP_PEPPER',
      'MAIL_SEAL_KEY',
      'ADMIN_EMAILS',
    ],
  ],
  [
    'services/forms/src/index.ts',
    ['MONGODB_URI', 'REDIS_URL', 'PUBLIC_ORIGIN', 'SESSION_PUBLIC_KEYS', 'CONTACT_RECIPIENT'],
  ],
  [
    'services/forms/src/worker.ts',
    ['MONGODB_URI', 'REDIS_URL', 'PUBLIC_ORIGIN', 'MAIL_SEAL_KEY', 'SMTP_URL', 'MAIL_FROM'],
  ],
  [
    'services/admin-tables/src/index.ts',
    [
      ...['MONGODB_URI', 'REDIS_URL', 'PUBLIC_ORIGIN', 'SESSION_PUBLIC_KEYS', 'AUDIT_PUBLIC_KEYS'],
      ...['WEBHOOK_SEAL_KEY', 'ADMIN_EMAILS'],
    ],
  ],
]

test.each(services)('%s without its variables refuses to start and names each one', async (file, names) => {
  const { code, text } = await start(file, {})
  expect(code).toBe(1)
  // One line, which `docker compose logs` and a collector of logs keep whole.
  const [line, ...others] = text.trim().split('\n')
  expect(others).toEqual([])
  const { level, event } = JSON.parse(line!) as { level: string; event: string }
  expect(level).toBe('fatal')
  expect(event.split('; ')).toHaveLength(names.length)
  for (const name of names) expect(event).toContain(`${name}: is missing`)
})

test('all weak secrets are named at once, and none is printed', async () => {
  const weak = {
    MONGODB_URI: 'http://database',
    REDIS_URL: 'localhost:6379',
    PUBLIC_ORIGIN: 'school.example',
    SESSION_SIGNING_KEY: '{"kty":"oct","k":"c2VjcmV0"}',
    SESSION_PUBLIC_KEYS: '{"keys":[]}',
    OTP_PEPPER: 'change-me-change-me-change-me-change-me',
    MAIL_SEAL_KEY: 'dG9vIHNob3J0',
    ADMIN_EMAILS: 'nobody',
    LISTEN_PORT: '99999',
  }
  const { code, text } = await start('services/auth/src/index.ts', weak)
  expect(code).toBe(1)
  for (const name of Object.keys(weak)) expect(text).toContain(`${name}: `)
  for (const secret of ['c2VjcmV0', 'change-me', 'dG9vIHNob3J0']) expect(text).not.toContain(secret)
})

test('in production a service refuses what is fit for a developer only, and names all of it', async () => {
  const { code, text } = await start('services/forms/src/worker.ts', {
    MONGODB_URI: 'mongodb://127.0.0.1/archery',
    REDIS_URL: 'redis://127.0.0.1',
    MAIL_SEAL_KEY: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
    PUBLIC_ORIGIN: 'http://localhost:8080',
    SMTP_URL: 'smtp://user:hidden-word@mail.school.test',
    MAIL_FROM: 'Archery School <no-reply@archery.example>',
  })
  expect(code).toBe(1)
  for (const name of ['PUBLIC_ORIGIN', 'SMTP_URL', 'MAIL_FROM']) expect(text).toContain(`${name}: `)
  expect(text).not.toContain('hidden-word')
})
