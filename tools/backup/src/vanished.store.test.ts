import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { hasShrunkSince, Vanished } from './vanished'

const { mongo } = testDatabase()
const db = () => mongo.db()
beforeEach(async () => void (await db().dropDatabase()))

const at = new Date('2026-11-20T08:00:00Z')
const secondsLater = (seconds: number) => new Date(at.getTime() + seconds * 1_000)
const before = { at: at.toISOString(), documents: 100, audit: 1 }
const look = (left: number, audit = 2) => hasShrunkSince(db(), before, { documents: left, audit })

test('most of what a database held is not believed to be gone, half of it is', async () => {
  await expect(look(10)).rejects.toBeInstanceOf(Vanished)
  expect(await look(60)).toBe(false)
  expect(await hasShrunkSince(db(), undefined, { documents: 0, audit: 0 })).toBe(false)
})

test.each(['delete', 'batch', 'erase', 'remove-person', 'restore-backup'])(
  'what %s removes is believed',
  async (action) => {
    await db()
      .collection('audit_log')
      .insertOne({ action, at: secondsLater(1) })
    expect(await look(10)).toBe(true)
  },
)

test('what was noted before the last look, or about another action, explains nothing', async () => {
  await db()
    .collection('audit_log')
    .insertMany([
      { action: 'delete', at: secondsLater(-6) },
      { action: 'sign-in', at: secondsLater(1) },
    ])
  await expect(look(10)).rejects.toBeInstanceOf(Vanished)
})

test('an audit that has lost entries explains nothing but a restore', async () => {
  await db()
    .collection('audit_log')
    .insertOne({ action: 'delete', at: secondsLater(1) })
  await expect(look(10, 0)).rejects.toBeInstanceOf(Vanished)
  await db()
    .collection('audit_log')
    .insertOne({ action: 'restore-backup', at: secondsLater(1) })
  expect(await look(10, 0)).toBe(true)
})

test.each([
  [{ state: 'running' }, true],
  [{ state: 'waiting' }, true],
  [{ state: 'done', ended_at: secondsLater(1) }, true],
  [{ state: 'done', ended_at: secondsLater(-6) }, false],
])('what a job that is %o removes is believed: %s', async (job, isBelieved) => {
  await db().collection('jobs').insertOne(job)
  if (isBelieved) expect(await look(10)).toBe(true)
  else await expect(look(10)).rejects.toBeInstanceOf(Vanished)
})
