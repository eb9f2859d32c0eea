import { days } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { accountStore } from './account'
import { accessRequestStore } from './request-access'

const database = testDatabase()
const { connection } = database.mongo
let at = Date.now()
const requests = accessRequestStore(connection, () => new Date(at))
let id: string
beforeEach(async () => {
  await database.clear()
  id = (await accountStore(connection).atLogin('ada@example.com', { admin: false })).id
})

test('of two requests for access at the same moment one counts, and no other within a day', async () => {
  const claims = await Promise.all([requests.claim(id), requests.claim(id)])
  expect(claims.toSorted()).toEqual([false, true])
  at += days(1) - 1
  expect(await requests.claim(id)).toBe(false)
  at += 1
  expect(await requests.claim(id)).toBe(true)
})

test('a request whose mail could not be queued may be made again at once', async () => {
  await requests.claim(id)
  await requests.release(id)
  expect(await requests.claim(id)).toBe(true)
})

test('a person who is gone asks for nothing', async () => {
  expect(await requests.claim('64b000000000000000000000')).toBe(false)
})
