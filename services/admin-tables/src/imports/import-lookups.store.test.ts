import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { fileStore } from '../files/file-store'
import { students } from '../seed/school'
import { users } from '../seed/users'
import { importLookups } from './import-lookups'

const database = testDatabase()
beforeEach(database.clear)
const collection = (name: string) => database.mongo.db().collection(name)
const tables = [students, users]
const me = 'a'.repeat(24)
const files = fileStore(database.mongo.db)
const lookups = importLookups({
  collection,
  tables: { find: async (name) => tables.find((one) => one.name === name) },
  files,
})(students, me)

test('records are named by their label, however it is written, or by their id; a label may name several', async () => {
  const [ada, first, second] = [new ObjectId(), new ObjectId(), new ObjectId()]
  await collection('students').insertMany([
    { _id: ada, name: 'Ada Brook' },
    { _id: first, name: 'Zoë Quinn' },
    { _id: second, name: 'zoë quinn' },
  ])
  const named = await lookups.named('students', ['ada brook', String(ada), 'Zoë Quinn', 'Nobody', me])
  expect(Object.fromEntries([...named].map(([label, ids]) => [label, ids.toSorted()]))).toEqual({
    'ada brook': [String(ada)],
    [String(ada)]: [String(ada)],
    'Zoë Quinn': [String(first), String(second)].sort(),
    ...{ Nobody: [], [me]: [] },
  })
  expect(await lookups.named('unknown', ['Ada Brook'])).toEqual(new Map())
})

test('nobody learns from an import whether an address has an account', async () => {
  const _id = new ObjectId()
  await collection('users').insertOne({ _id, name: 'Ivy', email: 'ivy@example.com' })
  const named = await lookups.named('users', ['Ivy', 'ivy@example.com', String(_id)])
  expect([...named.values()]).toEqual([[], [], [String(_id)]])
})

test('files that another person has uploaded, or nobody, are refused', async () => {
  const upload = (userId: string) =>
    files.add({ name: 'photo.png', type: 'image/png', bytes: Buffer.from('png'), userId })
  const [own, other] = [await upload(me), await upload('b'.repeat(24))]
  const unknown = own.url.replace(own.id, 'c'.repeat(24))
  expect(await lookups.refusedFiles([own.url, other.url, unknown])).toEqual(new Set([other.url, unknown]))
})
