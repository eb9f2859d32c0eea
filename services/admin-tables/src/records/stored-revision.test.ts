import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { recordWriter } from './record-writer'
import { newRevision } from './revision-store'
import { ownRevision, sharedRevision, unchangedSince } from './stored-revision'

const at = new Date('2026-11-22T10:00:00Z')
const earlier = new Date('2026-11-22T09:00:00Z')
const actor = { id: 'a'.repeat(24), email: 'ivy@archery.example', sid: 's', requestId: 'r' }
const ids = ['1', '2', '3', '4'].map((sign) => sign.repeat(24))
const revisionOf = (id: string, before: unknown) =>
  newRevision(
    actor,
    { source: 'batch', batch: 'b'.repeat(24) },
    { table: 'birds', id, action: 'update', changes: { size: [before, 5] }, at },
  )

test('records that hold a shared revision have revisions of their own, the same ones each time', () => {
  const revision = revisionOf(ids[0]!, 1)
  const shared = sharedRevision(revision)
  expect(shared).not.toHaveProperty('record_id')
  const own = ids.map((id) => ownRevision(id, shared))
  expect(own.map(({ record_id }) => record_id)).toEqual(ids)
  expect(new Set(own.map(({ _id }) => _id.toHexString())).size).toBe(ids.length)
  expect(own.map(({ _id }) => _id.getTimestamp())).toEqual(ids.map(() => revision._id.getTimestamp()))
  expect(ids.map((id) => ownRevision(id, shared))).toEqual(own)
  // One that was written into a single record stays as it is.
  expect(ownRevision(ids[0]!, revision)).toBe(revision)
})

test('records are found by their versions, however many there are', () => {
  expect(
    unchangedSince([
      { id: ids[0]!, version: earlier },
      { id: ids[1]!, version: null },
      { id: ids[2]!, version: new Date(earlier) },
    ]),
  ).toEqual({
    _id: { $in: [0, 1, 2].map((n) => new ObjectId(ids[n])) },
    $or: [
      { updated_at: { $eq: earlier }, _id: { $in: [new ObjectId(ids[0]), new ObjectId(ids[2])] } },
      { updated_at: { $eq: null }, _id: { $in: [new ObjectId(ids[1])] } },
    ],
  })
})

test('changes that write the same are one update; the others are one each, in the same call', async () => {
  const calls: object[][] = []
  const bulkWrite = async (updates: object[]) => {
    calls.push(updates)
    return { matchedCount: 4 }
  }
  const writer = recordWriter(() => ({ bulkWrite }) as never)
  const birds = { name: 'birds', properties: { size: { type: 'integer' as const } } }
  const changes = ids.map((id, n) => ({
    before: { id, size: n === 3 ? 2 : 1, updated_at: earlier.toISOString() },
    values: { size: 5 },
    revision: revisionOf(id, n === 3 ? 2 : 1),
  }))
  expect(await writer.updateMany(birds, changes)).toEqual(new Set())
  expect(calls).toEqual([
    [
      { updateMany: { filter: expect.objectContaining({ $or: [expect.anything()] }), update: expect.anything() } },
      {
        updateOne: {
          filter: { _id: new ObjectId(ids[3]), updated_at: { $eq: earlier } },
          update: { $set: { size: 5, updated_at: at }, $push: { _revisions: changes[3]!.revision } },
        },
      },
    ],
  ])
})
