import { minutes, seconds } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Submission } from '../inquiries/submission-document'
import { conversationWords } from './conversation-words'
import { wordsForm } from './words'

const database = testDatabase(({ db }) => conversationWords(db).prepare())
const inquiries = () => database.mongo.db().collection<Submission>(inquiryTable)
const start = new Date('2027-03-01T09:00:00Z')
let at = start
const onDue = vi.fn()
const worker = () =>
  conversationWords(
    () => database.mongo.db(),
    () => at,
    onDue,
  )
const later = (ms: number) => {
  at = new Date(at.getTime() + ms)
}
beforeEach(async () => {
  await database.clear()
  at = start
})

/** Stores inquiries that were last changed at these times. */
async function store(...times: Date[]): Promise<ObjectId[]> {
  const found = times.map((updated_at) => ({ _id: new ObjectId(), message: 'Hi', created_at: updated_at, updated_at }))
  await inquiries().insertMany(found as unknown as Submission[])
  return found.map(({ _id }) => _id)
}
const change = (_id: ObjectId, message = 'Ho') => inquiries().updateOne({ _id }, { $set: { message, updated_at: at } })
/** Finds what is stale, and stores its words as several workers would. */
async function round(words = worker()): Promise<string[]> {
  const { ids, done } = await words.stale()
  const read = { search_words: ['word'], search_of: '$updated_at', search_form: wordsForm }
  await inquiries().updateMany({ _id: { $in: ids } }, [{ $set: read }, { $unset: 'search_due' }])
  done()
  return ids.map(String).sort()
}
const hex = (ids: readonly ObjectId[]) => ids.map(String).sort()

test('a worker that starts reads every conversation without words of its own, also more than one batch', async () => {
  const ids = await store(...Array.from({ length: 230 }, () => new Date(0)))
  const words = worker()
  expect(await words.stale()).toMatchObject({ hasMore: true })
  const [first, second, third] = [await round(words), await round(words), await round(words)]
  expect([first.length, second.length, third.length]).toEqual([200, 30, 0])
  expect(await words.stale()).toMatchObject({ hasMore: false })
  expect([...first, ...second].sort()).toEqual(hex(ids))
  expect(await inquiries().countDocuments({ search_words: 'word' })).toBe(230)
  expect(await round()).toEqual([])
})

test('what changes is read again, once, whatever else has words', async () => {
  const [one] = await store(new Date(0), new Date(0))
  const words = worker()
  await round(words)
  later(1)
  await change(one!)
  expect(await round(words)).toEqual(hex([one!]))
  later(minutes(1))
  expect(await round(words)).toEqual([])
})

test('many that change at the same moment are all read, batch by batch', async () => {
  const ids = await store(...Array.from({ length: 230 }, () => start))
  const words = worker()
  // As if all had been read before they changed.
  await inquiries().updateMany({}, { $set: { search_of: new Date(0), search_form: wordsForm } })
  const found = [...(await round(words)), ...(await round(words)), ...(await round(words))]
  expect([...new Set(found)].sort()).toEqual(hex(ids))
})

test('a round that did not end is repeated: nothing is left out', async () => {
  const ids = await store(new Date(0))
  const words = worker()
  expect(hex((await words.stale()).ids)).toEqual(hex(ids))
  expect(await round(words)).toEqual(hex(ids))
})

test('a change of another process whose clock is ten seconds late is not missed', async () => {
  const [one] = await store(new Date(0))
  const words = worker()
  await round(words)
  later(minutes(1))
  await round(words)
  const late = new Date(at.getTime() - seconds(10))
  later(1)
  await inquiries().updateOne({ _id: one! }, { $set: { updated_at: late } })
  expect(await round(words)).toEqual(hex([one!]))
})

test('words that an earlier release has made of the same texts are made again', async () => {
  const [one] = await store(start)
  await inquiries().updateOne({ _id: one! }, { $set: { search_of: start, search_form: wordsForm - 1 } })
  expect(await round()).toEqual(hex([one!]))
})

test('words are not stored when the conversation has changed since its texts were read', async () => {
  const [one] = await store(start)
  const words = worker()
  const texts = (await words.texts(one!))!
  expect(texts).toMatchObject({ message: 'Hi' })
  expect(texts).not.toHaveProperty('created_at')
  later(1)
  await change(one!)
  await words.store(texts, ['hi'])
  expect(await inquiries().findOne({ _id: one! })).not.toHaveProperty('search_words')
  await words.store((await words.texts(one!))!, ['ho'])
  expect(await inquiries().findOne({ _id: one! })).toMatchObject({ search_words: ['ho'] })
  expect(await round(words)).toEqual([])
  expect(await words.texts(new ObjectId())).toBeNull()
})

test('what is to be read again is, without a change of the conversation', async () => {
  const [one] = await store(new Date(0), new Date(0))
  const words = worker()
  await round(words)
  onDue.mockClear()
  await words.renew([one!])
  expect(onDue).toHaveBeenCalledOnce()
  const { ids, done } = await words.stale()
  expect(hex(ids)).toEqual(hex([one!]))
  await words.store((await words.texts(one!))!, ['hi'])
  done()
  expect(await inquiries().findOne({ _id: one! })).not.toHaveProperty('search_due')
  expect(await round(words)).toEqual([])
})

test('what an erasure removes is not found from then on, and its conversation is read when the mails are gone', async () => {
  const [one] = await store(new Date(0))
  const words = worker()
  await round(words)
  const texts = (await words.texts(one!))!
  await words.renew([one!], { isErasure: true })
  // Another worker had read the texts before.
  await words.store(texts, ['erased'])
  expect(await inquiries().findOne({ _id: one! })).not.toHaveProperty('search_words')
  later(minutes(1) - 1)
  expect(await round(words)).toEqual([])
  later(1)
  expect(await round(words)).toEqual(hex([one!]))
})
