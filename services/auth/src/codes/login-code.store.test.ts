import { testDatabase } from '@app/mongo/test-database.fixture'
import { expect, test } from 'vitest'
import { loginCodeStore } from './login-code'

const database = testDatabase(() => loginCodeStore(database.mongo.connection).prepare())

test('five tries at a code are taken and no sixth, however many arrive at once', async () => {
  const codes = loginCodeStore(database.mongo.connection)
  expect(await codes.issue('ada@archery.example', { id: 'c1', digest: 'd1' })).toBe(true)
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, at) => codes.takeAttempt('ada@archery.example', 'c1', `try ${at}`)),
  )
  expect(tries.filter((digest) => digest !== undefined)).toEqual(Array.from({ length: 5 }, () => 'd1'))
})
