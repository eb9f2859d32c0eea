import type { Database } from '@app/mongo/run-migrations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { lessonInstructors } from './lesson-instructors'

const database = testDatabase()
const db = () => database.mongo.db() as unknown as Database
const ada = new ObjectId()

beforeEach(async () => {
  await database.clear()
  const properties = { instructor: { type: 'string', format: 'reference', table: 'instructors' } }
  await db()
    .collection('table_schemas')
    .insertOne({ _id: 'lessons' as never, name: 'lessons', properties })
  await db().collection('instructors').insertOne({ _id: ada, name: 'Ada' })
  const lessons = Array.from({ length: 120 }, () => ({ instructor: 'Ada', updated_at: new Date(0) }))
  await db().collection('lessons').insertMany(lessons)
})

test('the names of instructors become references, in batches', async () => {
  expect(await lessonInstructors({ db: db(), keepLease: async () => {} })).toBe(120)
  expect(await db().collection('lessons').countDocuments({ instructor: ada.toHexString() })).toBe(120)
})

test('a description that cannot be read stops no start', async () => {
  await db()
    .collection<{ _id: string }>('table_schemas')
    .updateOne({ _id: 'lessons' }, { $unset: { properties: 1 } })
  expect(await lessonInstructors({ db: db(), keepLease: async () => {} })).toBe(0)
})

test('lessons that cannot be changed are named, and not tried for ever', async () => {
  let attempts = 0
  const bulkWrite = async () => {
    attempts++
    return { modifiedCount: 0 }
  }
  const collection = (name: string) =>
    new Proxy(db().collection(name), {
      get: (target, key) => (key === 'bulkWrite' ? bulkWrite : Reflect.get(target, key)),
    })
  const stubborn = { collection } as unknown as Database
  const run = lessonInstructors({ db: stubborn, keepLease: async () => {} })
  await expect(run).rejects.toThrow(/lessons could not be changed, for example [0-9a-f]{24}/)
  expect(attempts).toBe(5)
})
