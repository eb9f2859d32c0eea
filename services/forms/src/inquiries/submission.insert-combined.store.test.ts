import { testDatabase } from '@app/mongo/test-database.fixture'
import { expect, test } from 'vitest'
import { insertCombined } from './submission'

const database = testDatabase()

test('a duplicate fails alone, also where the server refuses the whole command for it', async () => {
  const inquiries = database.mongo.db().collection('inquiries')
  await inquiries.insertOne({ _id: 2 as never })
  const insert = insertCombined(database.mongo.db, 'inquiries')
  const outcomes = await Promise.all(
    [1, 2, 3].map((_id) =>
      insert({ _id }).then(
        () => undefined,
        ({ code }) => code,
      ),
    ),
  )
  expect(outcomes).toEqual([undefined, 11_000, undefined])
  expect(await inquiries.countDocuments()).toBe(3)
})
