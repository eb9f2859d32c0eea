import { days, hours, seconds } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { outgoingMail } from '../inquiries/outgoing-mail'
import type { MailOwner } from './outbox'
import { outboxStore, retryDelay } from './outbox'

const database = testDatabase()
const owners = () => database.mongo.db().collection<MailOwner>('contact_submissions')
let at = new Date('2027-03-01T09:00:00Z')
const outbox = outboxStore(owners, () => at)
const later = (ms: number) => {
  at = new Date(at.getTime() + ms)
}
beforeEach(async () => {
  await database.clear()
  at = new Date('2027-03-01T09:00:00Z')
})

/** An inquiry with a mail to each address. */
async function withMails(...to: string[]) {
  const _id = new ObjectId()
  const mails = to.map((address) =>
    outgoingMail(
      { documentId: _id.toHexString(), kind: 'notification', to: address, name: address },
      { mailDomain: 'archery.example', at },
    ),
  )
  await owners().insertOne({ _id, request_id: 'request-1', mails } as never)
  return { id: _id.toHexString(), ids: mails.map(({ message_id }) => message_id) }
}
const stored = async (id: string) => (await owners().findOne({ _id: new ObjectId(id) as never }))!
const claimed = async (id: string, messageId: string, lease = 'worker-1') => (await outbox.claim(id, messageId, lease))!

test('of two workers at the same moment one has the right to send a mail', async () => {
  const { id, ids } = await withMails('ada@example.com')
  const claims = await Promise.all(['worker-1', 'worker-2'].map((lease) => outbox.claim(id, ids[0]!, lease)))
  expect(claims.filter(Boolean)).toHaveLength(1)
  expect((await stored(id)).mails).toMatchObject([{ state: 'sending', attempts: 1 }])
})

test('a worker whose answer was lost has its claim again, and others have it when the lease is over', async () => {
  const { id, ids } = await withMails('ada@example.com')
  const first = await claimed(id, ids[0]!)
  expect(first.until).toBe(at.getTime() + seconds(60))
  later(seconds(60) - 1)
  expect(await outbox.claim(id, ids[0]!, 'worker-1')).toMatchObject({ lease: 'worker-1', until: first.until })
  expect(await outbox.claim(id, ids[0]!, 'worker-2')).toBeUndefined()
  later(1)
  expect(await outbox.claim(id, ids[0]!, 'worker-2')).toMatchObject({ mail: { attempts: 2 } })
})

test('there is nothing to send of an inquiry or a mail that is not there', async () => {
  const { id } = await withMails('ada@example.com')
  expect(await outbox.claim(id, '<other@archery.example>', 'worker-1')).toBeUndefined()
  expect(await outbox.claim('64b000000000000000000000', '<other@archery.example>', 'worker-1')).toBeUndefined()
})

test('a sent mail is due no longer, and the other one of its inquiry stays', async () => {
  const { id, ids } = await withMails('ada@example.com', 'grace@example.com')
  await outbox.sent(await claimed(id, ids[0]!))
  expect((await stored(id)).mails).toMatchObject([
    { state: 'sent', sent_at: at, due_at: null, lease: null },
    { state: 'pending', attempts: 0 },
  ])
  expect(await stored(id)).toMatchObject({ mail_state: 'pending', mail_error: null })
  later(hours(1))
  expect(await outbox.due(10)).toMatchObject([{ documentId: id, messageId: ids[1], requestId: 'request-1' }])
  expect(await outbox.claim(id, ids[0]!, 'worker-2')).toBeUndefined()
})

test('a mail that was sent is recorded even if another worker holds it by now; a failure is not', async () => {
  const { id, ids } = await withMails('ada@example.com')
  const slow = await claimed(id, ids[0]!)
  later(seconds(60))
  await claimed(id, ids[0]!, 'worker-2')
  await outbox.failed(slow, { permanent: true, reason: 'too late' })
  expect((await stored(id)).mails).toMatchObject([{ state: 'sending', lease: 'worker-2' }])
  await outbox.sent(slow)
  expect((await stored(id)).mails).toMatchObject([{ state: 'sent', lease: null }])
})

test('a failure is tried again after its pause, and shown', async () => {
  const { id, ids } = await withMails('ada@example.com')
  expect(await outbox.failed(await claimed(id, ids[0]!), { permanent: false, reason: 'greylisted' })).toBe('retried')
  const [mail] = (await stored(id)).mails
  expect(mail).toMatchObject({ state: 'pending', last_error: 'greylisted' })
  const pause = mail!.due_at!.getTime() - at.getTime()
  expect(pause).toBeGreaterThanOrEqual(seconds(8))
  expect(pause).toBeLessThanOrEqual(seconds(12))
  expect(await outbox.due(10)).toEqual([])
  expect(await stored(id)).toMatchObject({ mail_state: 'pending', mail_error: 'greylisted' })
})

test('a mail is given up at once when it cannot be delivered, and after three days otherwise', async () => {
  const { id, ids } = await withMails('ada@example.com', 'grace@example.com')
  expect(await outbox.failed(await claimed(id, ids[0]!), { permanent: true, reason: 'no such user' })).toBe('failed')
  later(days(3))
  expect(await outbox.failed(await claimed(id, ids[1]!), { permanent: false, reason: 'busy' })).toBe('retried')
  later(1)
  const last = await claimed(id, ids[1]!)
  expect(await outbox.failed(last, { permanent: false, reason: 'busy' })).toBe('failed')
  expect(await stored(id)).toMatchObject({ mail_state: 'failed', mail_error: 'no such user' })
  later(days(30))
  expect(await outbox.due(10)).toEqual([])
})

test('a mail whose connection is in use returns without an attempt', async () => {
  const { id, ids } = await withMails('ada@example.com')
  await outbox.postpone(await claimed(id, ids[0]!))
  expect((await stored(id)).mails).toMatchObject([
    { state: 'pending', attempts: 0, due_at: new Date(at.getTime() + seconds(15)) },
  ])
})

test('due mails come oldest first, at most as many inquiries as asked for', async () => {
  const first = await withMails('ada@example.com')
  later(seconds(1))
  const second = await withMails('grace@example.com')
  later(seconds(10))
  expect((await outbox.due(10)).map(({ documentId }) => documentId)).toEqual([first.id, second.id])
  expect((await outbox.due(1)).map(({ documentId }) => documentId)).toEqual([first.id])
})

test('the pause doubles up to an hour', () => {
  const middle = () => 0.5
  expect([1, 2, 3, 9, 10, 50].map((attempts) => retryDelay(attempts, middle) / 1_000)).toEqual([
    10, 20, 40, 2_560, 3_600, 3_600,
  ])
})
