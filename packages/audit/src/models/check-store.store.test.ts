import { days, hours } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { checkStore, type StoredCheck } from './check-store'

const database = testDatabase()
const start = new Date('2027-03-01T09:00:00Z')
let at = start
const checks = checkStore(
  () => database.mongo.db().collection<StoredCheck>('audit_checks'),
  () => at,
)
const later = (ms: number) => {
  at = new Date(at.getTime() + ms)
}
beforeEach(async () => {
  await database.clear()
  at = start
})

test('of several replicas one verifies the audit, once a day', async () => {
  const claims = await Promise.all([checks.claim(), checks.claim(), checks.claim()])
  expect(claims.filter(Boolean)).toHaveLength(1)
  expect(await checks.last()).toBeUndefined()
  await checks.finish(2)
  expect(await checks.last()).toEqual({ at: start, faults: 2 })
  later(days(1) - 1)
  expect(await checks.claim()).toBe(false)
  later(1)
  expect(await checks.claim()).toBe(true)
  expect(await checks.last()).toEqual({ at: start, faults: 2 })
})

test('a verification whose process ended is done by another after an hour', async () => {
  await checks.claim()
  later(hours(1) - 1)
  expect(await checks.claim()).toBe(false)
  later(1)
  expect(await checks.claim()).toBe(true)
})
