import { beforeEach, expect, test } from 'vitest'
import { takeLease } from './take-lease'
import { testDatabase } from './test-database.fixture'

type LeasedTask = { _id: string; worked?: number; lease?: { by: string; until: Date } }

const database = testDatabase()
const duties = () => database.mongo.db().collection<LeasedTask>('duties')
beforeEach(database.clear)

const fields = { holder: 'lease.by', until: 'lease.until' }
const take = (holder: string, ms: number, more?: Parameters<typeof takeLease>[3]) =>
  takeLease(duties(), 'mail', { holder, at: new Date(ms), ms: 100, fields }, more)

test('one process at a time holds the lease, as long as it renews it', async () => {
  expect(await take('one', 0)).toBeNull()
  expect(await take('other', 99)).toBeUndefined()
  expect(await take('one', 99)).toMatchObject({ lease: { by: 'one', until: new Date(100) } })
  expect(await take('other', 198)).toBeUndefined()
  expect(await take('other', 199)).toMatchObject({ lease: { by: 'one' } })
  expect(await take('one', 200)).toBeUndefined()
})

test('of processes that begin together one gets it', async () => {
  const taken = await Promise.all(['a', 'b', 'c', 'd'].map((holder) => take(holder, 0)))
  expect(taken.filter((before) => before !== undefined)).toEqual([null])
})

test('a document that nobody has the lease of is taken, and what is written with it is kept apart from what only a new one gets', async () => {
  await duties().insertOne({ _id: 'mail', worked: 1 })
  expect(await take('one', 0, { $set: { seen: 7 }, $setOnInsert: { worked: 0 } })).toEqual({ _id: 'mail', worked: 1 })
  expect(await duties().findOne()).toEqual({
    _id: 'mail',
    worked: 1,
    seen: 7,
    lease: { by: 'one', until: new Date(100) },
  })
})
