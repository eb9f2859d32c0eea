import type { AuditEntry } from '@app/audit'
import { AppError } from '@app/contracts/errors'
import { userWith } from '@app/session/user.fixture'
import { expect, test } from 'vitest'
import { signInAttempt } from './sign-in-attempt'

function setup() {
  const entries: AuditEntry[] = []
  const asked: string[] = []
  const attempt = signInAttempt({
    log: { info: () => {} },
    audit: { add: async (entry) => void entries.push(entry) },
    userOf: async (email) => {
      asked.push(email)
      return { id: 'u1', email }
    },
  })
  return { attempt, entries, asked }
}
const admin = { method: 'code', requestId: 'r1', email: 'admin@archery.example' } as const

test('a successful sign-in has its person as actor', async () => {
  const { attempt, entries } = setup()
  await attempt({ method: 'code', requestId: 'r1' }, async () => userWith({ id: 'u2', email: 'ada@example.com' }))
  expect(entries).toMatchObject([{ action: 'sign-in', actor: { email: 'ada@example.com' }, about: { method: 'code' } }])
})

test('a failure of the product is no refusal of anybody', async () => {
  const { attempt, entries, asked } = setup()
  await expect(attempt(admin, () => Promise.reject(new Error('connection closed')))).rejects.toThrow()
  await expect(attempt(admin, () => Promise.reject(new AppError('unavailable', 'Later.')))).rejects.toThrow()
  expect([entries, asked]).toEqual([[], []])
  await expect(attempt(admin, () => Promise.reject(new AppError('invalid_request', 'No.')))).rejects.toThrow()
  await expect.poll(() => entries).toMatchObject([{ action: 'sign-in-refused', actor: null }])
})
