import { minutes } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { noticeMarks } from './notice-marks'

const database = testDatabase()
let at = Date.now()
const marks = noticeMarks(database.mongo.connection, () => new Date(at))
beforeEach(database.clear)

test('without marks nobody reads', async () => {
  expect(await marks.claim()).toBeUndefined()
})

test('the first start stores where the audit ends; later starts keep what was told', async () => {
  await Promise.all([marks.prepare({ auth: 3 }), marks.prepare({ auth: 3 })])
  await marks.prepare({ auth: 9 })
  expect(await marks.claim()).toEqual({ auth: 3 })
})

test('of several replicas one reads; the next round begins when it has moved the marks', async () => {
  await marks.prepare({ auth: 3 })
  const claims = await Promise.all([marks.claim(), marks.claim(), marks.claim()])
  expect(claims.filter(Boolean)).toEqual([{ auth: 3 }])
  await marks.move({ auth: 5, forms: 1 })
  expect(await marks.claim()).toEqual({ auth: 5, forms: 1 })
})

test('a round whose process ended is taken over after two minutes, with the marks of its beginning', async () => {
  await marks.prepare({ auth: 3 })
  await marks.claim()
  at += minutes(2) - 1
  expect(await marks.claim()).toBeUndefined()
  at += 1
  expect(await marks.claim()).toEqual({ auth: 3 })
})
