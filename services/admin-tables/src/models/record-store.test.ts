import type { Descriptor, ListQuery } from '@app/table-schema'
import { BSON, MongoServerError, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { recordStore } from './record-store'

const lessons: Descriptor = { name: 'lessons', properties: { id: { type: 'string' }, title: { type: 'string' } } }
const standard: ListQuery = { page: 1, limit: 50, sort: { field: 'created_at', direction: 'desc' }, filters: [], q: '' }
const _id = new ObjectId('6b0144c8eeb0df06111a9a1e')

function setup(documents: object[] = [], total = documents.length) {
  const asked: { name: string; filter: object; options: Record<string, unknown> }[] = []
  const store = recordStore(
    (name) =>
      ({
        find: (filter: object, options: Record<string, unknown>) => {
          asked.push({ name, filter, options })
          return { toArray: async () => documents.map((document) => Buffer.from(BSON.serialize(document))) }
        },
        countDocuments: async () => total,
      }) as never,
  )
  return { store, asked }
}

test('a page asks for the declared fields and the two times, and for nothing else', async () => {
  const { store, asked } = setup()
  await store.page(lessons, standard)
  expect(asked[0]).toMatchObject({ name: 'lessons', filter: {} })
  expect(asked[0]!.options.projection).toEqual({ _id: 1, title: 1, created_at: 1, updated_at: 1 })
  expect(asked[0]!.options).toMatchObject({
    sort: { created_at: -1, _id: -1 },
    collation: { locale: 'en', strength: 2 },
    skip: 0,
    limit: 50,
    maxTimeMS: 2_000,
  })
})

test('case 1: equal values are ordered by _id the same way', async () => {
  const { store, asked } = setup()
  await store.page(lessons, { ...standard, page: 3, limit: 20, sort: { field: 'title', direction: 'asc' } })
  await store.page(lessons, { ...standard, sort: { field: 'id', direction: 'desc' } })
  expect(asked[0]!.options).toMatchObject({ sort: { title: 1, _id: 1 }, skip: 40, limit: 20 })
  expect(asked[1]!.options.sort).toEqual({ _id: -1 })
})

test('a record has an id, never an _id, and no field that is not declared', async () => {
  const { store } = setup([{ _id, title: 'Longbow', mails: [{ to: 'x' }], created_at: new Date(0) }])
  expect(await store.page(lessons, standard)).toEqual({
    data: [{ id: _id.toHexString(), title: 'Longbow', created_at: '1970-01-01T00:00:00.000Z' }],
    total: 1,
  })
})

test('a page past the middle is read from the other end, and told in order', async () => {
  const [a, b] = [new ObjectId(), new ObjectId()]
  const { store, asked } = setup([{ _id: a }, { _id: b }], 100_002)
  const { data } = await store.page(lessons, { ...standard, page: 2_001 })
  expect(asked[0]!.options).toMatchObject({ sort: { created_at: 1, _id: 1 }, skip: 0, limit: 2 })
  expect(data.map(({ id }) => id)).toEqual([b, a].map(String))
  await store.page(lessons, { ...standard, page: 2_000 })
  expect(asked[1]!.options).toMatchObject({ sort: { created_at: 1, _id: 1 }, skip: 2, limit: 50 })
  await store.page(lessons, { ...standard, page: 30 })
  expect(asked[2]!.options).toMatchObject({ sort: { created_at: -1, _id: -1 }, skip: 1_450, limit: 50 })
})

test('far past the end nothing is read but the total', async () => {
  const { store, asked } = setup([], 3)
  expect(await store.page(lessons, { ...standard, page: 10_000 })).toEqual({ data: [], total: 3 })
  expect(asked).toEqual([])
})

test('a search that takes too long is told as such', async () => {
  const slow = recordStore(
    () =>
      ({
        find: () => ({ toArray: async () => Promise.reject(new MongoServerError({ code: 50, message: 'x' })) }),
        countDocuments: async () => 0,
      }) as never,
  )
  await expect(slow.page(lessons, { ...standard, q: 'x' })).rejects.toMatchObject({ code: 'unavailable' })
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
  const store = recordStore(() => ({ find: () => cursor }) as never)
  const left = store.rows(lessons, standard).close()
  read.resolve()
  await left
  expect(open).toBe(false)
})
