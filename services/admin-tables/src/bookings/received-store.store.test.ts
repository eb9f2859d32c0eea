import { days } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test, vi } from 'vitest'
import { newRow, receivedStore } from './received-store'

const database = testDatabase()
const at = new Date('2027-03-01T09:00:00Z')
const onDue = vi.fn()
const received = receivedStore(
  (name) => database.mongo.db().collection(name),
  () => at,
  onDue,
)
beforeEach(database.clear)
const row = (key: string, cells: Record<string, string> = {}) => newRow(key, null, cells)
const add = async (...rows: ReturnType<typeof row>[]) => (await received.add('hook-1', 'new', rows))!
const read = async (id: unknown) => (await received.find(String(id)))!
const made = { state: 'created' as const, reason: null, record: 'r1', candidates: [] }

test('what became of a row is noted once, and the last one ends the delivery', async () => {
  const { _id } = await add(row('a'), row('b'))
  await received.settleRow(String(_id), 0, made, 'job-1')
  await received.settleRow(String(_id), 0, { ...made, record: 'r2' }, 'job-2')
  await received.settle(String(_id))
  expect(onDue).toHaveBeenCalledOnce()
  expect(await read(_id)).toMatchObject({ state: 'new', jobs: ['job-1'], rows: [{ record: 'r1' }, { state: 'new' }] })
  await received.settleRow(String(_id), 1, made)
  await received.settle(String(_id))
  expect(await read(_id)).toMatchObject({ state: 'done', expires_at: new Date(at.getTime() + days(30)) })
})

test('rows that were not imported wait with their reason, and for good', async () => {
  const { _id } = await add(row('a'), row('b'))
  await received.settleRow(String(_id), 0, made)
  await received.wait(String(_id), 'The table is full')
  const found = await read(_id)
  expect(found).toMatchObject({
    state: 'waiting',
    rows: [{ state: 'created' }, { state: 'waiting', reason: 'The table is full' }],
  })
  expect(found).not.toHaveProperty('expires_at')
  expect(await received.waiting()).toEqual(new Map([['hook-1', 1]]))
})

test('of two decisions about a row at the same moment one counts', async () => {
  const { _id } = await add(row('a'))
  await received.wait(String(_id), 'Who is it?')
  const decided = await Promise.all([
    received.decide(String(_id), 0, 'ignore'),
    received.decide(String(_id), 0, { create: true }),
  ])
  expect(decided.filter(Boolean)).toHaveLength(1)
  expect(['new', 'done']).toContain((await read(_id)).state)
})

test('a row that was left out ends its delivery', async () => {
  const { _id } = await add(row('a'))
  await received.wait(String(_id), 'Who is it?')
  await received.decide(String(_id), 0, 'ignore')
  expect(await read(_id)).toMatchObject({ state: 'done', rows: [{ state: 'ignored' }] })
})

test('one of two processes gives a delivery another job', async () => {
  const { _id, job } = await add(row('a'))
  const renewed = await Promise.all([received.renew(String(_id), job), received.renew(String(_id), job)])
  expect(renewed.filter(Boolean)).toEqual([(await read(_id)).job])
})

test('what was not imported yet is kept until the hook is active again', async () => {
  const { _id } = await add(row('a'))
  await received.keep(String(_id))
  expect(await received.due(10)).toEqual([])
  expect(await Array.fromAsync(received.unfinished('hook-1'))).toHaveLength(1)
  await received.settle(String(_id))
  expect((await read(_id)).state).toBe('kept')
  await received.release('hook-1')
  expect(await received.due(10)).toHaveLength(1)
})

test('an erasure removes what mentions an address, however it is written, or became a record', async () => {
  await add(row('a', { Email: 'ADA@example.com' }))
  const became = await add(row('b'))
  await received.settleRow(String(became._id), 0, made)
  const other = await add(row('c', { Email: 'grace@example.com' }))
  const shown = await Array.fromAsync(received.about('ada@example.com', ['r1']))
  expect(shown).toHaveLength(2)
  await received.erase('ada@example.com', ['r1'])
  expect((await received.page('hook-1', 1)).data.map(({ _id }) => _id)).toEqual([other._id])
})

test('the deliveries of a removed hook go with it', async () => {
  await add(row('a'))
  await received.add('hook-2', 'kept', [row('a')])
  await received.removeOf('hook-1')
  expect([(await received.page('hook-1', 1)).total, (await received.page('hook-2', 1)).total]).toEqual([0, 1])
})
