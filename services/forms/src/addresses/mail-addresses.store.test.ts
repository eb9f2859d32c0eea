import { days } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { mailSetup } from './mail-addresses'

const database = testDatabase()
const start = new Date('2027-03-01T09:00:00Z')
let at = start
const setup = mailSetup(
  () => database.mongo.db(),
  () => at,
)
const later = (ms: number) => {
  at = new Date(at.getTime() + ms)
}
beforeEach(async () => {
  await database.clear()
  at = start
})
const checks = [{ name: 'SPF' as const, text: 'It is there.', isGood: true, record: null }]

test('nothing is known before the worker has looked, and a look is due', async () => {
  expect(await setup.read()).toBeNull()
  expect(await setup.isDue('archery.example', days(1))).toBe(true)
  await setup.request()
  expect(await setup.read()).toBeNull()
})

test('what was found is kept until it is old or belongs to another domain', async () => {
  await setup.store('archery.example', checks)
  expect(await setup.read()).toEqual({ domain: 'archery.example', checks, checkedAt: start.toISOString() })
  later(days(1))
  expect(await setup.isDue('archery.example', days(1))).toBe(false)
  expect(await setup.isDue('other.example', days(1))).toBe(true)
  later(1)
  expect(await setup.isDue('archery.example', days(1))).toBe(true)
})

test('an admin has it looked again, once', async () => {
  await setup.store('archery.example', checks)
  later(1_000)
  await setup.request()
  expect(await setup.isDue('archery.example', days(1))).toBe(true)
  later(1_000)
  await setup.store('archery.example', checks)
  expect(await setup.isDue('archery.example', days(1))).toBe(false)
})
