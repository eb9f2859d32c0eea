import { testDatabase } from '@app/mongo/test-database.fixture'
import { userStore } from '@app/session'
import { rightsOf } from '@app/session/models/user'
import { beforeEach, expect, test } from 'vitest'
import { accountStore } from './account'
import { personStore } from './person'
import { accessRequestStore } from './request-access'

const database = testDatabase(({ connection }) => accountStore(connection).prepare())
const { connection } = database.mongo
const at = new Date('2027-03-01T09:00:00Z')
const people = personStore(connection, () => at)
const accounts = accountStore(connection, () => at)
beforeEach(database.clear)

const staff = {
  name: 'Ada',
  role: 'staff' as const,
  rights: { lessons: 'edit' as const, students: 'own' as const },
  exports: [],
}
const gone = '64b000000000000000000000'

test('a person is invited once, also by two admins at the same moment', async () => {
  const invited = await Promise.all([people.invite('ada@example.com', staff), people.invite('ada@example.com', staff)])
  expect(invited.filter(Boolean)).toHaveLength(1)
  expect(await people.list()).toHaveLength(1)
  expect(await people.findByEmail('ada@example.com')).toMatchObject({ role: 'staff', provider: 'code', invited_at: at })
})

test('an invitation keeps the rights of own records apart from those of a whole table', async () => {
  const { _id } = (await people.invite('ada@example.com', staff))!
  const stored = (await people.find(String(_id)))!
  expect(rightsOf(stored)).toEqual(staff.rights)
  expect(stored).toMatchObject({ rights: { lessons: 'edit' }, own_tables: ['students'] })
})

test('people are listed by address', async () => {
  for (const name of ['grace', 'ada', 'katherine']) await people.invite(`${name}@example.com`, staff)
  expect((await people.list()).map(({ email }) => email)).toEqual([
    'ada@example.com',
    'grace@example.com',
    'katherine@example.com',
  ])
})

test('somebody who asked for access is invited, and has asked no longer', async () => {
  const { id } = await accounts.atLogin('ada@example.com', { admin: false })
  await accessRequestStore(connection).claim(id)
  const again = await people.inviteAgain(id, staff)
  expect(again).toMatchObject({ role: 'staff', invited_at: at })
  expect(again).not.toHaveProperty('access_requested_at')
})

test('an invitation is changed until the person has signed in', async () => {
  const { _id } = (await people.invite('ada@example.com', staff))!
  expect(await people.inviteAgain(String(_id), { ...staff, role: 'admin', name: 'Ada L.' })).toMatchObject({
    role: 'admin',
    name: 'Ada L.',
  })
  await accounts.atLogin('ada@example.com', { admin: false })
  expect(await people.inviteAgain(String(_id), staff)).toBeUndefined()
  expect(await people.find(String(_id))).toMatchObject({ role: 'admin' })
})

test('neither a disabled person nor one who is gone is invited again', async () => {
  const { _id } = (await people.invite('ada@example.com', staff))!
  await userStore(connection).setAccess(String(_id), { disabled: true })
  expect(await people.inviteAgain(String(_id), staff)).toBeUndefined()
  expect(await people.inviteAgain(gone, staff)).toBeUndefined()
  expect([await people.find(gone), await people.findByEmail('nobody@example.com')]).toEqual([undefined, undefined])
})
