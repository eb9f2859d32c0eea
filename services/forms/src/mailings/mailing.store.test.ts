import { hours, seconds } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { mailingStore, type NewMailing, type StoredMailing } from './mailing'

const start = new Date('2027-03-01T09:00:00Z')
let at = start
const database = testDatabase()
const stored = () => database.mongo.db().collection<StoredMailing>('mailings')
const store = (domain = 'archery.example') => mailingStore(stored, domain, () => at)
const later = (ms: number) => {
  at = new Date(start.getTime() + ms)
}
beforeEach(async () => {
  await database.clear()
  await store().prepare()
  at = start
})

const newMailing = (people: number): NewMailing => ({
  ...{ id: new ObjectId().toHexString(), subject: 'No lessons', text: 'Hi', to: ['students'], about: 'lessons' },
  ...{ by: 'ivy@archery.example', byId: 'ivy', request: 'digest', requestId: 'r1' },
  recipients: Array.from({ length: people }, (_, n) => ({ name: `P${n}`, email: `p${n}@example.com` })),
})
const ids = (found: readonly StoredMailing[]) => found.map(({ _id }) => _id.toHexString())

test('a mailing whose job has not begun is looked for from half a minute on, for a day', async () => {
  const { insert, waiting } = store()
  const { _id } = await insert(newMailing(2))
  later(seconds(30))
  expect(await waiting()).toEqual([])
  later(seconds(30) + 1)
  expect(ids(await waiting())).toEqual([_id.toHexString()])
  later(hours(24) - 1)
  expect(await waiting()).toHaveLength(1)
  later(hours(24))
  expect(await waiting()).toEqual([])
})

test('what is released, or is not within the caps, is not looked for', async () => {
  const { insert, release, waiting } = store()
  const [half, whole, refused] = [await insert(newMailing(2)), await insert(newMailing(2)), await insert(newMailing(2))]
  await release(half, 1)
  await release(whole, 2)
  await stored().updateOne({ _id: refused._id }, { $unset: { is_admitted: 1 } })
  later(seconds(31))
  expect(ids(await waiting())).toEqual([half._id.toHexString()])
})

test('of two processes that release the same mails one does', async () => {
  const mailing = await store().insert(newMailing(3))
  const released = await Promise.all([store().release(mailing, 2), store().release(mailing, 2)])
  expect(released.filter(Boolean)).toHaveLength(1)
  expect(await store().find(mailing._id.toHexString())).toMatchObject({
    mails: [{ to: 'p0@example.com' }, { to: 'p1@example.com' }],
    held: [{ to: 'p2@example.com' }],
  })
})

test('an answer to a mail is that of its recipient; a Message-ID that was guessed is nobody’s', async () => {
  const { insert, release, sentAs } = store()
  const mailing = await insert(newMailing(2))
  const [first, second] = (await release(mailing, 2))!.mails.map(({ message_id }) => message_id)
  expect(await sentAs(first!)).toEqual({ to: 'p0@example.com', threadKey: expect.stringMatching(/./) })
  expect(await sentAs(second!)).toMatchObject({ to: 'p1@example.com' })
  const [, mac] = /\.mailing-0\.([0-9a-f]+)@/.exec(first!)!
  for (const guessed of [
    first!.replace('mailing-0', 'mailing-1'),
    first!.replace(mac!, '0'.repeat(mac!.length)),
    first!.replace(`.${mac}`, ''),
    first!.replace(mailing._id.toHexString(), new ObjectId().toHexString()),
    'not a Message-ID',
  ])
    expect(await sentAs(guessed)).toBeUndefined()
  expect(await store('another.example').sentAs(first!)).toBeUndefined()
})

test('a mail of a mailing without a key, as earlier releases have sent it, proves nothing', async () => {
  const { insert, release, sentAs } = store()
  const mailing = await insert(newMailing(1))
  const [mail] = (await release(mailing, 1))!.mails
  await stored().updateOne({ _id: mailing._id }, { $unset: { thread_key: 1 } })
  expect(await sentAs(mail!.message_id)).toBeUndefined()
})

test('an erased address is in no mailing any more, and its answer is nobody’s', async () => {
  const { insert, release, erase, sentAs } = store()
  const mailing = await insert(newMailing(3))
  const [mail] = (await release(mailing, 1))!.mails
  expect(await erase('p0@example.com')).toBe(1)
  expect(await erase('p2@example.com')).toBe(1)
  expect(await store().find(mailing._id.toHexString())).toMatchObject({ mails: [], held: [{ to: 'p1@example.com' }] })
  expect(await sentAs(mail!.message_id)).toBeUndefined()
})
