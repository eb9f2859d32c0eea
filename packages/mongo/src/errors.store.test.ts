import type { Collection } from 'mongodb'
import { beforeAll, expect, test } from 'vitest'
import { isDuplicateKey, translateMongoError } from './errors'
import { testDatabase } from './test-database.fixture'

const database = testDatabase()
type Numbered = { _id: number; name?: string; count?: number }
const people = (): Collection<Numbered> => database.mongo.db().collection<Numbered>('people')

beforeAll(async () => {
  await people().createIndex({ name: 1 }, { unique: true, sparse: true })
  await people().insertMany([{ _id: 1, name: 'Ada' }, { _id: 2 }])
})

test.each<[string, () => Promise<unknown>]>([
  ['an insert', () => people().insertOne({ _id: 1 })],
  ['an insert, of another unique field', () => people().insertOne({ _id: 3, name: 'Ada' })],
  ['an update', () => people().updateOne({ _id: 2 }, { $set: { name: 'Ada' } })],
  ['an upsert', () => people().updateOne({ _id: 1, count: 5 }, { $set: { count: 1 } }, { upsert: true })],
  ['findOneAndUpdate', () => people().findOneAndUpdate({ _id: 2 }, { $set: { name: 'Ada' } })],
  [
    'findOneAndUpdate with upsert',
    () => people().findOneAndUpdate({ _id: 1, count: 5 }, { $set: { count: 1 } }, { upsert: true }),
  ],
])('a collision of %s is a duplicate on each server', async (_, write) => {
  const error = await write().then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(isDuplicateKey(error)).toBe(true)
})

test('an unknown operator is neither a duplicate nor a failure that passes', async () => {
  const error = await people()
    .updateOne({ _id: 1 }, { $unknown: { a: 1 } } as never)
    .catch((error: unknown) => error)
  expect([isDuplicateKey(error), translateMongoError(error)]).toEqual([false, undefined])
})
