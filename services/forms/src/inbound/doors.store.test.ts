import { minutes } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { inboundDoors } from './doors'

const database = testDatabase()
const start = new Date('2027-03-01T09:00:00Z')
let at = start
const doors = inboundDoors(
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

test('a mailbox is read by one worker, also of several that begin at the same moment', async () => {
  const held = await Promise.all(['one', 'two', 'three'].map((holder) => doors.hold('imap', holder)))
  expect(held.filter(Boolean)).toHaveLength(1)
})

test('who reads it keeps it, others follow when its lease is over or given up', async () => {
  expect(await doors.hold('imap', 'one')).toBe(true)
  later(doors.leaseMs - 1)
  expect(await doors.hold('imap', 'two')).toBe(false)
  expect(await doors.hold('imap', 'one')).toBe(true)
  later(doors.leaseMs)
  expect(await doors.hold('imap', 'two')).toBe(true)
  await doors.giveUp('imap', 'one')
  expect(await doors.hold('imap', 'one')).toBe(false)
  await doors.giveUp('imap', 'two')
  expect(await doors.hold('imap', 'one')).toBe(true)
})

test('doors are off until a worker reports, and again when it reports no longer', async () => {
  const off = (kind: string) => ({ kind, state: 'off', at: null, reason: null })
  expect(await doors.list()).toEqual([off('imap'), off('smtp')])
  await doors.report('imap', { worked: true })
  await doors.report('smtp', { reason: 'The port is taken.' })
  expect(await doors.list()).toEqual([
    { kind: 'imap', state: 'open', at: start.toISOString(), reason: null },
    { kind: 'smtp', state: 'failing', at: null, reason: 'The port is taken.' },
  ])
  later(minutes(3))
  expect((await doors.list()).map(({ state }) => state)).toEqual(['open', 'failing'])
  later(1)
  expect((await doors.list()).map(({ state }) => state)).toEqual(['off', 'off'])
})

test('a report of a failure keeps when the door worked last', async () => {
  await doors.report('imap', { worked: true })
  later(1_000)
  await doors.report('imap', { reason: 'No connection.' })
  expect(await doors.list()).toMatchObject([{ state: 'failing', at: start.toISOString() }, {}])
})

test('reading goes on behind the last mail, unless the mailbox is another one or another worker reads it', async () => {
  await doors.hold('imap', 'one')
  expect(await doors.progress('imap', 'v1')).toEqual({ next: undefined, workedAt: null })
  await doors.noteNextUid('imap', 'one', 'v1', 42)
  await doors.noteNextUid('imap', 'two', 'v1', 7)
  expect((await doors.progress('imap', 'v1')).next).toBe(42)
  expect((await doors.progress('imap', 'v2')).next).toBeUndefined()
})

test('what is left in the mailbox is noted by its reader alone, counts for the list, and is that of this mailbox', async () => {
  await doors.hold('imap', 'one')
  const left = { validity: 'v1', day: '2027-03-01', uids: [3, 7] }
  await doors.noteLeft('imap', 'one', left)
  await doors.noteLeft('imap', 'two', { ...left, uids: [] })
  expect((await doors.progress('imap', 'v1')).left).toEqual(left)
  expect((await doors.progress('imap', 'v2')).left).toBeUndefined()
  expect((await doors.list())[0]).toMatchObject({ kind: 'imap', left: 2 })
  await doors.noteLeft('imap', 'one', { ...left, uids: [] })
  expect((await doors.list())[0]).not.toHaveProperty('left')
})

test('a refresh token that the provider replaced is kept, also before the first report', async () => {
  expect(await doors.readToken()).toBeUndefined()
  const token = { sealed: 'x', of: 'y' } as unknown as Parameters<typeof doors.storeToken>[0]
  await doors.storeToken(token)
  expect(await doors.readToken()).toEqual(token)
  expect(await doors.hold('imap', 'one')).toBe(true)
})
