import { createHash } from 'node:crypto'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { erasureStore, type StoredErasure } from './erasure-store'
import type { StoredRevision } from './revision-store'

const database = testDatabase()
const collection = () => database.mongo.db().collection<StoredErasure>('erasures')
const at = new Date('2027-03-01T09:00:00Z')
const erasures = erasureStore(database.mongo.collection, () => at)
beforeEach(database.clear)

const address = 'ada@example.com'
async function requested(change: Partial<StoredErasure> = {}) {
  const erasure = { _id: new ObjectId(), address, records: [], requested_at: at, ...change } as unknown as StoredErasure
  await collection().insertOne(erasure)
  return erasure
}
const after = (ms: number) => new Date(at.getTime() + ms)
const revision = (record_id: string, at: Date, email?: string) =>
  ({ table: 'students', record_id, at, changes: email ? { email: [null, email] } : {} }) as unknown as StoredRevision

test('what is asked for is open until it is complete', async () => {
  const erasure = await requested()
  expect(await erasures.open()).toMatchObject([{ _id: erasure._id }])
  await erasures.complete(erasure)
  expect(await erasures.open()).toEqual([])
  expect(await erasures.all()).toHaveLength(1)
})

test('a complete erasure holds no address, and keeps when it was done', async () => {
  const erasure = await requested({ files: ['f1'] } as Partial<StoredErasure>)
  await erasures.complete(erasure)
  const stored = (await erasures.find(String(erasure._id)))!
  expect(JSON.stringify(stored)).not.toContain(address)
  expect(stored).toMatchObject({ done_at: at, digest: createHash('sha256').update(address).digest('hex') })
  expect(stored).not.toHaveProperty('files')
  await erasureStore(database.mongo.collection, () => after(1)).complete({ ...erasure, address: 'other@example.com' })
  expect(await erasures.find(String(erasure._id))).toEqual(stored)
})

test('what two passes note at the same moment is all kept, once', async () => {
  const erasure = await requested()
  await Promise.all([
    erasures.add(erasure, ['students/1', 'students/2'], { files: ['f1'] }),
    erasures.add(erasure, ['students/2', 'students/3']),
    erasures.add(erasure, []),
  ])
  const { records, files } = (await erasures.find(String(erasure._id)))! as unknown as Record<string, string[]>
  expect(records!.toSorted()).toEqual(['students/1', 'students/2', 'students/3'])
  expect(files).toEqual(['f1'])
  expect(await erasures.find(String(new ObjectId()))).toBeUndefined()
})

test('a write overlaps with open erasures, and with those that ended after it began', async () => {
  await requested()
  await erasures.complete(await requested())
  expect(await erasures.overlapping(after(2_000))).toHaveLength(2)
  expect(await erasures.overlapping(after(2_001))).toHaveLength(1)
})

test('a revision is covered when its record is, or its address was written before the end', async () => {
  const erasure = await requested()
  await erasures.add(erasure, ['students/1'])
  await erasures.complete({ ...erasure, address })
  const given = [
    revision('1', after(99_999)),
    revision('2', after(2_000), 'ADA@example.com'),
    revision('3', after(2_001), address),
    revision('4', at, 'grace@example.com'),
  ]
  expect((await erasures.covered(given)).map(({ record_id }) => record_id)).toEqual(['1', '2'])
})

test('without erasures nothing is covered', async () => {
  expect(await erasures.covered([revision('1', at, address)])).toEqual([])
})
