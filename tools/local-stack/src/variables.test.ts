import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serviceProcesses, variablesOf } from './service-processes'
import { completeVariables, givenVariables, portOf } from './variables'

const addresses = { ports: { mongo: 1, redis: 2, smtp: 3 }, urls: { site: 'http://localhost:8080' } }

function withFile(content: string) {
  const envFile = join(mkdtempSync(join(tmpdir(), 'variables-')), '.env')
  writeFileSync(envFile, content)
  return envFile
}

test('the environment wins over the file, and both over what this machine would take', () => {
  const envFile = withFile('OTP_PEPPER=of the file\nPUBLIC_ORIGIN=http://localhost:1')
  const { variables } = completeVariables({ envFile, given: { OTP_PEPPER: 'of the environment' } }, addresses)
  expect(variables).toMatchObject({
    OTP_PEPPER: 'of the environment',
    PUBLIC_ORIGIN: 'http://localhost:1',
    REDIS_URL: 'redis://127.0.0.1:2',
  })
})

test('a value and a file for the same variable never meet: the later source wins', () => {
  const envFile = withFile('OTP_PEPPER=of the file')
  const { variables } = completeVariables({ envFile, given: { OTP_PEPPER_FILE: '/run/pepper' } }, addresses)
  expect(variables['OTP_PEPPER']).toBeUndefined()
  expect(variables['OTP_PEPPER_FILE']).toBe('/run/pepper')
})

test('a server that was named is not started', () => {
  const sources = { envFile: withFile(''), given: { MONGODB_URI: 'mongodb://elsewhere/archery' } }
  expect(completeVariables(sources, addresses).managed).toEqual({ mongo: false, redis: true, identityProvider: true })
  const google = { GOOGLE_CLIENT_ID: 'ours', GOOGLE_CLIENT_SECRET_FILE: '/run/secrets/google' }
  const { managed, variables } = completeVariables({ ...sources, given: google }, addresses)
  expect([managed.identityProvider, variables['GOOGLE_ISSUER']]).toEqual([false, undefined])
})

test('a part sees its managed variables and no secret of another', () => {
  const worker = serviceProcesses.find(({ name }) => name === 'email-worker')!
  expect(
    variablesOf(worker, { SMTP_URL: 'smtp://a', SESSION_SIGNING_KEY: 'k', MAIL_SEAL_KEY_FILE: '/f', HOME: '/' }),
  ).toEqual({
    SMTP_URL: 'smtp://a',
    MAIL_SEAL_KEY_FILE: '/f',
  })
})

test('only variables of the product are taken from the environment, and empty ones count as missing', () => {
  expect(givenVariables({ HOME: '/root', LOG_LEVEL: 'debug', OTP_PEPPER: '', PORT: '81', MAIL_DIR: '/x' })).toEqual({
    LOG_LEVEL: 'debug',
    PORT: '81',
  })
})

test.each(['http', '0', '65536', '1.5'])('the port %s is refused in words', (PORT) => {
  expect(() => portOf({ PORT })).toThrow(`PORT must be a number from 1 to 65535, not ${PORT}`)
})

test('the local provider, which asks for no password, is used only for a site on this machine over http', () => {
  const managedWith = (PUBLIC_ORIGIN: string) =>
    completeVariables({ envFile: withFile(''), given: { PUBLIC_ORIGIN } }, addresses)
  expect(managedWith('http://localhost:8080').managed.identityProvider).toBe(true)
  for (const origin of ['http://school.test', 'https://school.test', 'https://localhost:8443']) {
    const { managed, variables } = managedWith(origin)
    expect([managed.identityProvider, variables['GOOGLE_ISSUER']], origin).toEqual([false, undefined])
  }
})
