import { appendAudit } from '@app/audit'
import { auditInMemory } from '@app/audit/models/audit.fixture'
import { hours } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { expect, test } from 'vitest'
import { person } from '../stores.fixture'
import { signInAttempt } from './sign-in-attempt'

function setup() {
  const audit = auditInMemory()
  const append = appendAudit(audit.stored, 'auth')
  const time = { now: Date.UTC(2026, 0, 5, 9) }
  const noted: Promise<void>[] = []
  const attempt = signInAttempt({
    log: { info: () => {} },
    audit: {
      add: (entry) => {
        const adding = append(entry)
        noted.push(adding)
        return adding
      },
    },
    userOf: async (email) => (email === 'stranger@example.com' ? undefined : { id: email, email }),
    now: () => time.now,
  })
  const refusal = () => Promise.reject(new AppError('invalid_request', 'Invalid or expired code'))
  const fail = async (email: string, prove: () => Promise<never> = refusal) => {
    await attempt({ method: 'code', requestId: 'r1', email }, prove).catch(() => {})
    await Bun.sleep(0)
    await Promise.all(noted)
  }
  return { attempt, fail, time, entries: () => [...audit.entries.values()] }
}

test('failed sign-ins as a known user are one entry an hour and address, without an actor', async () => {
  const { fail, time, entries } = setup()
  for (let at = 0; at < 27; at++) await fail('admin@archery.example')
  await fail('stranger@example.com')
  await fail('coach@example.com')
  expect(entries()).toMatchObject([
    {
      user_id: null,
      email: null,
      action: 'sign-in-refused',
      about: { method: 'code', person: 'admin@archery.example' },
    },
    { user_id: null, email: null, action: 'sign-in-refused', about: { person: 'coach@example.com' } },
  ])
  time.now += hours(1)
  await fail('admin@archery.example')
  expect(entries()).toHaveLength(3)
})

test('a successful sign-in has its person as actor, and a failure of the product is no refusal', async () => {
  const { attempt, fail, entries } = setup()
  await attempt({ method: 'code', requestId: 'r1' }, async () => person('ada@example.com'))
  await fail('admin@archery.example', () => Promise.reject(new Error('connection closed')))
  expect(entries()).toMatchObject([{ action: 'sign-in', email: 'ada@example.com', about: { method: 'code' } }])
})
