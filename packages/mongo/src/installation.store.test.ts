import { expect, test } from 'vitest'
import { connectMongo } from './connect'
import {
  giveIdentity,
  identityOf,
  OtherDatabase,
  replaceIdentity,
  requireIdentity,
  requireNoOther,
} from './installation'
import { restoreStateName } from './restore-state'
import { newDatabaseUri, testDatabase } from './test-database.fixture'

const { mongo, clear } = testDatabase()
const db = () => mongo.db()
const refusal = (given: Promise<unknown>) => expect(given).rejects.toThrow(OtherDatabase)

test('a new installation gives its database an identity, which that keeps', async () => {
  await clear()
  expect(await identityOf(db())).toBeUndefined()
  await requireIdentity(db(), { id: 'one', isNew: true })
  expect(await identityOf(db())).toBe('one')
  await requireIdentity(db(), { id: 'one', isNew: false })
  await giveIdentity(db(), 'two')
  expect(await identityOf(db())).toBe('one')
})

test('processes that start together agree on one identity', async () => {
  await clear()
  const ids = ['one', 'two', 'three', 'four']
  const started = await Promise.allSettled(ids.map((id) => requireIdentity(db(), { id, isNew: true })))
  const own = await identityOf(db())
  expect(started.map(({ status }) => status === 'fulfilled')).toEqual(ids.map((id) => id === own))
})

test('the database of another installation is refused, also by one that is new, and is left as it is', async () => {
  await clear()
  await giveIdentity(db(), 'one')
  for (const isNew of [true, false]) {
    await refusal(requireIdentity(db(), { id: 'two', isNew }))
    await refusal(requireNoOther(db(), { id: 'two', isNew }))
  }
  expect(await identityOf(db())).toBe('one')
})

test('a database without identity is the one of a known installation no more; a restore may go into it', async () => {
  await clear()
  await refusal(requireIdentity(db(), { id: 'one', isNew: false }))
  expect(await identityOf(db())).toBeUndefined()
  await requireNoOther(db(), { id: 'one', isNew: false })
  await requireNoOther(db(), undefined)
})

test('an operator makes a database that of another installation', async () => {
  await clear()
  await replaceIdentity(db(), 'one')
  await replaceIdentity(db(), 'two')
  await requireIdentity(db(), { id: 'two', isNew: false })
  await requireNoOther(db(), { id: 'two', isNew: false })
  expect(await db().collection('installation').countDocuments()).toBe(1)
})

/** A service of this installation, and how often it has prepared its database. */
async function service(installation?: { id: string; isNew: boolean }) {
  const prepared = { times: 0 }
  const other = connectMongo(newDatabaseUri(), {
    prepare: async () => prepared.times++,
    onError: () => {},
    installation,
  })
  await other.ready
  return { ...other, prepared }
}

test('a service whose database was emptied is not ready, writes no identity into it, and works again when it is back', async () => {
  const own = await service({ id: 'one', isNew: true })
  await own.ping()
  await own.db().collection('installation').deleteMany({})
  const left = own.db()
  await refusal(own.ping())
  await expect(own.ping()).rejects.toThrow('Not prepared yet.')
  expect(() => own.db()).toThrow('The service is starting.')
  const { db: separate, close } = await own.withoutTimeout()
  expect(await identityOf(separate)).toBeUndefined()
  await giveIdentity(separate, 'one')
  await expect.poll(() => own.ping().then(() => 'ready', String), { timeout: 15_000 }).toBe('ready')
  expect(own.prepared.times).toBe(2)
  expect(own.db()).not.toBe(left)
  await separate.dropDatabase()
  await close()
  await own.close()
})

test('while a restore exchanges the database a service is not connected to it, and prepares it again afterwards', async () => {
  const own = await service()
  const state = { _id: 'restore' as never }
  const { db: separate, close } = await own.withoutTimeout()
  await separate.collection(restoreStateName).insertOne({ ...state, phase: 'exchanging' })
  await expect(own.ping()).rejects.toMatchObject({ name: 'RestoreUnfinished' })
  expect(() => own.db()).toThrow('The service is starting.')
  await separate.collection(restoreStateName).updateOne(state, { $set: { phase: 'exchanged' } })
  await expect.poll(() => own.ping().then(() => 'ready', String), { timeout: 15_000 }).toBe('ready')
  expect(own.prepared.times).toBe(2)
  await separate.dropDatabase()
  await close()
  await own.close()
})
