import type { Descriptor, ListQuery } from '@app/table-schema'
import { BSON, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { recordStore } from './record-store'

const lessons: Descriptor = { name: 'lessons', properties: { id: { type: 'string' }, title: { type: 'string' } } }
const standard: ListQuery = { page: 1, limit: 50, sort: { field: 'created_at', direction: 'desc' } }
const _id = new ObjectId('6b0144c8eeb0df06111a9a1e')

function setup(documents: object[] = []) {
  const asked: { name: string; filter: object; options: Record<string, unknown> }[] = []
  const store = recordStore(
    (name) =>
      ({
        find: (filter: object, options: Record<string, unknown>) => {
          asked.push({ name, filter, options })
          return { toArray: async () => documents.map((document) => Buffer.from(BSON.serialize(document))) }
        },
        countDocuments: async () => documents.length,
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
  await store.page(lessons, { page: 3, limit: 20, sort: { field: 'title', direction: 'asc' } })
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
