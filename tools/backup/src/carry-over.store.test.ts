import { testDatabase } from '@app/mongo/test-database.fixture'
import { Decimal128, type Document, Long, ObjectId } from 'mongodb'
import { beforeEach, expect, test, vi } from 'vitest'
import { markComplete, resumeSwap, swap } from './swap'

const { mongo } = testDatabase()
const db = () => mongo.db()

const began = new Date('2026-11-20T08:00:00Z')
const inquiry = (name: string, created_at: string, more: Document = {}) => ({
  _id: new ObjectId(),
  name,
  created_at: new Date(created_at),
  mails: [{ state: 'pending' }],
  ...more,
})
const earlier = inquiry('Grace Hopper', '2026-11-20T07:59:59Z')
const meanwhile = inquiry('Ada Lovelace', '2026-11-20T08:00:05Z', {
  exact: Long.MAX_VALUE,
  sum: Decimal128.fromString('1.10'),
})
const archived = inquiry('Alan Turing', '2026-11-01T08:00:00Z', { key: 'taken' })

/** A complete stage beside what the database holds. */
async function staged({ since }: { since?: Date } = { since: began }) {
  await db().collection('contact_submissions').insertMany([earlier, meanwhile])
  await db().collection('restoring.contact_submissions').insertOne(archived)
  await db().collection('restoring.contact_submissions').createIndex({ key: 1 }, { unique: true, sparse: true })
  const about = { written: '2026-11-02T08:00:00.000Z', documents: 1 }
  await markComplete(db(), { collections: ['contact_submissions'], ...(since && { since }), about })
}
const names = async () =>
  (await db().collection('contact_submissions').find().sort({ created_at: 1 }).toArray()).map(({ name }) => name)

beforeEach(async () => void (await db().dropDatabase()))

test('an inquiry that arrived while a restore was prepared is carried over as it is stored', async () => {
  await staged()
  expect(await swap(db(), { force: true })).toEqual({ inquiries: 1, refused: 0 })
  expect(await names()).toEqual(['Alan Turing', 'Ada Lovelace'])
  const options = { promoteValues: false }
  const stored = await db().collection('contact_submissions').findOne({ _id: meanwhile._id }, options)
  expect(stored).toMatchObject({ exact: Long.MAX_VALUE, sum: Decimal128.fromString('1.10') })
})

test('interrupted after the exchange, the next run carries over what is missing, once', async () => {
  await staged()
  await swap(db(), { force: true })
  // As if it had ended before it was noted.
  await db()
    .collection('restoring.state')
    .insertOne({
      _id: 'restore' as never,
      phase: 'exchanging',
      force: true,
      restore: 'a',
      since: began,
      collections: ['contact_submissions'],
      about: { written: '2026-11-02T08:00:00.000Z', documents: 1 },
    })
  expect((await resumeSwap(db()))?.carried).toEqual({ inquiries: 1, refused: 0 })
  expect(await names()).toEqual(['Alan Turing', 'Ada Lovelace'])
})

test('one that the restored collection refuses is counted and stays in what was replaced', async () => {
  await staged()
  await db()
    .collection('contact_submissions')
    .updateOne({ _id: meanwhile._id }, { $set: { key: 'taken' } })
  expect(await swap(db(), { force: true })).toEqual({ inquiries: 0, refused: 1 })
  expect(await names()).toEqual(['Alan Turing'])
  expect(await db().collection('replaced.contact_submissions').countDocuments({ _id: meanwhile._id })).toBe(1)
})

test('a stage of an earlier release, and one that leaves inquiries out, carry nothing over', async () => {
  await staged({})
  expect(await swap(db(), { force: true })).toEqual({ inquiries: 0, refused: 0 })
  expect(await names()).toEqual(['Alan Turing'])
})

test('what a running service writes while collections are exchanged stops nothing, and its inquiries are carried over', async () => {
  await staged()
  const during = db()
  const rename = during.renameCollection.bind(during)
  const late = [1, 2].map((second) => inquiry(`Late ${second}`, `2026-11-20T08:01:0${second}Z`))
  const left = [...late]
  const renaming = vi.spyOn(during, 'renameCollection').mockImplementation(async (from, to, options) => {
    const renamed = await rename(from, to, options)
    const next = from === 'contact_submissions' && left.shift()
    if (next) await db().collection('contact_submissions').insertOne(next)
    return renamed
  })
  try {
    expect(await swap(during, { force: true })).toEqual({ inquiries: 3, refused: 0 })
  } finally {
    renaming.mockRestore()
  }
  expect(await names()).toEqual(['Alan Turing', 'Ada Lovelace', 'Late 1', 'Late 2'])
  const aside = (
    await db()
      .listCollections({ name: /^replaced\.contact/ })
      .toArray()
  )
    .map(({ name }) => name)
    .sort()
  expect(aside).toEqual([
    'replaced.contact_submissions',
    'replaced.contact_submissions.meanwhile-1',
    'replaced.contact_submissions.meanwhile-2',
  ])
})

test('a restore that is completed while the program of a killed one still exchanges waits for its end', async () => {
  await staged()
  await db().collection('lessons').insertOne({ title: 'former' })
  await db().collection('restoring.lessons').insertOne({ title: 'archived' })
  const about = { written: '2026-11-02T08:00:00.000Z', documents: 2 }
  await markComplete(db(), { collections: ['contact_submissions', 'lessons'], about })
  const slow = db()
  const rename = slow.renameCollection.bind(slow)
  let completing: ReturnType<typeof resumeSwap> | undefined
  const renaming = vi.spyOn(slow, 'renameCollection').mockImplementation(async (from, to, options) => {
    // The second program has read what is there before the first one goes on.
    completing ??= resumeSwap(db())
    await new Promise((done) => setTimeout(done, 50))
    return rename(from, to, options)
  })
  try {
    await swap(slow, { force: true })
  } finally {
    renaming.mockRestore()
  }
  expect(await completing).toBeUndefined()
  const lessons = await db().collection('lessons').find().toArray()
  expect(lessons.map(({ title }) => title)).toEqual(['archived'])
  const names = (await db().listCollections().toArray()).map(({ name }) => name)
  expect(names.filter((name) => name.includes('meanwhile'))).toEqual([])
})
