import { expect, test } from 'vitest'
import { insertErrors } from './insert-errors'
import { testDatabase } from './test-database.fixture'

const database = testDatabase()

test('a duplicate fails alone, also where the server refuses the whole command for it', async () => {
  const db = database.mongo.db()
  await db.collection('inquiries').insertOne({ _id: 2 as never })
  const errors = await insertErrors(db, 'inquiries', [{ _id: 1 }, { _id: 2 }, { _id: 3 }])
  expect(errors.map((error) => error?.code)).toEqual([undefined, 11_000, undefined])
  expect(await db.collection('inquiries').countDocuments()).toBe(3)
})
