import { testDatabase } from '@app/mongo/test-database.fixture'
import { secretHash } from '@app/session'
import { beforeEach, expect, test } from 'vitest'
import { accountStore } from './service-account'

const at = new Date('2027-03-01T09:00:00Z')
const database = testDatabase(({ connection }) => accountStore(connection).prepare())
const accounts = accountStore(database.mongo.connection, () => at)
beforeEach(database.clear)

const settings = { name: 'Bookings', rights: { lessons: 'edit' as const }, exports: [], networks: [], expiresAt: null }
const gone = '64b000000000000000000000'
const newAccount = async (name = settings.name) => (await accounts.create({ ...settings, name }, 'owner-1'))!

test('an account is stored with the hash of its secret alone', async () => {
  const { id, secret } = await newAccount()
  const stored = (await accounts.find(id))!
  expect(stored).toMatchObject({ name: 'Bookings', owner_id: 'owner-1', created_at: at, expires_at: null })
  expect(stored.secrets).toMatchObject([{ n: 1, hash: secretHash(secret), last_used_at: null }])
  expect(JSON.stringify(stored)).not.toContain(secret)
})

test('a name belongs to one account, in any case, also of two made at the same moment', async () => {
  const made = await Promise.all([accounts.create(settings, 'owner-1'), accounts.create(settings, 'owner-2')])
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await accounts.create({ ...settings, name: 'BOOKINGS' }, 'owner-1')).toBeUndefined()
  const other = await newAccount('Other')
  expect(await accounts.change(other.id, { ...settings, name: 'bookings' }, 'owner-1')).toBeUndefined()
  expect(await accounts.find(other.id)).toMatchObject({ name: 'Other' })
})

test('who saves an account answers for it; one that is gone is not made anew', async () => {
  const { id } = await newAccount('Office')
  const change = { ...settings, name: 'Office 2', networks: ['203.0.113.0/24'], expiresAt: new Date('2028-01-01') }
  expect(await accounts.change(id, change, 'owner-2')).toMatchObject({
    name: 'Office 2',
    owner_id: 'owner-2',
    networks: ['203.0.113.0/24'],
    expires_at: new Date('2028-01-01'),
  })
  expect(await accounts.change(gone, settings, 'owner-2')).toBeNull()
  expect(await accounts.list()).toHaveLength(1)
})

test('accounts are listed by name, whatever its case', async () => {
  for (const name of ['zebra', 'Archers', 'bows']) await newAccount(name)
  expect((await accounts.list()).map(({ name }) => name)).toEqual(['Archers', 'bows', 'zebra'])
})

test('a removed account is removed once', async () => {
  const { id } = await newAccount()
  const removed = await Promise.all([accounts.remove(id), accounts.remove(id)])
  expect(removed.toSorted()).toEqual([false, true])
  expect(await accounts.find(id)).toBeUndefined()
})

test('an account has two secrets at most, also when two are added at the same moment', async () => {
  const { id } = await newAccount()
  const account = (await accounts.find(id))!
  const added = await Promise.all([accounts.addSecret(account), accounts.addSecret(account)])
  expect(added.filter(Boolean)).toMatchObject([{ n: 2 }])
  const full = (await accounts.find(id))!
  expect(full.secrets).toHaveLength(2)
  expect(await accounts.addSecret(full)).toBeUndefined()
})

test('the number of a removed secret is never used again', async () => {
  const { id } = await newAccount()
  await accounts.addSecret((await accounts.find(id))!)
  const left = (await accounts.removeSecret(id, 2))!
  expect(left.secrets.map(({ n }) => n)).toEqual([1])
  expect(await accounts.addSecret(left)).toMatchObject({ n: 3 })
  expect(await accounts.removeSecret(id, 2)).toBeUndefined()
  expect(await accounts.removeSecret(gone, 1)).toBeUndefined()
})
