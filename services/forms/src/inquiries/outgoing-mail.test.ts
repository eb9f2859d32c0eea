import { expect, test } from 'vitest'
import { outgoingMail } from './outgoing-mail'

test('a mail that could not be queued is due soon after, but not while its request may still queue it', () => {
  const at = new Date()
  const mail = { documentId: '0'.repeat(24), kind: 'notification', to: 'office@school.test' } as const
  const { due_at } = outgoingMail(mail, { mailDomain: 'school.test', at })
  const waits = due_at!.getTime() - at.getTime()
  expect(waits).toBeGreaterThan(1_000)
  expect(waits).toBeLessThanOrEqual(3_000)
})
