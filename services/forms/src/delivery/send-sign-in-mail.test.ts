import type { Transport } from '@app/mail'
import { expect, test } from 'vitest'
import { sendSignInMail } from './send-sign-in-mail'

const job = { mailId: 'm1', expiresAt: '2026-07-11T19:00:00Z', requestId: 'r1' }
const invitation = {
  kind: 'invitation',
  to: 'wrong@archery.example',
  name: null,
  by: 'admin@archery.example',
  loginUrl: 'https://archery.example/login',
} as const

/** A mail server that answers mail for these addresses with a code. */
function worker(answers: Record<string, number>) {
  const sent: Parameters<Transport['send']>[0][] = []
  const send = sendSignInMail({
    transport: {
      send: async (message) => {
        const responseCode = answers[message.to.address]
        if (responseCode) throw Object.assign(new Error('no'), { responseCode, command: 'RCPT TO' })
        sent.push(message)
      },
    },
    log: { info: () => {}, warn: () => {} },
    mailDomain: 'archery.example',
    school: async () => 'Valley Oak Archery',
  })
  return { send, sent }
}

test('an invitation that is refused for good is reported to the admin who sent it', async () => {
  const { send, sent } = worker({ 'wrong@archery.example': 550 })
  await send(invitation, job)
  expect(sent.map(({ to, messageId }) => [to.address, messageId])).toEqual([
    ['admin@archery.example', '<m1.invitation_refused@archery.example>'],
  ])
  expect(sent[0]?.text).toContain('does not accept mail for wrong@archery.example')
  expect(sent[0]?.text).toContain('https://archery.example/admin/people')
})

test('a temporary failure is retried and reported to no one; a report that fails for a while is retried with it', async () => {
  const later = worker({ 'wrong@archery.example': 450 })
  await expect(later.send(invitation, job)).rejects.toThrow()
  expect(later.sent).toEqual([])
  const both = worker({ 'wrong@archery.example': 550, 'admin@archery.example': 450 })
  await expect(both.send(invitation, job)).rejects.toThrow()
})

test('other mail that is refused for good is given up', async () => {
  const { send, sent } = worker({ 'admin@archery.example': 550 })
  const { kind: _, by: _by, name: _name, loginUrl, ...rest } = invitation
  await send({ ...rest, to: 'admin@archery.example', kind: 'codes_paused', until: job.expiresAt, loginUrl }, job)
  await send({ ...invitation, to: 'admin@archery.example' }, job)
  expect(sent).toEqual([])
})
