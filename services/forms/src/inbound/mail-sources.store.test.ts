import { minutes } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { mailSources } from './mail-sources'

const database = testDatabase()
const start = new Date('2027-03-01T09:00:00Z')
let at = start
const sources = mailSources(
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
  const held = await Promise.all(['one', 'two', 'three'].map((holder) => sources.hold('imap', holder)))
  expect(held.filter(Boolean)).toHaveLength(1)
})

test('who reads it keeps it, others follow when its lease is over or given up', async () => {
  expect(await sources.hold('imap', 'one')).toBe(true)
  later(sources.leaseMs - 1)
  expect(await sources.hold('imap', 'two')).toBe(false)
  expect(await sources.hold('imap', 'one')).toBe(true)
  later(sources.leaseMs)
  expect(await sources.hold('imap', 'two')).toBe(true)
  await sources.giveUp('imap', 'one')
  expect(await sources.hold('imap', 'one')).toBe(false)
  await sources.giveUp('imap', 'two')
  expect(await sources.hold('imap', 'one')).toBe(true)
})

test('a mail source is off until a worker reports on it, and again when none does', async () => {
  const off = (kind: string) => ({ kind, state: 'off', at: null, reason: null })
  expect(await sources.list()).toEqual([off('imap'), off('smtp')])
  await sources.report('imap', { worked: true })
  await sources.report('smtp', { reason: 'The port is taken.' })
  expect(await sources.list()).toEqual([
    { kind: 'imap', state: 'open', at: start.toISOString(), reason: null },
    { kind: 'smtp', state: 'failing', at: null, reason: 'The port is taken.' },
  ])
  later(minutes(3))
  expect((await sources.list()).map(({ state }) => state)).toEqual(['open', 'failing'])
  later(1)
  expect((await sources.list()).map(({ state }) => state)).toEqual(['off', 'off'])
})

test('a report of a failure keeps when the source worked last', async () => {
  await sources.report('imap', { worked: true })
  later(1_000)
  await sources.report('imap', { reason: 'No connection.' })
  expect(await sources.list()).toMatchObject([{ state: 'failing', at: start.toISOString() }, {}])
})

test('reading goes on behind the last mail, unless the mailbox is another one or another worker reads it', async () => {
  await sources.hold('imap', 'one')
  expect(await sources.progress('imap', 'v1')).toEqual({ next: undefined, workedAt: null })
  await sources.noteNextUid('imap', 'one', 'v1', 42)
  await sources.noteNextUid('imap', 'two', 'v1', 7)
  expect((await sources.progress('imap', 'v1')).next).toBe(42)
  expect((await sources.progress('imap', 'v2')).next).toBeUndefined()
})

test('what is left in the mailbox is noted by its reader alone, counts for the list, and is that of this mailbox', async () => {
  await sources.hold('imap', 'one')
  const left = { validity: 'v1', day: '2027-03-01', uids: [3, 7] }
  await sources.noteLeft('imap', 'one', left)
  await sources.noteLeft('imap', 'two', { ...left, uids: [] })
  expect((await sources.progress('imap', 'v1')).left).toEqual(left)
  expect((await sources.progress('imap', 'v2')).left).toBeUndefined()
  expect((await sources.list())[0]).toMatchObject({ kind: 'imap', left: 2 })
  await sources.noteLeft('imap', 'one', { ...left, uids: [] })
  expect((await sources.list())[0]).not.toHaveProperty('left')
})

test('a refresh token that the provider replaced is kept, also before the first report', async () => {
  expect(await sources.readToken()).toBeUndefined()
  const token = { sealed: 'x', of: 'y' } as unknown as Parameters<typeof sources.storeToken>[0]
  await sources.storeToken(token)
  expect(await sources.readToken()).toEqual(token)
  expect(await sources.hold('imap', 'one')).toBe(true)
})
