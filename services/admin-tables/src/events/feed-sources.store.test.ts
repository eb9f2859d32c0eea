import { waitingEventsField } from '@app/contracts/events'
import { inquiryTable } from '@app/contracts/inquiries'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import type { StoredRevision } from '../records/stored-revision'
import { feedSources } from './feed-sources'

const database = testDatabase(({ db }) => feedSources((name) => db().collection(name)).prepare())
const collection = (name: string) => database.mongo.db().collection(name)
const sources = feedSources(collection)
beforeEach(database.clear)

const start = Date.parse('2027-03-01T09:00:00Z')
const at = (n: number) => new Date(start + n)
const revision = (n: number, change: Partial<StoredRevision> = {}): StoredRevision => ({
  ...{ _id: new ObjectId(), table: 'lessons', record_id: `r${n}`, at: at(n), action: 'update', source: 'form' },
  ...{ actor: { id: 'a', email: 'ada@archery.example' }, changes: { title: ['A', 'B'], seats: [1, 2] }, ...change },
})

test('changes without a place in the feed are read oldest first, and no longer once they have one', async () => {
  const made = [
    revision(3, { action: 'delete', batch: 'job-1' }),
    revision(1),
    revision(2, { action: 'create', version: at(2) }),
    revision(-1),
  ]
  await collection('revisions').insertMany(made)
  const first = await sources.revisions(at(0), 2)
  expect(first.events).toEqual([
    {
      ...{ source: `revision/${made[1]!._id}`, type: 'record.updated', table: 'lessons', record: 'r1', version: null },
      ...{ changed: ['title', 'seats'], actor: 'ada@archery.example', job: null, at: at(1) },
    },
    expect.objectContaining({ type: 'record.created', record: 'r2', version: at(2), changed: [] }),
  ])
  // A process that ends here reads them again.
  expect(await sources.revisions(at(0), 2)).toEqual(first)
  await sources.releaseRevisions(first.ids)
  await sources.releaseRevisions([])
  expect((await sources.revisions(at(0), 9)).events).toMatchObject([{ type: 'record.deleted', job: 'job-1' }])
})

const waiting = (n: number) => ({
  ...{ _id: new ObjectId(), type: 'record.updated', changed: ['status'], by: 'ada@archery.example', at: at(n) },
})

test('events that wait in inquiries are read with their inquiry, and given up once they are in the feed', async () => {
  const [both, other] = [[waiting(1), waiting(2)], [waiting(3)]]
  const ids = [new ObjectId(), new ObjectId(), new ObjectId()]
  await collection(inquiryTable).insertMany([
    { _id: ids[0]!, [waitingEventsField]: both },
    { _id: ids[1]!, [waitingEventsField]: other },
    { _id: ids[2]!, [waitingEventsField]: [] },
  ])
  expect((await sources.inquiries(1)).records).toHaveLength(1)
  const found = await sources.inquiries(9)
  expect(found.events).toHaveLength(3)
  expect(found.events).toContainEqual({
    ...{ source: `inquiry/${both[1]!._id}`, type: 'record.updated', table: inquiryTable, record: String(ids[0]) },
    ...{ version: at(2), changed: ['status'], actor: 'ada@archery.example', job: null, at: at(2) },
  })
  // One that comes in meanwhile stays.
  const late = waiting(4)
  await collection(inquiryTable).updateOne({ _id: ids[0]! }, { $push: { [waitingEventsField]: late } as never })
  await sources.releaseInquiries(found.records, found.ids)
  await sources.releaseInquiries([], [])
  expect((await sources.inquiries(9)).events).toMatchObject([{ source: `inquiry/${late._id}` }])
})
