import { MongoServerError } from 'mongodb'
import { expect, test } from 'vitest'
import { type Database, type Migration, runMigrations } from './run-migrations'

type Entry = { _id: string; owner?: string; until?: Date; [key: string]: unknown }
type Filter = { _id: string; owner?: string; $or?: [{ owner: string }, { until: { $lte: Date } }] }

/** The part of the driver that the runner uses, in memory. */
function memory(...stored: Entry[]) {
  const entries = new Map(stored.map((entry) => [entry._id, entry]))
  const matches = (entry: Entry, { owner, $or }: Filter) =>
    (owner === undefined || entry.owner === owner) &&
    ($or === undefined || entry.owner === $or[0].owner || (entry.until ?? 0) <= $or[1].until.$lte)
  const collection = {
    findOne: async ({ _id }: Filter) => entries.get(_id) ?? null,
    async updateOne(filter: Filter, update: { $set?: object; $setOnInsert?: object }) {
      const entry = entries.get(filter._id)
      if (entry && !matches(entry, filter)) throw new MongoServerError({ message: 'E11000', code: 11_000 })
      const change = entry ? update.$set : { ...update.$set, ...update.$setOnInsert }
      entries.set(filter._id, { ...(entry ?? { _id: filter._id }), ...change })
    },
    async deleteOne(filter: Filter) {
      const entry = entries.get(filter._id)
      if (entry && matches(entry, filter)) entries.delete(filter._id)
    },
  }
  return { entries, db: { collection: () => collection } as unknown as Database }
}

const log = { info: () => {} }
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
  const { db, entries } = memory()
  const both = [counted('001', ran), counted('002', ran)]
  await runMigrations(db, both, { log })
  await runMigrations(db, [...both, counted('003', ran)], { log })
  expect(ran).toEqual(['001', '002', '003'])
  expect([...entries.keys()]).toEqual(['001', '002', '003'])
  expect(entries.get('001')).toEqual({ _id: '001', at: expect.any(Date), changed: 3 })
})

test('of two processes that start together one migrates, and the other goes on when it is done', async () => {
  const ran: string[] = []
  const { db, entries } = memory()
  const slow: Migration = {
    id: '001',
    async run() {
      ran.push('001')
      await new Promise((resolve) => setTimeout(resolve, 50))
      return 0
    },
  }
  const recorded = () => entries.has('001')
  const runs = [1, 2].map(() => runMigrations(db, [slow], { log }).then(recorded))
  expect(await Promise.all(runs)).toEqual([true, true])
  expect(ran).toEqual(['001'])
})

test('the lease of a process that crashed is taken over when it ends', async () => {
  const ran: string[] = []
  const until = new Date(Date.now() + 500)
  const { db } = memory({ _id: 'lease', owner: 'crashed', until })
  await runMigrations(db, [counted('001', ran)], { log })
  expect(Date.now()).toBeGreaterThanOrEqual(until.getTime())
  expect(ran).toEqual(['001'])
})

test('a migration whose lease was taken over stops, and leaves the new lease alone', async () => {
  const { db, entries } = memory()
  const lease = { _id: 'lease', owner: 'other', until: new Date(Date.now() + 60_000) }
  const robbed: Migration = {
    id: '001',
    async run({ keepLease }) {
      entries.set('lease', lease)
      await keepLease()
      throw new Error('went on')
    },
  }
  await expect(runMigrations(db, [robbed], { log })).rejects.toThrow('taken over')
  expect([...entries.values()]).toEqual([lease])
})

test('a migration that fails is not recorded, and the next attempt need not wait', async () => {
  const { db, entries } = memory()
  const failing: Migration = { id: '001', run: () => Promise.reject(new Error('no disk')) }
  await expect(runMigrations(db, [failing, counted('002', [])], { log })).rejects.toThrow('no disk')
  expect(entries.size).toBe(0)
})

test('a process that waits for another for more than ten minutes says so', async () => {
  const { db } = memory({ _id: 'lease', owner: 'other', until: new Date(8e15) })
  let at = 0
  const now = () => {
    at += 3 * 60_000
    return new Date(at)
  }
  const ran: string[] = []
  await expect(runMigrations(db, [counted('001', ran)], { log, now })).rejects.toThrow(/more than 10 minutes/)
  expect(ran).toEqual([])
})
