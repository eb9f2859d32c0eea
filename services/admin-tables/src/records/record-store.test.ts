import { everything } from '@app/record-query'
import type { ListQuery, TableSchema } from '@app/table-schema'
import { BSON, MongoServerError, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { recordStore } from './record-store'

const lessons: TableSchema = { name: 'lessons', properties: { id: { type: 'string' }, title: { type: 'string' } } }
const standard: ListQuery = { page: 1, limit: 50, sort: { field: 'created_at', direction: 'desc' }, filters: [], q: '' }
const _id = new ObjectId('6b0144c8eeb0df06111a9a1e')

const raw = (documents: object[]) => documents.map((document) => Buffer.from(BSON.serialize(document)))

/** A database that notes what it is asked; `failure` fails each read. */
function setup(documents: object[] = [], total = documents.length, failure?: Error) {
  const asked: Record<string, unknown>[] = []
  const count = raw(total > 0 ? [{ _id: 1, n: total }] : [])
  const answer = (rows: Buffer[]) => ({
    async toArray() {
      if (failure) throw failure
      return rows
    },
  })
  const collection = (name: string) => ({
    find(filter: object, options: object) {
      asked.push({ name, filter, ...options })
      return answer(raw(documents))
    },
    aggregate(pipeline: object[], options: object) {
      if (JSON.stringify(pipeline).includes('$group')) return answer(count)
      asked.push({ name, pipeline, ...options })
      return answer(raw(documents))
    },
  })
  const store = recordStore(() => ({ collection }) as never)
  return { store, asked }
}

test('a page asks for the declared fields and the two times, and for nothing else', async () => {
  const { store, asked } = setup()
  await store.page(lessons, standard, everything)
  expect(asked[0]).toMatchObject({ name: 'lessons', filter: {} })
  expect(asked[0]!.projection).toEqual({ _id: 1, title: 1, created_at: 1, updated_at: 1 })
  expect(asked[0]!).toMatchObject({
    sort: { created_at: -1, _id: -1 },
    collation: { locale: 'en', strength: 2 },
    skip: 0,
    limit: 50,
    maxTimeMS: 2_000,
  })
})

test('equal values are ordered by _id the same way', async () => {
  const { store, asked } = setup()
  await store.page(lessons, { ...standard, page: 3, limit: 20, sort: { field: 'title', direction: 'asc' } }, everything)
  await store.page(lessons, { ...standard, sort: { field: 'id', direction: 'desc' } }, everything)
  expect(asked[0]!).toMatchObject({ sort: { title: 1, _id: 1 }, skip: 40, limit: 20 })
  expect(asked[1]!.sort).toEqual({ _id: -1 })
})

test('a record has an id, never an _id, and no field that is not declared', async () => {
  const { store } = setup([{ _id, title: 'Longbow', mails: [{ to: 'x' }], created_at: new Date(0) }])
  expect(await store.page(lessons, standard, everything)).toEqual({
    data: [{ id: _id.toHexString(), title: 'Longbow', created_at: '1970-01-01T00:00:00.000Z' }],
    total: 1,
  })
})

test('a page past the middle is read from the other end, and returned in order', async () => {
  const [a, b] = [new ObjectId(), new ObjectId()]
  const { store, asked } = setup([{ _id: a }, { _id: b }], 100_002)
  const { data } = await store.page(lessons, { ...standard, page: 2_001 }, everything)
  expect(asked[0]!).toMatchObject({ sort: { created_at: 1, _id: 1 }, skip: 0, limit: 2 })
  expect(data.map(({ id }) => id)).toEqual([b, a].map(String))
  await store.page(lessons, { ...standard, page: 2_000 }, everything)
  expect(asked[1]!).toMatchObject({ sort: { created_at: 1, _id: 1 }, skip: 2, limit: 50 })
  await store.page(lessons, { ...standard, page: 30 }, everything)
  expect(asked[2]!).toMatchObject({ sort: { created_at: -1, _id: -1 }, skip: 1_450, limit: 50 })
})

test('far past the end nothing is read but the total', async () => {
  const { store, asked } = setup([], 3)
  expect(await store.page(lessons, { ...standard, page: 10_000 }, everything)).toEqual({ data: [], total: 3 })
  expect(asked).toEqual([])
})

const words: ListQuery = { ...standard, limit: 20, q: 'bow' }

const stages = ({ pipeline }: Record<string, unknown>) => Object.assign({}, ...(pipeline as object[]))

test('a search that finds few records reads the table once, and sorts what it has found', async () => {
  const { store, asked } = setup([{ _id }], -1)
  expect(await store.page(lessons, words, everything)).toMatchObject({ data: [{ id: _id.toHexString() }], total: 1 })
  expect(asked).toHaveLength(1)
  expect(Object.keys(stages(asked[0]!))).toEqual(['$match', '$limit', '$sort', '$project'])
  expect(stages(asked[0]!)).toMatchObject({
    $limit: 501,
    $sort: { created_at: -1, _id: -1 },
    $project: { _id: 1, title: 1, created_at: 1, updated_at: 1 },
  })
  expect(asked[0]).toMatchObject({ collation: { locale: 'en', strength: 2 }, maxTimeMS: 2_000 })
})

test('a search that finds nothing, or has no such page, ends with that read', async () => {
  const nothing = setup([], -1)
  expect(await nothing.store.page(lessons, words, everything)).toEqual({ data: [], total: 0 })
  const few = setup([{ _id }], -1)
  expect(await few.store.page(lessons, { ...words, page: 2 }, everything)).toEqual({ data: [], total: 1 })
  expect([nothing.asked.length, few.asked.length]).toEqual([1, 1])
})

test('a search that finds many records walks the index of the order, and counts', async () => {
  const many = Array.from({ length: 501 }, () => ({ _id: new ObjectId() }))
  const { store, asked } = setup(many, 45_739)
  expect(await store.page(lessons, words, everything)).toMatchObject({ total: 45_739 })
  const { $match: filter } = stages(asked[0]!)
  expect(asked[1]).toMatchObject({ filter, sort: { created_at: -1, _id: -1 }, limit: 20 })
})

test('the longest word of a search is looked for first', async () => {
  const { store, asked } = setup()
  await store.page(lessons, { ...words, q: 'a 424242 row' }, everything)
  const patterns = stages(asked[0]!).$match.$and.map((word: object) => JSON.stringify(word)) as string[]
  // Digits stand for those of other scripts as well.
  expect(patterns.map((pattern) => pattern.includes('[4'))).toEqual([true, false, false])
})

test('a search that takes too long is reported as such', async () => {
  const { store } = setup([], 0, new MongoServerError({ code: 50, message: 'x' }))
  await expect(store.page(lessons, { ...standard, q: 'x' }, everything)).rejects.toMatchObject({ code: 'unavailable' })
})

test('another failure is an error at once', async () => {
  const { store } = setup([], 0, new MongoServerError({ code: 13, message: 'not authorized' }))
  await expect(store.page(lessons, standard, everything)).rejects.toMatchObject({ code: 13 })
})

test('an export that is left while a batch is being read closes its cursor after that read, which may create it', async () => {
  const read = Promise.withResolvers<void>()
  let open = false
  const cursor = {
    async hasNext() {
      await read.promise
      open = true
      return true
    },
    readBufferedDocuments: () => [],
    async close() {
      open = false
    },
  }
  const store = recordStore(() => ({ collection: () => ({ find: () => cursor }) }) as never)
  const left = store.rows(lessons, standard, everything).close()
  read.resolve()
  await left
  expect(open).toBe(false)
})
