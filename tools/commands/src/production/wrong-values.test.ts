import * as v from 'valibot'
import { expect, test } from 'vitest'
import { deploymentVariables } from './deployment-variables'
import { processErrors, processes } from './process-errors'
import { unknownVariables } from './unknown-variables'

/** Any text will do for these: names, accounts and passwords of others, and what the image sets. */
const free = [
  ...['RELEASE', 'LISTEN_HOST', 'SITE_RENDERER', 'GOOGLE_CLIENT_ID', 'INBOUND_IMAP_PASSWORD'],
  ...['INBOUND_IMAP_OAUTH_CLIENT', 'DEPLOYMENT'],
]
/** What is wrong for one variable or another: words, a number too large, an address without a scheme, half of a list. */
const candidates = [
  'two words',
  '443443',
  'archery.test',
  'ftp://archery.test',
  '-1',
  'a,b',
  '{}',
  'A B,',
  '999999999999',
]

const schemas: Record<string, v.GenericSchema> = Object.assign(
  {},
  ...Object.values(processes).map(({ entries }) => entries),
  deploymentVariables,
)
const wrong = Object.entries(schemas)
  .filter(([name]) => !free.includes(name))
  .map(([name, schema]) => [name, candidates.find((value) => !v.is(schema, value))] as const)

/** What every process needs; `make secrets` and the operator give it. */
const required = {
  PUBLIC_ORIGIN: 'https://school.test',
  ADMIN_EMAILS: 'owner@school.test',
  CONTACT_RECIPIENT: 'office@school.test',
  MAIL_FROM: 'no-reply@school.test',
  SMTP_URL: 'smtps://user:password@mail.school.test',
}

test('there is a wrong value for every variable that is no free text', () => {
  expect(wrong.filter(([, value]) => value === undefined)).toEqual([])
  expect(wrong.length).toBeGreaterThan(80)
})

test('what every process needs is enough', () => {
  expect(processErrors(required)).toEqual([])
})

test.each(wrong)('%s=%s is named', (name, value) => {
  const named = processErrors({ ...required, [name]: value! }).map((error) => error.split(':')[0])
  expect(named).toContain(name)
})

test.each([
  ['CONTACT_RECIPIENT', 'office'],
  ['LOG_LEVEL', 'loud'],
  ['FORMS_REPLICAS', 'two'],
  ['PUBLIC_ORIGIN', 'archery.test'],
  ['SMTP_URL', 'mail.archery.test'],
  ['TLS_PORT', '443443'],
])('%s=%s is named', (name, value) => {
  expect(processErrors({ ...required, [name]: value })).toEqual([expect.stringMatching(`^${name}: must `)])
})

test('a name that nothing reads is named, with the one that may be meant', () => {
  expect(unknownVariables({ SMPT_URL: 'x', FORM_REPLICAS: '2', WEATHER_IN_LISBON: 'fine' })).toEqual([
    'SMPT_URL: nothing reads this variable; is SMTP_URL meant?',
    'FORM_REPLICAS: nothing reads this variable; is FORMS_REPLICAS meant?',
    'WEATHER_IN_LISBON: nothing reads this variable',
  ])
  expect(unknownVariables({ ...required, OTP_PEPPER_FILE: '/run/pepper', BACKUP_IDENTITY: '/key' })).toEqual([])
})
