import { minutes } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { type Trashed, trashStore } from './trash-store'

const database = testDatabase()
const collection = () => database.mongo.db().collection<Trashed>('trash')
let at = new Date('2027-03-01T09:00:00Z')
const trash = trashStore(collection, () => at)
beforeEach(database.clear)

const record = { _id: new ObjectId(), name: 'Ada' }
const id = String(record._id)
const [first, second] = [
  { table: 'lessons', id: 'l1', field: 'students' },
  { table: 'lessons', id: 'l2', field: 'students' },
]
const put = async (unlinked: readonly (typeof first)[], of = record) =>
  (await trash.put([{ table: 'students', id: String(of._id), record: of, title: 'Ada', by: 'u1', unlinked }]))[0]!

test('what an interrupted deletion took out of other records is added to the later one, once', async () => {
  const interrupted = await put([first])
  const later = await put([second])
  await trash.complete([later])
  expect(await trash.merge(interrupted)).toBe(true)
  expect(await collection().find().toArray()).toMatchObject([{ _id: later._id, unlinked: [second, first] }])
  expect(await trash.merge(interrupted)).toBe(true)
  expect((await trash.find('students', id))?.unlinked).toEqual([second, first])
})

test('without a later deletion that is complete the interrupted one stays', async () => {
  const interrupted = await put([first])
  expect(await trash.merge(interrupted)).toBe(false)
  await put([second])
  expect(await trash.merge(interrupted)).toBe(false)
  const other = await put([second], { _id: new ObjectId(), name: 'Grace' })
  await trash.complete([other])
  expect(await trash.merge(interrupted)).toBe(false)
  expect(await collection().countDocuments({ _id: interrupted._id })).toBe(1)
})

test('a deletion that has not completed counts as interrupted after five minutes', async () => {
  const begun = at
  const entry = await put([])
  await trash.complete([await put([])])
  at = new Date(begun.getTime() + minutes(5))
  expect(await trash.interrupted()).toEqual([])
  at = new Date(at.getTime() + 1)
  expect((await trash.interrupted()).map(({ _id }) => _id)).toEqual([entry._id])
})
