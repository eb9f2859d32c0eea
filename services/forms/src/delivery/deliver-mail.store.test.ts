import { gate } from '@app/concurrency/gate'
import { seconds } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import { type DeliveryJob, type Mail, maxSendMs, SendRefused } from '@app/mail'
import { beforeEach, expect, test, vi } from 'vitest'
import { formsDatabase, inquiryId } from '../app.fixture'
import { outgoingMail } from '../inquiries/outgoing-mail'
import type { Submission } from '../inquiries/submission-document'
import { deliverMail } from './deliver-mail'
import { outboxStore } from './outbox'

const { collection, inquiries, storeInquiry } = formsDatabase()
const start = new Date('2027-03-01T09:00:00Z')
const mailDomain = 'archery.example'
const notification = outgoingMail(
  { documentId: inquiryId, kind: 'notification', to: 'school@archery.example' },
  { mailDomain, at: start },
)
const job: DeliveryJob = { documentId: inquiryId, messageId: notification.message_id, requestId: 'r1' }
const leaseMs = seconds(60)

beforeEach(() => storeInquiry({ mails: [notification], mail_state: 'pending' }))
const stored = async () => (await inquiries())[0]!.mails[0]!

type Setup = {
  render?: () => Promise<Mail>
  send?: () => Promise<void>
  isFree?: boolean
  mayTry?: boolean
  /** How long it takes from the claim until a connection is free. */
  waits?: number
}
function setup({ render, send = async () => {}, isFree = true, mayTry = true, waits = 0 }: Setup = {}) {
  const sent: Mail[] = []
  let at = start.getTime()
  const outbox = outboxStore(
    () => collection<Submission>(inquiryTable),
    () => start,
  )
  const mail = ({ mail: { message_id, to } }: { mail: { message_id: string; to: string } }) =>
    ({ messageId: message_id, to: { name: '', address: to }, subject: 'Hello' }) as Mail
  const leave = vi.fn()
  const deps = {
    slow: { tryAcquire: vi.fn(() => mayTry), release: vi.fn() },
    log: { info: vi.fn(), warn: vi.fn() },
    count: vi.fn(),
  }
  const deliver = deliverMail({
    ...deps,
    source: { outbox, render: render ?? (async (claim) => mail(claim)) },
    transport: {
      async send(one) {
        await send()
        sent.push(one)
      },
    },
    sending: {
      async enter() {
        at += waits
        return isFree ? leave : undefined
      },
    },
    now: () => at++,
  })
  return { ...deps, leave, sent, run: (given = job) => deliver(given) }
}
const details = { requestId: 'r1', documentId: inquiryId, kind: 'notification', attempt: 1 }

test('a mail that is sent is recorded, counted and logged once, and its connection is free again', async () => {
  const { run, sent, slow, leave, count, log } = setup()
  await run()
  expect(sent.map(({ messageId }) => messageId)).toEqual([job.messageId])
  expect(await stored()).toMatchObject({ state: 'sent', sent_at: start, due_at: null, lease: null, attempts: 1 })
  expect((await inquiries())[0]).toMatchObject({ mail_state: 'sent', mail_error: null })
  expect(slow.release).toHaveBeenCalledExactlyOnceWith('school@archery.example', { failed: false, took: 1 })
  expect(leave).toHaveBeenCalledOnce()
  expect(count).toHaveBeenCalledExactlyOnceWith({ kind: 'notification', outcome: 'sent' })
  expect(log.info).toHaveBeenCalledExactlyOnceWith(details, 'mail sent')
})

test('F24: the same job delivered twice, at once or again, sends one mail', async () => {
  const { run, sent } = setup()
  await Promise.all([run(), run()])
  await run()
  expect(sent).toHaveLength(1)
  expect(await stored()).toMatchObject({ state: 'sent', attempts: 1 })
})

test('a job whose inquiry or mail is gone sends nothing', async () => {
  const { run, sent, count } = setup()
  await run({ ...job, messageId: '<other@archery.example>' })
  await run({ ...job, documentId: 'f'.repeat(24) })
  expect(sent).toEqual([])
  expect(count).not.toHaveBeenCalled()
  expect(await stored()).toMatchObject({ state: 'pending', attempts: 0 })
})

