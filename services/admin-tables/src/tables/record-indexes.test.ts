import type { TableSchema } from '@app/table-schema'
import { expect, test } from 'vitest'
import { recordIndexes } from './record-indexes'

function setup(present: string[]) {
  const names = new Set(['_id_', ...present])
  const made: [object, object][] = []
  const told: string[] = []
  let asked = 0
  const collection = {
    indexes: async () => {
      asked++
      return [...names].map((name) => ({ name }))
    },
    createIndex: async (keys: object, options: { name: string }) => {
      names.add(options.name)
      made.push([keys, options])
    },
    dropIndex: async (name: string) => void names.delete(name),
  }
  let opened = 0
  const indexes = recordIndexes(
    async () => {
      opened++
      return { db: { collection: () => collection as never }, close: async () => void opened-- }
    },
    (event) => told.push(event),
  )
  /** Follows the table until it has been seen to once. */
  const once = async (table: TableSchema) => {
    const unfollow = indexes.follow(async () => [table])
    await expect.poll(() => asked > 0 && opened).toBe(0)
    unfollow()
  }
  return { indexes, names, made, told, once }
}

const lessons: TableSchema = {
  name: 'lessons',
  properties: { id: { type: 'string' }, title: { type: 'string' }, place: { type: 'geo_point' } },
}

test('each column has an index with the collation of the lists, ties broken by _id', async () => {
  const { once, made, told } = setup([])
  await once(lessons)
  expect(made.map(([keys]) => keys)).toEqual([
    { created_at: 1, _id: 1 },
    { updated_at: 1, _id: 1 },
    { title: 1, _id: 1 },
  ])
  expect(made[0]![1]).toMatchObject({ name: 'by_created_at', collation: { locale: 'en', strength: 2 } })
  expect(told).toHaveLength(3)
})

test('what is there is not built again, that of a gone field is dropped, that of others is left alone', async () => {
  const { once, names, made } = setup(['by_created_at', 'by_updated_at', 'by_title', 'by_gone', 'email_1'])
  await once(lessons)
  expect(made).toEqual([])
  expect([...names]).toEqual(['_id_', 'by_created_at', 'by_updated_at', 'by_title', 'email_1'])
})

test('a database that is away is waited for', async () => {
  const { indexes, made, told } = setup([])
  let tries = 0
  const unfollow = indexes.follow(async () => {
    if (tries++ === 0) throw new Error('away')
    return [lessons]
  }, 5)
  await expect.poll(() => made.length).toBe(3)
  unfollow()
  expect(told[0]).toContain('retried')
})
