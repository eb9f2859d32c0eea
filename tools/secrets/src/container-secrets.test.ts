import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { containerSecrets, writeContainerSecrets } from './container-secrets'
import { readEnvFile } from './env-file'
import { prepareContainers } from './prepare-containers'

const newFolder = () => mkdtempSync(join(tmpdir(), 'container-secrets-'))
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')

test('every service gets a user and a password of its own, the same at each start', () => {
  const secrets = containerSecrets({ DATABASE_KEY: 'one' })
  const uris = Object.entries(secrets).flatMap(([name, uri]) => (/_uri$|_redis_url$/.test(name) ? [new URL(uri)] : []))
  expect(uris).toHaveLength(10)
  expect(new Set(uris.map(({ password }) => password)).size).toBe(10)
  for (const { password } of uris) expect(password).toMatch(/^[\w-]{43}$/)
  expect(containerSecrets({ DATABASE_KEY: 'one' })).toEqual(secrets)
  expect(containerSecrets({ DATABASE_KEY: 'two' })['auth_mongodb_uri']).not.toBe(secrets['auth_mongodb_uri'])
})

test('external servers are named for all services or for one', () => {
  const MONGODB_URI = 'mongodb://a,b,c/archery?replicaSet=rs0'
  const secrets = containerSecrets({
    DATABASE_KEY: 'k',
    MONGODB_URI,
    EMAIL_WORKER_REDIS_URL: 'rediss://worker@elsewhere',
  })
  expect([secrets['auth_mongodb_uri'], secrets['operator_mongodb_uri']]).toEqual([MONGODB_URI, MONGODB_URI])
  expect(secrets['email_worker_redis_url']).toBe('rediss://worker@elsewhere')
  expect(secrets['auth_redis_url']).toContain('@redis:6379')
})

test('the addresses follow the overlays: all members of the replica set, and the Sentinels with the password of each', () => {
  const secrets = (COMPOSE_FILE: string) => containerSecrets({ DATABASE_KEY: 'one', COMPOSE_FILE })
  const alone = secrets('docker-compose.yml:deploy/compose.production.yml')
  expect(alone['redis_users']).not.toContain('user replica')
  const { forms_mongodb_uri, forms_redis_url, redis_users, redis_members, mongodb_key } = secrets(
    'docker-compose.yml:deploy/compose.replica-set.yml:deploy/compose.sentinel.yml',
  )
  expect(forms_mongodb_uri).toMatch(
    /^mongodb:\/\/forms:[\w-]{43}@mongo-1:27017,mongo-2:27017,mongo-3:27017\/archery\?replicaSet=archery$/,
  )
  const passwords = Object.fromEntries(
    Array.from(String(redis_members).matchAll(/^(\w+)_password=([\w-]{43})$/gm), ([, name, value]) => [name, value]),
  )
  expect(forms_redis_url).toMatch(
    /^redis\+sentinel:\/\/forms:[\w-]{43}@10\.46\.89\.21:26379,10\.46\.89\.22:26379,10\.46\.89\.23:26379\/archery\?/,
  )
  expect(new URLSearchParams(forms_redis_url!.split('?')[1]).get('sentinel_password')).toBe(passwords['sentinels']!)
  for (const user of ['replica', 'sentinel'])
    expect(redis_users).toContain(`user ${user} on #${createHash('sha256').update(passwords[user]!).digest('hex')} `)
  // MongoDB takes base64 characters only.
  expect(mongodb_key).toMatch(/^[A-Za-z0-9+/]{43}$/)
})

test('only its owner may enter the folder, and the users of containers can read the files', () => {
  const folder = join(newFolder(), 'secrets')
  writeContainerSecrets(folder, { otp_pepper: 'p' })
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'otp_pepper')).mode & 0o777).toBe(0o644)
})

test('a session key is rewritten in place, where containers see it; any other change gives a new version', () => {
  const folder = newFolder()
  const before = writeContainerSecrets(folder, { session_signing_key: 'a', otp_pepper: 'p' })
  const { ino } = statSync(join(folder, 'session_signing_key'))
  expect(writeContainerSecrets(folder, { session_signing_key: 'b', otp_pepper: 'p' })).toBe(before)
  expect([read(folder, 'session_signing_key'), statSync(join(folder, 'session_signing_key')).ino]).toEqual(['b', ino])
  expect(writeContainerSecrets(folder, { session_signing_key: 'b', otp_pepper: 'q' })).not.toBe(before)
})

