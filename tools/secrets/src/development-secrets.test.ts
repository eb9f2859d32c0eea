import { expect, test } from 'vitest'
import { completeSecrets, confirmed, developmentSecrets, requireLocalOrigin } from './development-secrets'

const generated = await completeSecrets({})

test('secrets are generated once and stay', async () => {
  expect(Object.keys(generated)).toEqual(expect.arrayContaining(['SESSION_SIGNING_KEY', 'OTP_PEPPER', 'DATABASE_KEY']))
  expect(await completeSecrets(generated)).toEqual(generated)
})

test('each container gets its own secrets only', () => {
  const files = developmentSecrets({}, generated)
  const holders = Object.keys(files).filter((service) => 'session_signing_key' in files[service]!)
  expect(holders).toEqual(['auth'])
  expect(Object.keys(files['redis']!)).toEqual(['redis_users'])
  expect(developmentSecrets({ FILES_S3: 'https://k:s@s3/b' }, generated)['forms']).toMatchObject({
    files_s3: 'https://k:s@s3/b',
  })
  // Optional: files are in the database without it.
  for (const [service, content] of Object.entries(files))
    for (const [name, value] of Object.entries(content))
      if (name !== 'files_s3') expect(value, `${service} ${name}`).not.toBe('')
})

test('every container knows whose database it must be, which is new until it was seen', async () => {
  const users = ['auth', 'forms', 'email-worker', 'admin-tables', 'backup']
  const idsOf = (secrets: Record<string, string>) => {
    const files = developmentSecrets({}, secrets)
    return [...new Set(users.map((name) => files[name]!['installation_id']))]
  }
  const [id = ''] = idsOf(generated)
  expect(id).toMatch(/^[0-9a-f]{16} new$/)
  expect(idsOf(generated)).toEqual([id])
  const seen = confirmed(generated)
  expect(idsOf(seen)).toEqual([id.replace(' new', '')])
  expect(await completeSecrets(seen)).toEqual(seen)
})

test('without a Google client auth and the local provider share one', () => {
  const { auth, 'identity-provider': provider } = developmentSecrets({ IDENTITY_PORT: '9026' }, generated)
  expect(auth).toMatchObject(provider!)
  expect(provider!['google_issuer']).toBe('http://identity.localhost:9026')
})

test('a configured Google client is used instead of the local provider', () => {
  const given = { GOOGLE_CLIENT_ID: 'id.apps.example', GOOGLE_CLIENT_SECRET: 'kept elsewhere' }
  const { auth, 'identity-provider': provider } = developmentSecrets(given, generated)
  expect(auth).toMatchObject({ google_issuer: 'https://accounts.google.com', google_client_id: 'id.apps.example' })
  expect(provider!['google_client_id']).toBe('archery-local')
})

test('mails go to the mail box unless a server is configured', () => {
  const smtpOf = (environment: Record<string, string>) =>
    developmentSecrets(environment, generated)['email-worker']!['smtp_url']
  expect(smtpOf({})).toBe('smtp://mail-box:2525')
  expect(smtpOf({ SMTP_URL: 'smtps://mail.example' })).toBe('smtps://mail.example')
})

test('a site that is not on this machine is refused', () => {
  for (const origin of [
    'http://localhost:8080',
    'https://localhost:8443',
    'http://127.0.0.1',
    'http://school.localhost',
  ])
    expect(() => requireLocalOrigin(origin)).not.toThrow()
  for (const origin of ['https://school.example', 'http://192.168.1.5:8080', 'http://localhost.evil.example', ''])
    expect(() => requireLocalOrigin(origin)).toThrow('make secrets')
})
