import { testDatabase } from '@app/mongo/test-database.fixture'
import type { TableSchema } from '@app/table-schema'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordIndexes } from './record-indexes'

const { mongo } = testDatabase()
const records = () => mongo.db().collection('lessons')
const present = async () => (await records().indexes()).map(({ name }) => name).sort()
const lessons: TableSchema = {
  name: 'lessons',
  properties: { id: { type: 'string' }, title: { type: 'string' }, place: { type: 'geo_point' } },
}

let told: string[] = []
let unfollow: () => unknown = () => {}
/** Follows the description that `tables` returns, until the test ends. */
function follow(tables: () => Promise<TableSchema[]>, every?: number) {
  const open = async () => ({ db: mongo.db(), close: async () => {} })
  const indexes = recordIndexes(open, (event) => told.push(event))
  unfollow = indexes.follow(tables, every)
  return indexes
}

beforeEach(async () => {
  told = []
  await records()
    .drop()
    .catch(() => {})
})
afterEach(() => unfollow())

test('each column has an index with the collation of the lists, ties broken by _id', async () => {
  follow(async () => [lessons])
  await expect.poll(() => told).toEqual(Array.from({ length: 3 }, () => 'index built'))
  const made = new Map((await records().indexes()).map((index) => [index.name, index]))
  made.delete('_id_')
  expect([...made].map(([name, { key }]) => [name, key]).sort()).toEqual([
    ['by_created_at', { created_at: 1, _id: 1 }],
    ['by_title', { title: 1, _id: 1 }],
    ['by_updated_at', { updated_at: 1, _id: 1 }],
  ])
  expect(made.get('by_title')).toMatchObject({ collation: { locale: 'en', strength: 2 } })
})

test('what is there is not built again, that of a gone field is dropped, that of others is left alone', async () => {
  for (const [name, field] of [
    ['by_created_at', 'created_at'],
    ['by_updated_at', 'updated_at'],
    ['by_title', 'title'],
    ['by_gone', 'gone'],
    ['email_1', 'email'],
  ] as const)
    await records().createIndex({ [field]: 1 }, { name })
  follow(async () => [lessons])
  await expect.poll(() => told).toEqual(['index of a removed field dropped'])
  expect(await present()).toEqual(['_id_', 'by_created_at', 'by_title', 'by_updated_at', 'email_1'])
})

test('a description that was changed here is followed at once', async () => {
  let table = lessons
  const { soon } = follow(async () => [table])
  await expect.poll(() => told).toHaveLength(3)
  table = { ...lessons, properties: { seats: { type: 'integer' } } }
  soon()
  await expect.poll(present).toEqual(['_id_', 'by_created_at', 'by_seats', 'by_updated_at'])
})

test('a database that is unavailable is tried again', async () => {
  let tries = 0
  follow(async () => {
    if (tries++ === 0) throw new Error('unavailable')
    return [lessons]
  }, 5)
  await expect.poll(() => told.length).toBe(4)
  expect(told[0]).toContain('retried')
  expect(await present()).toHaveLength(4)
})
