import { testDatabase } from '@app/mongo/test-database.fixture'
import { everything } from '@app/record-query'
import { type ListQuery, parseListQuery, type TableSchema } from '@app/table-schema'
import { type Collection, type Document, MongoServerError } from 'mongodb'
import { beforeAll, expect, test } from 'vitest'
import { recordStore } from './record-store'

const database = testDatabase()
const db = () => database.mongo.db()
const store = recordStore(db, { maxFound: 20, deepSkip: 25 })
const arrows: TableSchema = {
  name: 'arrows',
  properties: { id: { type: 'string' }, name: { type: 'string' }, age: { type: 'integer' } },
}

beforeAll(async () => {
  await database.clear()
  const rows = Array.from({ length: 60 }, (_, n) => ({
    ...{ name: `Arrow ${(n * 7) % 60}`, age: n % 10, created_at: new Date(n), mails: [{ to: 'ada@example.com' }] },
  }))
  await db().collection('arrows').insertMany(rows)
})

async function pages(asked: string) {
  const names: unknown[] = []
  for (let page = 1; ; page++) {
    const query = parseListQuery(arrows, new URLSearchParams(`${asked}&limit=20&page=${page}`))
    const { data, total } = await store.page(arrows, query, everything)
    if (data.length === 0) return { names, total }
    names.push(...data.map(({ name }) => name))
  }
}

test.each([
  ['few', 'q=arrow 7', /7/],
  ['few, by a field', 'name=row 7', /row 7/i],
  ['more than are sorted alone', 'q=arrow', /arrow/i],
  ['no', 'q=feather', /feather/i],
])('a search that finds %s records pages through them in the order of the list', async (_size, asked, pattern) => {
  for (const sort of ['age:desc', 'name:asc', 'id:desc']) {
    const all = await pages(`sort=${sort}`)
    expect(all).toMatchObject({ total: 60, names: { length: 60 } })
    const names = all.names.filter((name) => pattern.test(String(name)))
    expect(await pages(`sort=${sort}&${asked}`)).toEqual({ names, total: names.length })
  }
})

const first: ListQuery = { page: 1, limit: 20, sort: { field: 'age', direction: 'desc' }, filters: [], q: '' }
const stored = () => db().collection('arrows').find().toArray()

test('a record has an id, never an _id, its times, and no field that is not declared', async () => {
  const { data, total } = await store.page(arrows, first, everything)
  expect(total).toBe(60)
  for (const record of data) expect(Object.keys(record).toSorted()).toEqual(['age', 'created_at', 'id', 'name'])
  const [one] = await stored()
  expect(await store.one(arrows, String(one!._id), everything)).toEqual({
    ...{ id: String(one!._id), name: one!['name'], age: one!['age'], created_at: '1970-01-01T00:00:00.000Z' },
  })
})

test('equal values are ordered by _id the same way, on the pages that are read from the other end, too', async () => {
  const rows = (await stored()).map(({ _id, age }) => ({ id: String(_id), age: Number(age) }))
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  const up = rows.toSorted((a, b) => a.age - b.age || byId(a, b)).map(({ id }) => id)
  const inOrder = async (direction: 'asc' | 'desc') => {
    const found: unknown[] = []
    for (const page of [1, 2, 3]) {
      const { data } = await store.page(arrows, { ...first, page, sort: { field: 'age', direction } }, everything)
      found.push(...data.map(({ id }) => id))
    }
    return found
  }
  expect(await inOrder('asc')).toEqual(up)
  expect(await inOrder('desc')).toEqual(up.toReversed())
})

test('a page past the end is empty, with the true total', async () => {
  for (const page of [4, 10_000])
    expect(await store.page(arrows, { ...first, page }, everything)).toEqual({ data: [], total: 60 })
})

type Read = { kind: 'find' | 'aggregate'; of: Document }
/** The store, with what it asks the database for; an error is what it gets. */
function watched(error?: Error) {
  const reads: Read[] = []
  const collection = (name: string) => {
    const real: Collection = db().collection(name)
    const watch = (kind: Read['kind']) => {
      const ask = real[kind].bind(real) as (of: Document, options: object) => object
      return (of: Document, options: object) => {
        if (!JSON.stringify(of).includes('$group')) reads.push({ kind, of })
        return error ? { toArray: () => Promise.reject(error) } : ask(of, options)
      }
    }
    return { find: watch('find'), aggregate: watch('aggregate') }
  }
  return { reads, store: recordStore(() => ({ collection }) as never, { maxFound: 20, deepSkip: 25 }) }
}
const kinds = (reads: readonly Read[]) => reads.map(({ kind }) => kind)

test.each([
  ['few records', 'arrow 59', 1, 1, ['aggregate']],
  ['none', 'feather', 0, 0, ['aggregate']],
  ['more than are sorted alone', 'arrow', 60, 20, ['aggregate', 'find']],
] as const)('a search that finds %s reads the table no more often than it must', async (_, q, total, size, asked) => {
  const { store, reads } = watched()
  const found = await store.page(arrows, { ...first, q }, everything)
  expect([found.total, found.data.length]).toEqual([total, size])
  expect(kinds(reads)).toEqual(asked)
})

test('far past the end nothing is read but the total', async () => {
  const { store, reads } = watched()
  await store.page(arrows, { ...first, page: 10_000 }, everything)
  expect(reads).toEqual([])
})

test('the longest word of a search is looked for first', async () => {
  const { store, reads } = watched()
  await store.page(arrows, { ...first, q: 'a 424242 row' }, everything)
  const { $match: filter } = (reads[0]!.of as unknown as Document[])[0]!
  const patterns = filter.$and.map((word: object) => JSON.stringify(word)) as string[]
  // Digits stand for those of other scripts as well.
  expect(patterns.map((pattern) => pattern.includes('[4'))).toEqual([true, false, false])
})

test('a search that takes too long is reported as such; another failure is an error at once', async () => {
  const late = watched(new MongoServerError({ code: 50, message: 'x' }))
  await expect(late.store.page(arrows, { ...first, q: 'x' }, everything)).rejects.toMatchObject({ code: 'unavailable' })
  const refused = watched(new MongoServerError({ code: 13, message: 'not authorized' }))
  await expect(refused.store.page(arrows, first, everything)).rejects.toMatchObject({ code: 13 })
})

test('an export has every record in its order', async () => {
  const rows = store.rows(arrows, { ...first, sort: { field: 'id', direction: 'asc' } }, everything)
  const found: unknown[] = []
  for (let batch = await rows.next(); batch; batch = await rows.next()) found.push(...batch.map(({ id }) => id))
  await rows.close()
  expect(found).toEqual((await stored()).map(({ _id }) => String(_id)).toSorted())
})

test('an export that is left while a batch is being read closes its cursor after that read, which may create it', async () => {
  const read = Promise.withResolvers<void>()
  const steps: string[] = []
  const collection = (name: string) => ({
    find(filter: Document, options: object) {
      const cursor = db().collection(name).find(filter, options)
      const [hasNext, close] = [cursor.hasNext.bind(cursor), cursor.close.bind(cursor)]
      return Object.assign(cursor, {
        async hasNext() {
          await read.promise
          const more = await hasNext()
          steps.push('read')
          return more
        },
        async close() {
          steps.push('closed')
          await close()
        },
      })
    },
  })
  const left = recordStore(() => ({ collection }) as never)
    .rows(arrows, first, everything)
    .close()
  read.resolve()
  await left
  expect(steps).toEqual(['read', 'closed'])
})
