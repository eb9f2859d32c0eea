import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { firstReminders, reminderSettingsStore } from './lesson-reminder-settings'

const database = testDatabase()
let at = new Date('2027-03-01T09:00:00Z')
const store = reminderSettingsStore(
  () => database.mongo.db(),
  () => at,
)
beforeEach(async () => {
  await database.clear()
  at = new Date('2027-03-01T09:00:00Z')
})

test('a school begins with reminders that are off', async () => {
  expect(await store.read()).toMatchObject({ settings: firstReminders, since: undefined })
})

test('of two first changes at the same moment one is stored, and the other is told', async () => {
  const before = await store.read()
  const changes = [2, 3].map((daysBefore) => store.change({ ...firstReminders, daysBefore }, before))
  const [first, second] = await Promise.all(changes)
  expect([first, second].filter(Boolean)).toHaveLength(1)
  expect((await store.read()).settings.daysBefore).toBe((first ?? second)!.settings.daysBefore)
})

test('a change of what somebody else has changed is refused, even within a millisecond', async () => {
  const first = (await store.change(firstReminders, await store.read()))!
  expect(await store.change({ ...firstReminders, time: '18:00' }, first)).toBeDefined()
  expect(await store.change({ ...firstReminders, time: '19:00' }, first)).toBeUndefined()
  expect((await store.read()).settings.time).toBe('18:00')
})

test('they are on since they were switched on, also after further changes, and anew after they were off', async () => {
  const on = (await store.change({ ...firstReminders, on: true }, await store.read()))!
  expect(on.since).toEqual(at)
  at = new Date('2027-03-02T09:00:00Z')
  const changed = (await store.change({ ...firstReminders, on: true, time: '18:00' }, on))!
  expect((await store.read()).since).toEqual(on.since)
  const off = (await store.change(firstReminders, changed))!
  expect((await store.read()).since).toBeUndefined()
  at = new Date('2027-03-03T09:00:00Z')
  await store.change({ ...firstReminders, on: true }, off)
  expect((await store.read()).since).toEqual(at)
})

test('a setting that an earlier release has not stored is that of a new school', async () => {
  const { version } = (await store.change({ ...firstReminders, daysBefore: 3 }, await store.read()))!
  const stored = database.mongo.db().collection<{ time: string }>('forms')
  await stored.updateOne({ updated_at: version }, { $unset: { time: 1 } })
  expect((await store.read()).settings).toEqual({ ...firstReminders, daysBefore: 3 })
})
