import { testDatabase } from '@app/mongo/test-database.fixture'
import { sessionStore, userStore } from '@app/session'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountStore } from './account'

const database = testDatabase(({ connection }) =>
  Promise.all([accountStore(connection).prepare(), sessionStore(connection).prepare()]),
)
beforeEach(database.clear)
const { connection } = database.mongo
const accounts = accountStore(connection)
const admins = () => database.mongo.db().collection('users').find({ role: 'admin' }).toArray()
const google = (subject: string, email: string) => ({ issuer: 'https://id.example', subject, email })

describe('the last admin', () => {
  test('can be neither demoted, disabled nor deleted', async () => {
    const users = userStore(connection)
    const { id } = await accounts.atLogin('chief@example.com', { admin: true })
    const attempts = [
      () => users.setRole(id, 'user'),
      () => users.setAccess(id, { disabled: true }),
      () => users.remove(id),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'conflict', status: 409 })
    expect(await users.find(id)).toMatchObject({ role: 'admin' })
    expect(await users.find(id)).not.toHaveProperty('disabled')
  })

  test('remains when the last two admins demote each other concurrently', async () => {
    const users = userStore(connection)
    await accounts.atLogin('first@example.com', { admin: true })
    for (let round = 0; round < 20; round++) {
      const second = await accounts.atLogin(`second-${round}@example.com`, { admin: true })
      const [first] = (await admins()).filter(({ email }) => email !== second.email)
      const results = await Promise.allSettled([
        users.setRole(first!._id.toHexString(), 'user'),
        round % 2 ? users.remove(second.id) : users.setRole(second.id, 'user'),
      ])
      expect((await admins()).length).toBeGreaterThanOrEqual(1)
      expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
      // Restores a single admin.
      for (const { _id } of (await admins()).slice(1)) await users.setRole(_id.toHexString(), 'user')
    }
  })

  test('an admin by configuration who has signed in with Google only can be neither demoted, disabled nor deleted', async () => {
    const users = userStore(connection, ['listed@example.com'])
    const other = await accounts.atLogin('other-admin@example.com', { admin: true })
    const { id } = await accounts.link(google('sub-listed', 'listed@example.com'))
    await users.setRole(id, 'admin')
    const attempts = [
      () => users.setRole(id, 'staff'),
      () => users.setAccess(id, { disabled: true }),
      () => users.remove(id),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/ADMIN_EMAILS/)
    expect(await users.find(id)).toMatchObject({ role: 'admin' })
    // Once the address is out of the list, nothing stored protects it, but that somebody has to be an admin.
    const later = userStore(connection)
    expect(await later.remove(id)).toBe(true)
    await expect(later.remove(other.id)).rejects.toMatchObject({ code: 'conflict' })
  })
})

test('a removed person leaves no session, passkey or calendar behind, and is removed once', async () => {
  const users = userStore(connection)
  const { id } = await accounts.atLogin('former@example.com', { admin: false })
  const sid = await sessionStore(connection).create(id, 'A test')
  const others = ['passkeys', 'calendar_feeds'].map((name) => database.mongo.db().collection(name))
  for (const one of others) await one.insertMany([{ user_id: id }, { user_id: 'another' }])
  expect(await users.remove(id)).toBe(true)
  expect(await sessionStore(connection).find(sid)).toBeUndefined()
  for (const one of others) expect(await one.distinct('user_id')).toEqual(['another'])
  expect([await users.remove(id), await users.setRole(id, 'admin')]).toEqual([false, undefined])
})

test('of ten concurrent first sign-ins with one provider account is one user', async () => {
  const found = await Promise.all(
    Array.from({ length: 10 }, () => accounts.link(google('sub-many', 'many@example.com'))),
  )
  expect(new Set(found.map(({ id }) => id)).size).toBe(1)
  expect(await database.mongo.db().collection('users').countDocuments()).toBe(1)
})

test('an account is linked to the user of its address, stays linked when that changes, and no second one is', async () => {
  const known = await accounts.atLogin('coach@example.com', { admin: false })
  expect(await accounts.link(google('sub-coach', 'coach@example.com'))).toMatchObject({ id: known.id })
  expect(await accounts.link(google('sub-coach', 'moved@example.com'))).toMatchObject({
    id: known.id,
    email: 'coach@example.com',
  })
  await expect(accounts.link(google('sub-stranger', 'coach@example.com'))).rejects.toMatchObject({ code: 'conflict' })
})

test('after many concurrent logins five sessions remain, the newest among them', async () => {
  const sessions = sessionStore(connection)
  await Promise.all(Array.from({ length: 30 }, () => sessions.create('user-1', 'A test')))
  expect(await sessions.list('user-1')).toHaveLength(5)
  const sid = await sessions.create('user-1', 'A test')
  expect(await sessions.find(sid)).toBeDefined()
  expect(await sessions.list('user-1')).toHaveLength(5)
})
