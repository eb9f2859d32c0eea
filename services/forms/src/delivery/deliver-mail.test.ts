import { seconds } from '@app/contracts/durations'
import { type Mail, maxSendMs, SendRefused } from '@app/mail'
import { expect, test, vi } from 'vitest'
import { deliverMail, slowRecipients } from './deliver-mail'
import type { Claim, MailOwner, OutboxStore } from './outbox'

const silent = { failed: true, took: 20_000 }

test('a recipient whose mail failed slowly gets one connection until a delivery succeeds', () => {
  const slow = slowRecipients()
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, true])
  slow.release('a', silent)
  expect([slow.tryAcquire('a'), slow.tryAcquire('a'), slow.tryAcquire('b')]).toEqual([true, false, true])
  slow.release('a', silent)
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, false])
  slow.release('a', { failed: false, took: 40 })
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, true])
})

test('a quick refusal delays no other mail, and ten minutes later all records are dropped', () => {
  let now = 0
  const slow = slowRecipients(() => now)
  slow.release('a', { failed: true, took: 30 })
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, true])
  slow.release('a', silent)
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, false])
  now = 600_001
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, true])
})

test('a failure of three seconds is slow, one more that is quick keeps the recipient slow, and the tenth minute counts', () => {
  let now = 0
  const slow = slowRecipients(() => now)
  slow.release('a', { failed: true, took: 2_999 })
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, true])
  slow.release('a', { failed: true, took: 3_000 })
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, false])
  now = 300_000
  slow.release('a', { failed: true, took: 1 })
  now = 900_000
  slow.release('b', { failed: false, took: 1 })
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, false])
})

const mail: Mail = { messageId: '<1@x>', to: { name: '', address: 'ada@example.com' }, subject: '', text: '', html: '' }
const job = { documentId: 'd', messageId: '<1@x>', requestId: 'r' }

/** A mail whose outbox does as it is told. */
function setup({ rendered = async () => mail, send = async () => {}, refusal = undefined as string | undefined } = {}) {
  const until = seconds(60)
  const claim = { mail: { kind: 'notification', attempts: 2 }, until } as unknown as Claim<MailOwner>
  let at = 1_000
  const outbox = {
    claim: vi.fn(async () => claim as typeof claim | undefined),
    ...{ hold: vi.fn(async () => {}), postpone: vi.fn(async () => {}), sent: vi.fn(async () => {}) },
    failed: vi.fn(async () => 'retried' as const),
  }
  const deps = {
    transport: { send: vi.fn(send) },
    slow: { tryAcquire: vi.fn(() => true), release: vi.fn() },
    log: { info: vi.fn(), warn: vi.fn() },
    ...{ count: vi.fn(), leave: vi.fn() },
  }
  const source = { outbox: outbox as unknown as OutboxStore<MailOwner>, render: rendered, refusal: async () => refusal }
  const sending = { enter: vi.fn(async () => deps.leave as (() => void) | undefined) }
  const deliver = deliverMail({ ...deps, source, sending, now: () => at })
  return { ...deps, claim, outbox, sending, deliver: () => deliver(job), pass: (ms: number) => (at += ms) }
}
const details = { requestId: 'r', documentId: 'd', kind: 'notification', attempt: 2 }

test('a mail is sent by who holds its claim, with a lease of its own', async () => {
  const { deliver, outbox, transport, claim, log, count, slow, leave } = setup()
  await deliver()
  await deliver()
  expect(outbox.claim).toHaveBeenCalledWith('d', '<1@x>', expect.stringMatching(/^[0-9a-f-]{36}$/))
  const [first, second] = outbox.claim.mock.calls as unknown as [string[], string[]]
  expect(first[2]).not.toBe(second[2])
  expect(transport.send).toHaveBeenCalledWith(mail)
  expect(slow.release).toHaveBeenCalledWith('ada@example.com', { failed: false, took: 0 })
  expect(outbox.sent).toHaveBeenCalledWith(claim)
  expect(count).toHaveBeenCalledWith({ kind: 'notification', outcome: 'sent' })
  expect(log.info).toHaveBeenCalledWith(details, 'mail sent')
  expect(leave).toHaveBeenCalledTimes(2)
  outbox.claim.mockResolvedValue(undefined)
  await deliver()
  expect(transport.send).toHaveBeenCalledTimes(2)
})

test('who another address stands for is the recipient that may be slow', async () => {
  const { deliver, slow } = setup({ rendered: async () => ({ ...mail, recipient: 'list@example.com' }) })
  await deliver()
  expect(slow.tryAcquire).toHaveBeenCalledExactlyOnceWith('list@example.com')
})

test('a mail whose author has lost the right is held with the reason', async () => {
  const { deliver, outbox, claim, log, transport } = setup({ refusal: 'No right.' })
  await deliver()
  expect(outbox.hold).toHaveBeenCalledExactlyOnceWith(claim, 'No right.')
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { requestId: 'r', documentId: 'd', kind: 'notification' },
    'mail held',
  )
  expect(transport.send).not.toHaveBeenCalled()
})

test.each([
  ['is refused', new SendRefused('Unsubscribed.'), { permanent: true, reason: 'Unsubscribed.' }, 1],
  ['fails', new Error('a defect'), { permanent: false, reason: 'The mail could not be rendered.' }, 2],
])('a mail whose text %s is not sent', async (_, error, failure, warnings) => {
  const rendered = async () => {
    throw error
  }
  const { deliver, outbox, claim, log, count, transport } = setup({ rendered })
  await deliver()
  expect(outbox.failed).toHaveBeenCalledExactlyOnceWith(claim, failure)
  expect(count).toHaveBeenCalledExactlyOnceWith({ kind: 'notification', outcome: 'retried' })
  expect(log.warn).toHaveBeenLastCalledWith({ ...details, ...failure }, 'mail delivery failed')
  expect(log.warn).toHaveBeenCalledTimes(warnings)
  if (warnings > 1) expect(log.warn).toHaveBeenCalledWith({ err: error }, 'mail rendering failed')
  expect(transport.send).not.toHaveBeenCalled()
})

test('a connection is left, and the recipient noted as slow or not, also after a failure', async () => {
  const { deliver, outbox, slow, leave, transport, pass, claim } = setup()
  transport.send.mockImplementation(async () => {
    pass(5)
    throw new Error('refused')
  })
  await deliver()
  expect(slow.release).toHaveBeenCalledExactlyOnceWith('ada@example.com', { failed: true, took: 5 })
  expect(outbox.failed).toHaveBeenCalledExactlyOnceWith(claim, expect.objectContaining({ permanent: false }))
  expect(leave).toHaveBeenCalledOnce()
})

test('a mail waits while its recipient is busy, without a connection, or when its lease would end before the send', async () => {
  const { deliver, outbox, slow, sending, leave, transport, pass, claim } = setup()
  slow.tryAcquire.mockReturnValueOnce(false)
  await deliver()
  expect(leave).toHaveBeenCalledOnce()
  sending.enter.mockResolvedValueOnce(undefined)
  await deliver()
  expect([outbox.postpone.mock.calls, leave.mock.calls.length]).toEqual([[[claim], [claim]], 1])
  pass(claim.until - maxSendMs - 1_000)
  await deliver()
  expect([transport.send.mock.calls.length, outbox.postpone.mock.calls.length]).toEqual([1, 2])
  pass(1)
  await deliver()
  expect([transport.send.mock.calls.length, outbox.postpone.mock.calls.length]).toEqual([1, 3])
  expect(slow.tryAcquire).toHaveBeenCalledTimes(2)
})
