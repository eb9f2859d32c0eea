import { minutes } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test, vi } from 'vitest'
import { newAccountSecret } from './account-secret'
import { hasBearer, identifyAccount } from './identify'
import { serviceAccountModel, serviceAccountReader } from './models/service-account'
import { userModel, userStore } from './models/user'
import { secretHash } from './token'

const database = testDatabase()
const { connection } = database.mongo
const users = userModel(connection)
const accounts = serviceAccountModel(connection)
const start = new Date('2027-03-01T09:00:00Z')
let at = start
let address: string | undefined
const now = () => at
const reader = serviceAccountReader(connection, userStore(connection), now)
const identify = identifyAccount({ accounts: reader, addressOf: () => address, now })
let secret: string
let owner: string

beforeEach(async () => {
  await database.clear()
  ;[at, address, secret] = [start, undefined, newAccountSecret()]
  owner = (await users.create({ email: 'ada@example.com', role: 'admin', provider: 'code' })).id
})

const add = async (change: object = {}) =>
  (
    await accounts.create({
      ...{ name: 'Bookings', name_key: 'bookings', rights: { lessons: 'edit' }, exports: [], networks: [] },
      ...{ expires_at: null, owner_id: owner, next_secret: 2, created_at: start },
      secrets: [{ n: 1, hash: secretHash(secret), created_at: start, last_used_at: null }],
      ...change,
    })
  ).id as string
const requestWith = (authorization?: string) =>
  new Request('http://localhost/', authorization === undefined ? {} : { headers: { authorization } })
const ask = (given = `Bearer ${secret}`) => identify(requestWith(given))
const lastUse = async () => (await accounts.findOne().lean())?.secrets[0]?.last_used_at

test.each([
  [undefined, false],
  ['Basic abc', false],
  ['Bearerabc', false],
  ['Bearer', true],
  ['bearer abc', true],
  ['BEARER   abc', true],
])('the header %j carries a secret: %s', (header, carries) => {
  expect(hasBearer(requestWith(header))).toBe(carries)
})

test('a request without a secret has no account', async () => {
  await add()
  expect(await identify(requestWith())).toBeUndefined()
  expect(await identify(requestWith('Basic abc'))).toBeUndefined()
})

test('a secret acts as its account, with its rights, and never as one that has just signed in', async () => {
  const id = await add()
  for (const header of [`Bearer ${secret}`, `bearer   ${secret} `, `Bearer \t${secret}`])
    expect(await ask(header)).toMatchObject({
      ...{ sid: `account-${id}`, isAccount: true, signedInAt: new Date(0) },
      user: { id, role: 'staff', rights: { lessons: 'edit' }, email: 'Bookings (service account)' },
    })
})

test.each([
  ['nothing', ''],
  ['no secret', ' abc'],
  ['a secret that was cut', (given: string) => ` ${given.slice(0, -1)}`],
  ['a revoked secret', () => ` ${newAccountSecret()}`],
])('%s is refused', async (_, given) => {
  await add()
  const header = `Bearer${typeof given === 'string' ? given : given(secret)}`
  await expect(ask(header)).rejects.toMatchObject({
    code: 'not_signed_in',
    message: expect.stringContaining('not valid'),
  })
})

test('a text that is no secret is not looked for', async () => {
  const find = vi.spyOn(reader, 'bySecret')
  await expect(ask('Bearer abc')).rejects.toThrow()
  expect(find).not.toHaveBeenCalled()
})

test('an account ends at its time', async () => {
  await add({ expires_at: new Date(start.getTime() + 1) })
  expect(await ask()).toBeDefined()
  at = new Date(start.getTime() + 1)
  await expect(ask()).rejects.toMatchObject({ code: 'not_signed_in', message: expect.stringContaining('expired') })
})

test.each([
  ['demoted', { role: 'staff' }],
  ['disabled', { disabled: true }],
])('an account whose owner is %s is refused', async (_, change) => {
  await add()
  await users.updateOne({ _id: owner }, { $set: change })
  await expect(ask()).rejects.toMatchObject({ code: 'not_signed_in', message: expect.stringContaining('owner') })
})

test('an account whose owner is gone is refused', async () => {
  const id = await add()
  await users.deleteOne({ _id: owner })
  await expect(ask()).rejects.toMatchObject({ message: expect.stringContaining('owner') })
  expect(await reader.find(id)).toBeUndefined()
})

test('an account is used from its networks alone', async () => {
  await add({ networks: ['203.0.113.0/24'] })
  address = '203.0.113.9'
  expect(await ask()).toBeDefined()
  for (const other of ['198.51.100.1', undefined]) {
    address = other
    await expect(ask()).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining('network') })
  }
})

test('the last use is noted at most once a minute, and not for who is refused', async () => {
  await add({ networks: ['203.0.113.0/24'] })
  await expect(ask()).rejects.toThrow()
  expect(await lastUse()).toBeNull()
  address = '203.0.113.9'
  await ask()
  expect(await lastUse()).toEqual(start)
  at = new Date(start.getTime() + minutes(1) - 1)
  await ask()
  expect(await lastUse()).toEqual(start)
  at = new Date(start.getTime() + minutes(1))
  await ask()
  expect(await lastUse()).toEqual(at)
})

test('an account is found by its id as long as it may act', async () => {
  const id = await add({ expires_at: new Date(start.getTime() + 1) })
  expect(await reader.find(id)).toMatchObject({ id, role: 'staff' })
  expect(await reader.find('no id')).toBeUndefined()
  expect(await reader.find('64b000000000000000000000')).toBeUndefined()
  at = new Date(start.getTime() + 1)
  expect(await reader.find(id)).toBeUndefined()
})

test('a signature is kept and taken away, of somebody who is there', async () => {
  const people = userStore(connection)
  expect(await people.setSignature(owner, 'Ada\nArchery School')).toMatchObject({ signature: 'Ada\nArchery School' })
  expect(await people.setSignature(owner, '')).not.toHaveProperty('signature')
  expect(await people.setSignature('64b000000000000000000000', 'x')).toBeUndefined()
})
