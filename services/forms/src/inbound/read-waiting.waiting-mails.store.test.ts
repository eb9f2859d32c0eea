import { minutes, seconds } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import type { InboundMail } from './inbound-mail'
import { waitingMails } from './read-waiting'

const database = testDatabase()
const mails = () => database.mongo.db().collection<InboundMail>('inbound_mails')
const start = new Date('2027-03-01T09:00:00Z')
let at = start
const worker = () =>
  waitingMails(
    () => database.mongo.db(),
    () => at,
  )
const later = (ms: number) => {
  at = new Date(at.getTime() + ms)
}
beforeEach(async () => {
  await database.clear()
  at = start
})

const waiting = (size: number, more: Partial<InboundMail> = {}): InboundMail => ({
  ...{ _id: new ObjectId(), keys: [], raw: new ObjectId(), sender: 'zoe@club.example', received_at: start },
  ...{ state: 'waiting', due_at: start, attempts: 0, size, ...more },
})
const store = async (...given: InboundMail[]) => void (await mails().insertMany(given))
const stored = () => mails().find().sort({ _id: 1 }).toArray()
const placed = { state: 'threaded' as const, reason: '' }

test('each mail is claimed by one of several workers', async () => {
  await store(...Array.from({ length: 40 }, () => waiting(100)))
  const workers = Array.from({ length: 8 }, worker)
  const claimed = (await Promise.all(workers.map((one) => one.claim(10)))).flat()
  expect(new Set(claimed.map(({ _id }) => String(_id))).size).toBe(claimed.length)
  expect(claimed.length).toBeGreaterThanOrEqual(10)
})

test('mails that are due and can never be claimed are an error, not a search without end', async () => {
  await store(waiting(100))
  let attempts = 0
  const updateMany = async () => {
    attempts++
    return { matchedCount: 0 }
  }
  const collection = () =>
    new Proxy(mails(), { get: (target, key) => (key === 'updateMany' ? updateMany : Reflect.get(target, key)) })
  const { claim } = waitingMails(
    () => ({ collection }) as never,
    () => at,
  )
  await expect(claim(10)).rejects.toThrow('no mail could be claimed')
  expect(attempts).toBe(20)
})

test('mails are claimed in the order in which they came, up to 4 MB at once', async () => {
  const [second, first, third] = [
    waiting(3 * 1024 * 1024, { due_at: new Date(start.getTime() - 1) }),
    waiting(1024 * 1024, { due_at: new Date(start.getTime() - 2) }),
    waiting(1),
  ]
  await store(second, first, third)
  expect((await worker().claim(10)).map(({ _id }) => _id)).toEqual([first._id, second._id])
  expect((await worker().claim(10)).map(({ _id }) => _id)).toEqual([third._id])
})

test('a mail is another worker’s after two minutes, and is then read alone', async () => {
  await store(waiting(100), waiting(100))
  expect(await worker().claim(10)).toHaveLength(2)
  later(minutes(2) - 1)
  expect(await worker().claim(10)).toEqual([])
  later(1)
  expect(await worker().claim(10)).toMatchObject([{ attempts: 2 }])
})

test('a mail that found its place waits no longer, and holds what was read of it', async () => {
  await store(waiting(100), waiting(100))
  const claimed = await worker().claim(10)
  const inquiry = new ObjectId()
  const changes = [
    { ...placed, inquiry, text: 'Hi' },
    { state: 'unmatched' as const, reason: 'No conversation.' },
  ]
  const ours = await worker().place(claimed.map((mail, n) => ({ mail, change: changes[n]! })))
  expect(ours).toEqual(new Set(claimed.map(({ _id }) => _id.toHexString())))
  expect(await stored()).toMatchObject([
    { state: 'threaded', inquiry, text: 'Hi', due_at: null },
    { state: 'unmatched', reason: 'No conversation.', due_at: null },
  ])
  later(minutes(3))
  expect(await worker().claim(10)).toEqual([])
})

test('of two workers that place the same mail, the one that claimed it last does; what was removed is nobody’s', async () => {
  await store(waiting(100), waiting(100), waiting(100))
  const slow = await worker().claim(10)
  later(minutes(2))
  const [taken] = await worker().claim(10)
  const gone = slow.find(({ _id }) => !_id.equals(taken!._id))!
  await mails().deleteOne({ _id: gone._id })
  const left = slow.find((one) => one !== gone && !one._id.equals(taken!._id))!

  const [late, own] = await Promise.all([
    worker().place(slow.map((mail) => ({ mail, change: { ...placed, text: 'late' } }))),
    worker().place([{ mail: taken!, change: { ...placed, text: 'own' } }]),
  ])
  expect(late).toEqual(new Set([left._id.toHexString()]))
  expect(own).toEqual(new Set([taken!._id.toHexString()]))
  expect((await mails().findOne({ _id: taken!._id }))?.text).toBe('own')
  expect(await mails().countDocuments()).toBe(2)
})

test('a mail that was placed is not placed again, and keeps the place that it has', async () => {
  await store(waiting(100), waiting(100))
  const [first, second] = await worker().claim(10)
  await worker().place([{ mail: first!, change: { ...placed, text: 'first' } }])
  // Its process did not receive the answer, and repeats both.
  const both = [first!, second!].map((mail) => ({ mail, change: { ...placed, text: 'again' } }))
  expect((await worker().place(both)).size).toBe(2)
  expect((await stored()).map(({ text }) => text).sort()).toEqual(['again', 'first'])
})

test('mails that could not be placed are due later, and then one by one', async () => {
  await store(waiting(100), waiting(100))
  await worker().postpone(await worker().claim(10), seconds(10))
  later(seconds(10) - 1)
  expect(await worker().claim(10)).toEqual([])
  later(1)
  const [one] = await worker().claim(10)
  expect(one).toMatchObject({ attempts: 2 })
  // Read alone, the failure does not count: it is read alone as often as the database fails.
  await worker().postpone([one!], seconds(10))
  expect(await mails().findOne({ _id: one!._id })).toMatchObject({ attempts: 1, state: 'waiting' })
})

test('what another worker has claimed or placed meanwhile is not postponed', async () => {
  await store(waiting(100), waiting(100))
  const slow = await worker().claim(10)
  later(minutes(2))
  const [taken] = await worker().claim(10)
  const other = slow.find(({ _id }) => !_id.equals(taken!._id))!
  await worker().place([{ mail: other, change: placed }])
  const before = await stored()
  await worker().postpone(slow, seconds(10))
  expect(await stored()).toEqual(before)
})