test.each([
  [{ responseCode: 550, command: 'RCPT TO' }, true],
  [{ responseCode: 552, command: 'DATA' }, true],
  [{ responseCode: 554, command: 'DATA' }, true],
  [{ responseCode: 451, command: 'RCPT TO' }, false],
  [{ code: 'ECONNECTION' }, false],
])('a failed attempt is recorded with its reason: %o is permanent: %s', async (error, permanent) => {
  const { run, slow, leave, count, log } = setup({ send: () => Promise.reject(error) })
  await run()
  const outcome = permanent ? 'failed' : 'retried'
  const { state, last_error, due_at } = await stored()
  expect([state, due_at === null]).toEqual(permanent ? ['failed', true] : ['pending', false])
  expect(last_error).toEqual(expect.any(String))
  expect(slow.release).toHaveBeenCalledExactlyOnceWith('school@archery.example', { failed: true, took: 1 })
  expect(leave).toHaveBeenCalledOnce()
  expect(count).toHaveBeenCalledExactlyOnceWith({ kind: 'notification', outcome })
  const said = { ...details, permanent, reason: last_error }
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(said, 'mail delivery failed')
})

test('the recipient of a mail that has one of its own is the one whose server may be slow', async () => {
  const mail = { messageId: job.messageId, to: { name: '', address: 'zoe@example.com' }, recipient: 'ada@example.com' }
  const { run, slow } = setup({ render: async () => mail as Mail })
  await run()
  expect(slow.tryAcquire).toHaveBeenCalledExactlyOnceWith('ada@example.com')
  expect(slow.release).toHaveBeenCalledExactlyOnceWith('ada@example.com', expect.anything())
})

test('a mail that is refused before it is sent fails for good, with the reason', async () => {
  const { run, sent, log } = setup({ render: () => Promise.reject(new SendRefused('Too large.')) })
  await run()
  expect(await stored()).toMatchObject({ state: 'failed', last_error: 'Too large.', due_at: null })
  expect(sent).toEqual([])
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ permanent: true }), 'mail delivery failed')
})

test('a mail that cannot be rendered is tried again, and the error is logged', async () => {
  const fault = new Error('no template')
  const { run, sent, log } = setup({ render: () => Promise.reject(fault) })
  await run()
  const last_error = 'The mail could not be rendered.'
  expect(await stored()).toMatchObject({ state: 'pending', last_error, due_at: expect.any(Date) })
  expect(log.warn).toHaveBeenCalledWith({ err: fault }, 'mail rendering failed')
  expect(sent).toEqual([])
})

test.each([
  ['no connection is free', { isFree: false }, 0],
  ['its recipient is busy', { mayTry: false }, 1],
  // F22: another worker may take it before this one has sent it.
  ['its lease ends before the send would', { waits: leaseMs - maxSendMs + 1 }, 1],
  ['its lease has ended', { waits: leaseMs + 1 }, 1],
])('a mail is postponed when %s: nothing is sent, and no attempt counted', async (_, options, left) => {
  const { run, sent, slow, leave, count } = setup(options)
  await run()
  expect(await stored()).toMatchObject({ state: 'pending', attempts: 0, lease: null, last_error: null })
  expect(sent).toEqual([])
  expect(slow.release).not.toHaveBeenCalled()
  expect(leave).toHaveBeenCalledTimes(left)
  expect(count).not.toHaveBeenCalled()
})

test('a lease that lasts as long as the send is enough', async () => {
  const { run } = setup({ waits: leaseMs - maxSendMs })
  await run()
  expect(await stored()).toMatchObject({ state: 'sent' })
})

test('of several workers with many jobs of the same mails, each mail is sent by one', async () => {
  const mails = Array.from({ length: 12 }, (_, n) =>
    outgoingMail(
      { documentId: inquiryId, kind: 'notification', to: `${n}@example.com`, name: `n${n}` },
      { mailDomain, at: start },
    ),
  )
  await storeInquiry({ mails, mail_state: 'pending' })
  const workers = [setup(), setup(), setup()]
  const sending = gate(4)
  await Promise.all(
    workers.flatMap(({ run }) =>
      mails.map(async ({ message_id }) => {
        const leave = await sending.enter()
        await run({ ...job, messageId: message_id })
        leave?.()
      }),
    ),
  )
  const sent = workers.flatMap((worker) => worker.sent.map(({ messageId }) => messageId))
  expect(sent.toSorted()).toEqual(mails.map(({ message_id }) => message_id).toSorted())
  expect((await inquiries())[0]!.mails.every(({ state, attempts }) => state === 'sent' && attempts === 1)).toBe(true)
})
