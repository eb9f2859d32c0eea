import { type Mail, maxSendMs, type SendFailure, SendRefused } from '@app/mail'
import { expect, test, vi } from 'vitest'
import { deliverMail } from './deliver-mail'
import type { ClaimedMail } from './mail-source'

const mail = { to: { name: '', address: 'zoe@example.com' }, subject: 'Hello' } as Mail
const job = { documentId: 'd1', messageId: '<m1@archery.example>', requestId: 'r1' }

function setup({
  render = async (): Promise<Mail> => mail,
  send = async (): Promise<void> => {},
  until = Number.POSITIVE_INFINITY,
  isFree = true,
  mayTry = true,
} = {}) {
  let at = 1_000
  const claim = {
    kind: 'reply',
    attempts: 2,
    until,
    render: vi.fn(render),
    sent: vi.fn(async () => {}),
    failed: vi.fn(async (failure: SendFailure) => (failure.permanent ? ('failed' as const) : ('retried' as const))),
    postpone: vi.fn(async () => {}),
  }
  const deps = {
    claim: vi.fn(async (..._given: unknown[]): Promise<typeof claim | undefined> => claim),
    transport: { send: vi.fn(send) },
    slow: { tryAcquire: vi.fn(() => mayTry), release: vi.fn() },
    sending: { acquire: vi.fn(async () => isFree), release: vi.fn() },
    log: { info: vi.fn(), warn: vi.fn() },
    count: vi.fn(),
  }
  const deliver = deliverMail({
    ...deps,
    sourceOf: () => ({ claim: deps.claim as unknown as () => Promise<ClaimedMail> }),
    now: () => (at += 100),
  })
  return { ...deps, mail: claim, run: () => deliver(job) }
}
const details = { requestId: 'r1', documentId: 'd1', kind: 'reply', attempt: 2 }

test('a mail that is sent is recorded, counted and logged once, and its connection is free again', async () => {
  const { run, claim, mail: claimed, slow, sending, count, log } = setup()
  await run()
  expect(claim).toHaveBeenCalledExactlyOnceWith(job, expect.stringMatching(/^[0-9a-f-]{36}$/))
  expect(claimed.sent).toHaveBeenCalledOnce()
  expect(slow.release).toHaveBeenCalledExactlyOnceWith('zoe@example.com', { failed: false, took: 100 })
  expect(sending.release).toHaveBeenCalledOnce()
  expect(count).toHaveBeenCalledExactlyOnceWith({ kind: 'reply', outcome: 'sent' })
  expect(log.info).toHaveBeenCalledExactlyOnceWith(details, 'mail sent')
})

test('an attempt that fails says so to the list of slow recipients, and frees its connection', async () => {
  const { run, mail: claimed, slow, sending, count, log } = setup({ send: () => Promise.reject({ responseCode: 451 }) })
  await run()
  expect(claimed.failed).toHaveBeenCalledExactlyOnceWith({ permanent: false, reason: expect.any(String) })
  expect(claimed.sent).not.toHaveBeenCalled()
  expect(slow.release).toHaveBeenCalledExactlyOnceWith('zoe@example.com', { failed: true, took: 100 })
  expect(sending.release).toHaveBeenCalledOnce()
  expect(count).toHaveBeenCalledExactlyOnceWith({ kind: 'reply', outcome: 'retried' })
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { ...details, permanent: false, reason: expect.any(String) },
    'mail delivery failed',
  )
})

test('the recipient of a mail that has one of its own is the one whose server may be slow', async () => {
  const { run, slow } = setup({ render: async () => ({ ...mail, recipient: 'ada@example.com' }) as Mail })
  await run()
  expect(slow.tryAcquire).toHaveBeenCalledExactlyOnceWith('ada@example.com')
  expect(slow.release).toHaveBeenCalledExactlyOnceWith('ada@example.com', expect.anything())
})

test('a mail that is refused before it is sent fails for good, with the reason', async () => {
  const { run, mail: claimed, transport, log } = setup({ render: () => Promise.reject(new SendRefused('Too large.')) })
  await run()
  expect(claimed.failed).toHaveBeenCalledExactlyOnceWith({ permanent: true, reason: 'Too large.' })
  expect(transport.send).not.toHaveBeenCalled()
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ permanent: true }), 'mail delivery failed')
})

test('a mail that cannot be rendered is tried again, and the fault is logged', async () => {
  const fault = new Error('no template')
  const { run, mail: claimed, log, sending } = setup({ render: () => Promise.reject(fault) })
  await run()
  const reason = 'The mail could not be rendered.'
  expect(claimed.failed).toHaveBeenCalledExactlyOnceWith({ permanent: false, reason })
  expect(log.warn).toHaveBeenCalledWith({ err: fault }, 'mail rendering failed')
  expect(sending.acquire).not.toHaveBeenCalled()
})

test.each([
  ['no connection is free', { isFree: false }, 0],
  ['its recipient is busy', { mayTry: false }, 1],
  ['its lease ends before the send would', { until: 1_100 + maxSendMs - 1 }, 1],
])('it is postponed when %s: nothing is sent and nothing counted', async (_, options, released) => {
  const { run, mail: claimed, transport, slow, sending, count } = setup(options)
  await run()
  expect(claimed.postpone).toHaveBeenCalledOnce()
  expect(transport.send).not.toHaveBeenCalled()
  expect(slow.release).not.toHaveBeenCalled()
  expect(sending.release).toHaveBeenCalledTimes(released)
  expect(claimed.sent).not.toHaveBeenCalled()
  expect(claimed.failed).not.toHaveBeenCalled()
  expect(count).not.toHaveBeenCalled()
})

test('a lease that lasts as long as the send is enough', async () => {
  const { run, mail: claimed } = setup({ until: 1_100 + maxSendMs })
  await run()
  expect(claimed.sent).toHaveBeenCalledOnce()
})

test('a job whose mail is claimed by another does nothing', async () => {
  const { run, claim, mail: claimed, sending } = setup()
  claim.mockResolvedValue(undefined)
  await run()
  expect(claimed.render).not.toHaveBeenCalled()
  expect(sending.acquire).not.toHaveBeenCalled()
})
