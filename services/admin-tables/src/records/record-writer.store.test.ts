import { testDatabase } from '@app/mongo/test-database.fixture'
import type { TableSchema } from '@app/table-schema'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { type NewRecord, recordWriter } from './record-writer'
import { pendingField } from './revision-store'
import type { StoredRevision } from './stored-revision'

const birds: TableSchema = {
  name: 'birds',
  properties: { size: { type: 'integer' }, state: { type: 'string', readOnly: true, default: 'new' } },
}
const database = testDatabase()
const collection = (name: string) => database.mongo.db().collection(name)
const stored = () => collection('birds').find().sort({ size: 1 }).toArray()
const writer = recordWriter(collection)
beforeEach(async () => {
  await database.clear()
  await collection('birds').createIndex({ size: 1 }, { name: 'size', unique: true })
})

const at = new Date('2027-03-01T09:00:00Z')
const bird = (size: number, id = writer.newId()): NewRecord => {
  const revision: StoredRevision = {
    ...{ _id: new ObjectId(), table: 'birds', record_id: id, at, actor: { id: 'a', email: 'ada@archery.example' } },
    ...{ action: 'create', source: 'import', changes: { size: [null, size] } },
  }
  return { id, values: { size }, revision }
}

test('records are added by one call, each with its first values, its times and its revision', async () => {
  const added = [bird(1), bird(2)]
  expect(await writer.insertMany(birds, added)).toEqual(new Set())
  expect(await stored()).toEqual(
    added.map(({ id, values, revision }) => ({
      ...{ _id: new ObjectId(id), ...values, state: 'new', created_at: at, updated_at: at, [pendingField]: [revision] },
    })),
  )
  expect(await writer.insertMany(birds, [])).toEqual(new Set())
})

test('those whose id or unique value exists are named, and the others are stored nevertheless', async () => {
  const [first, second] = [bird(1), bird(2)]
  await writer.insertMany(birds, [first, second])
  const [sameSize, next] = [bird(2), bird(3)]
  const given = [bird(9, first.id), sameSize, next]
  expect(await writer.insertMany(birds, given)).toEqual(new Set([first.id, sameSize.id]))
  expect((await stored()).map(({ size }) => size)).toEqual([1, 2, 3])
})

test('of two processes that add the same records at the same moment, each record is one’s', async () => {
  const added = Array.from({ length: 20 }, (_, n) => bird(n))
  const refused = await Promise.all([writer.insertMany(birds, added), writer.insertMany(birds, added)])
  expect(refused[0]!.size + refused[1]!.size).toBe(20)
  expect(added.filter(({ id }) => refused.every((one) => one.has(id)))).toEqual([])
  expect(await stored()).toHaveLength(20)
})
