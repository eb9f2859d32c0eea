import type { TableSchema } from '@app/table-schema'
import { type Collection, type Document, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { type RecordChange, recordWriter } from './record-writer'
import type { StoredRevision } from './stored-revision'

const socketTimeoutMs = 5_000
const schema: TableSchema = { name: 'birds', title: 'Birds', properties: { size: { type: 'integer' } } }

test('the server ends each write before the client gives up on it, so that none lands after its job was stopped', async () => {
  const limits: [string, unknown][] = []
  const answers: Record<string, unknown> = {
    findOneAndUpdate: null,
    bulkWrite: { matchedCount: 2 },
    deleteOne: { deletedCount: 1 },
  }
  const collection = new Proxy({} as Collection, {
    get:
      (_, name: string) =>
      async (...given: unknown[]) => {
        limits.push([name, (given.at(-1) as Document)['maxTimeMS']])
        return answers[name]
      },
  })
  const writer = recordWriter(() => collection)
  const at = new Date()
  const id = () => new ObjectId().toHexString()
  const revision = { _id: new ObjectId(), at, changes: {} } as unknown as StoredRevision
  const change = (): RecordChange => ({ before: { id: id() } as RecordChange['before'], values: { size: 2 }, revision })
  await writer.insert(schema, { id: id(), values: {}, revision })
  await writer.insertMany(schema, [{ id: id(), values: {}, revision }])
  await writer.update(schema, change().before, { size: 2 }, revision)
  await writer.updateMany(schema, [change(), change()])
  await writer.remove('birds', { _id: new ObjectId() })
  await writer.removeMany('birds', [{ _id: new ObjectId() }])
  await writer.putBack('birds', { _id: new ObjectId() })
  expect(limits).toHaveLength(7)
  for (const [name, limit] of limits) expect([name, Number(limit) < socketTimeoutMs]).toEqual([name, true])
})