test("the alerts' password is copied from its file, which only the operator can read, and needs no new containers", () => {
  const folder = newFolder()
  const ALERT_SMTP_PASSWORD_FILE = join(folder, 'alert-password')
  expect(() => containerSecrets({ ALERT_SMTP_PASSWORD_FILE })).toThrow(/ALERT_SMTP_PASSWORD_FILE .*does not exist/)
  const versions = ['first', 'second'].map((password) => {
    writeFileSync(ALERT_SMTP_PASSWORD_FILE, password, { mode: 0o600 })
    const { alert_smtp_password = '' } = containerSecrets({ ALERT_SMTP_PASSWORD_FILE })
    expect(alert_smtp_password).toBe(password)
    return writeContainerSecrets(join(folder, 'secrets'), { alert_smtp_password, otp_pepper: 'p' })
  })
  expect(versions[0]).toBe(versions[1]!)
  expect(statSync(join(folder, 'secrets', 'alert_smtp_password')).mode & 0o777).toBe(0o644)
})

test('what Compose needs is generated once, and follows later settings', async () => {
  const at = newFolder()
  const setup = { folder: join(at, 'secrets'), envFile: join(at, '.env'), given: {} }
  await prepareContainers(setup)
  const first = readEnvFile(setup.envFile)
  expect(first['COMPOSE_FILE']).toContain('compose.production.yml')
  expect(first['ADMIN_EMAILS']).toBeUndefined()
  expect(first).toMatchObject({ SECRETS_DIR: setup.folder, SECRETS_VERSION: expect.stringMatching(/^[0-9a-f]{12}$/) })
  expect(read(setup.folder, 'otp_pepper')).toBe(first['OTP_PEPPER'])
  await prepareContainers(setup)
  expect(readEnvFile(setup.envFile)).toEqual(first)

  await prepareContainers({ ...setup, environment: { AUTH_MONGODB_URI: 'mongodb://elsewhere/archery', HOME: '/' } })
  expect(read(setup.folder, 'auth_mongodb_uri')).toBe('mongodb://elsewhere/archery')
  const third = readEnvFile(setup.envFile)
  expect(third).toEqual({ ...first, SECRETS_VERSION: expect.not.stringMatching(String(first['SECRETS_VERSION'])) })
})

test('the installation and the version are named; the databases restart for other passwords only', async () => {
  const at = newFolder()
  const setup = {
    folder: join(at, 'secrets'),
    envFile: join(at, '.env'),
    given: {},
    project: 'school-1',
    release: 'v1.0.0',
  }
  await prepareContainers(setup)
  const first = readEnvFile(setup.envFile)
  expect(first).toMatchObject({
    COMPOSE_PROJECT_NAME: 'school-1',
    RELEASE: 'v1.0.0',
    INSTALLATION_ID: expect.stringMatching(/^[0-9a-f]{16}$/),
    INSTALLATION_FOLDER: resolve(import.meta.dirname, '../../..'),
  })
  // Its database may have no identity until it was seen once.
  expect(read(setup.folder, 'installation_id')).toBe(`${first['INSTALLATION_ID']} new`)
  writeFileSync(setup.envFile, `${readFileSync(setup.envFile, 'utf8')}INSTALLATION_SINCE=2026-11-27\n`)
  await prepareContainers(setup)
  expect(read(setup.folder, 'installation_id')).toBe(first['INSTALLATION_ID'])
  expect(readEnvFile(setup.envFile)).toMatchObject(first)
  await prepareContainers({ ...setup, release: 'v1.1.0', given: { SMTP_URL: 'smtps://elsewhere' } })
  const second = readEnvFile(setup.envFile)
  expect([second['RELEASE'], second['DATABASES_VERSION']]).toEqual(['v1.1.0', first['DATABASES_VERSION']])
  expect(second['SECRETS_VERSION']).not.toBe(first['SECRETS_VERSION'])
  await prepareContainers({ ...setup, given: { DATABASE_KEY: 'another' } })
  expect(readEnvFile(setup.envFile)['DATABASES_VERSION']).not.toBe(first['DATABASES_VERSION'])
})

test('a secret given as a file is passed on', async () => {
  const at = newFolder()
  writeFileSync(join(at, 'pepper'), 'from a file\n')
  await prepareContainers({ folder: at, envFile: join(at, '.env'), given: { OTP_PEPPER_FILE: join(at, 'pepper') } })
  expect(read(at, 'otp_pepper')).toBe('from a file')
})
