import { ConfigError, readEnv } from '@app/config'
import { expect, test } from 'vitest'
import { authVariables } from './config'

/** What the configuration says of these variables alone. */
function faults(source: Record<string, string>): string[] {
  try {
    readEnv(authVariables, { ADMIN_EMAILS: 'owner@school.test', ...source })
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.filter((line) => /ADMIN|GOOGLE|LIMIT/.test(line))
  }
}
const id = { GOOGLE_CLIENT_ID: 'site.apps.example' }
const key = { GOOGLE_CLIENT_SECRET: 'q8Yw2mVtR5pLxKz7Nc4BdHf9' }

test('an admin must be named', () => {
  expect(faults({ ADMIN_EMAILS: ',' })).toEqual(['ADMIN_EMAILS: must name at least one address'])
})

test('Google needs its id and its secret, or neither', () => {
  expect(faults({})).toEqual([])
  expect(faults({ ...id, ...key })).toEqual([])
  expect(faults(id)).toEqual(['GOOGLE_CLIENT_SECRET: is missing'])
  expect(faults(key)).toEqual(['GOOGLE_CLIENT_ID: is missing'])
  expect(faults({ ...id, GOOGLE_CLIENT_SECRET: 'short' })[0]).toMatch(/GOOGLE_CLIENT_SECRET: must have at least 16/)
})

test.each([
  ['https://accounts.google.com', true],
  ['http://127.0.0.1:8026', true],
  ['http://identity.localhost:8026', true],
  ['http://accounts.google.com', false],
  ['http://localhost.evil.example', false],
  ['ftp://accounts.google.com', false],
  ['accounts.google.com', false],
])('the issuer %s is good: %s', (GOOGLE_ISSUER, good) => {
  const development = { DEPLOYMENT: 'development', PUBLIC_ORIGIN: 'http://localhost:8080' }
  expect(faults({ ...id, ...key, ...development, GOOGLE_ISSUER }).length).toBe(good ? 0 : 1)
})

test('an http issuer is refused behind an https origin', () => {
  const behind = { DEPLOYMENT: 'development', PUBLIC_ORIGIN: 'https://archery.example' }
  const variables = { ...id, ...key, ...behind, GOOGLE_ISSUER: 'http://127.0.0.1:8026' }
  expect(faults(variables)).toHaveLength(1)
})

test.each(['0', '-1', '1.5', 'off', '999999'])('%s is no factor for limits', (IP_LIMIT_FACTOR) => {
  expect(faults({ IP_LIMIT_FACTOR })[0]).toMatch(/IP_LIMIT_FACTOR: must be a number/)
})
