import { minutes } from '@app/contracts/durations'
import { beforeEach, expect, test } from 'vitest'
import { type Migration, runMigrations } from './run-migrations'
import { testDatabase } from './test-database.fixture'

type Entry = { _id: string; owner?: string; until?: Date; at?: Date; changed?: number }

const database = testDatabase()
const db = () => database.mongo.db()
const entries = () => db().collection<Entry>('migrations')
const recorded = () => entries().find().sort({ _id: 1 }).toArray()
const names = async () => (await recorded()).map(({ _id }) => _id)
beforeEach(database.clear)

const log = { info: () => {} }
const run = (migrations: readonly Migration[], options: { now?: () => Date } = {}) =>
  runMigrations(db(), migrations, { log, ...options })
function counted(id: string, ran: string[]): Migration {
  return {
    id,
    async run({ keepLease }) {
      ran.push(id)
      await keepLease()
      return 3
    },
  }
}

test('migrations run in order, are recorded, and do not run again', async () => {
  const ran: string[] = []
  const both = [counted('001', ran), counted('002', ran)]
  await run(both)
  await run([...both, counted('003', ran)])
  expect(ran).toEqual(['001', '002', '003'])
  expect(await recorded()).toEqual(['001', '002', '003'].map((_id) => ({ _id, at: expect.any(Date), changed: 3 })))
})

test('of two processes that start together one migrates, and the other goes on when it is done', async () => {
  const ran: string[] = []
  const others = Promise.withResolvers<void>()
  const slow: Migration = {
    id: '001',
    async run() {
      ran.push('001')
      await others.promise
      return 0
    },
  }
  const isRecorded = async () => (await names()).includes('001')
  const runs = [1, 2, 3].map(() => run([slow]).then(isRecorded))
  await expect.poll(() => ran).toEqual(['001'])
  others.resolve()
  expect(await Promise.all(runs)).toEqual([true, true, true])
  expect(ran).toEqual(['001'])
})

test('the lease of a process that crashed is taken over when it ends, not before', async () => {
  const ran: string[] = []
  const until = new Date('2027-03-01T09:00:00Z')
  await entries().insertOne({ _id: 'lease', owner: 'crashed', until })
  let at = until.getTime() - 1
  const running = run([counted('001', ran)], {
    now: () => {
      const seen = new Date(at)
      // Time goes on once the other process was seen to hold it.
      if (seen < until) at++
      else expect(ran.length).toBeLessThanOrEqual(1)
      return seen
    },
  })
  await running
  expect(ran).toEqual(['001'])
  expect(await names()).toEqual(['001'])
})

test('a migration whose lease was taken over stops, and leaves the new lease alone', async () => {
  const lease = { _id: 'lease', owner: 'other', until: new Date(Date.now() + minutes(1)) }
  const robbed: Migration = {
    id: '001',
    async run({ keepLease }) {
      await entries().replaceOne({ _id: 'lease' }, lease)
      await keepLease()
      throw new Error('went on')
    },
  }
  await expect(run([robbed])).rejects.toThrow('taken over')
  expect(await recorded()).toEqual([lease])
})

test('a migration that fails is not recorded, and the next attempt need not wait', async () => {
  const failing: Migration = { id: '001', run: () => Promise.reject(new Error('no disk')) }
  await expect(run([failing, counted('002', [])])).rejects.toThrow('no disk')
  expect(await recorded()).toEqual([])
})

test('a process that waits for another for more than ten minutes says so', async () => {
  await entries().insertOne({ _id: 'lease', owner: 'other', until: new Date('9999-01-01') })
  let at = 0
  const now = () => {
    at += minutes(3)
    return new Date(at)
  }
  const ran: string[] = []
  await expect(run([counted('001', ran)], { now })).rejects.toThrow(/more than 10 minutes/)
  expect(ran).toEqual([])
})

test('one that replaces those of earlier releases takes a database that had none or all of them, and no other', async () => {
  const ran: string[] = []
  const whole: Migration = { ...counted('003', ran), replaces: { ids: ['001', '002'], commit: 'abc' } }
  await run([whole])
  expect(ran).toEqual(['003'])
  expect((await recorded()).map(({ _id, changed }) => [_id, changed])).toEqual([
    ['001', 0],
    ['002', 0],
    ['003', 3],
  ])
  await run([whole])
  expect(ran).toEqual(['003'])
  await database.clear()
  await entries().insertOne({ _id: '001' })
  await expect(run([whole])).rejects.toThrow('that of 001, from which')
  expect([ran, await names()]).toEqual([['003'], ['001']])
})
