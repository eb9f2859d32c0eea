import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { accountStore } from '../people/account'
import { knownDeviceStore } from './open-session'

const database = testDatabase()
beforeEach(database.clear)
const devices = knownDeviceStore(database.mongo.connection)
const email = 'ada@example.com'
const newUser = async (address = email) =>
  (await accountStore(database.mongo.connection).atLogin(address, { admin: false })).id

test('the first device of a person is no news, the second one is, and a known one never', async () => {
  const id = await newUser()
  expect(await devices.isKnown(email, 'laptop')).toBe(false)
  expect(await devices.remember(id, 'laptop')).toBe(false)
  expect(await devices.isKnown(email, 'laptop')).toBe(true)
  expect(await devices.remember(id, 'phone')).toBe(true)
  expect(await devices.remember(id, 'phone')).toBe(false)
  expect(await devices.remember(id, 'laptop')).toBe(false)
})

test('two sign-ins from a new device at the same moment are told once', async () => {
  const id = await newUser()
  await devices.remember(id, 'laptop')
  const told = await Promise.all([devices.remember(id, 'phone'), devices.remember(id, 'phone')])
  expect(told.toSorted()).toEqual([false, true])
})

test('a device belongs to its person', async () => {
  await devices.remember(await newUser(), 'laptop')
  await newUser('grace@example.com')
  expect(await devices.isKnown('grace@example.com', 'laptop')).toBe(false)
  expect(await devices.isKnown('nobody@example.com', 'laptop')).toBe(false)
})

test('twenty devices are remembered; the one remembered first is forgotten', async () => {
  const id = await newUser()
  for (let n = 0; n <= 20; n++) await devices.remember(id, `device-${n}`)
  expect(await devices.isKnown(email, 'device-0')).toBe(false)
  expect(await devices.isKnown(email, 'device-1')).toBe(true)
  expect(await devices.isKnown(email, 'device-20')).toBe(true)
})

test('a person who is gone has no devices, and nothing is stored', async () => {
  expect(await devices.remember('64b000000000000000000000', 'laptop')).toBe(false)
  expect(await database.mongo.db().collection('users').countDocuments()).toBe(0)
})

test('the secret of the cookie is not stored', async () => {
  await devices.remember(await newUser(), 'laptop-secret')
  expect(JSON.stringify(await database.mongo.db().collection('users').find().toArray())).not.toContain('laptop-secret')
})
