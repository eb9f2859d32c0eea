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
const lookupsOf = (of: typeof collection) =>
  importLookups({ collection: of, tables: { find: async (name) => tables.find((one) => one.name === name) }, files })(
    students,
    me,
  )
const lookups = lookupsOf(collection)

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

test('a table is read once for a whole file; what changes meanwhile is found as well, and what is gone is not', async () => {
  const records = collection('students')
  const add = async (name: string) =>
    (await records.insertOne({ name, updated_at: new Date() })).insertedId.toHexString()
  const [ada, ivy] = [await add('Ada Brook'), await add('Ivy Quinn')]
  let wholeReads = 0
  const counted = new Proxy(records, {
    get: (target, name) =>
      name === 'find'
        ? (filter: object, options: object) => {
            if (Object.keys(filter).length === 0) wholeReads++
            return target.find(filter, options)
          }
        : Reflect.get(target, name),
  })
  const fresh = lookupsOf(() => counted)
  const names = ['ada  brook', 'Ivy Quinn', 'Zoë Quinn']
  const found = async () => (await fresh.existing('name', names)).map(({ id }) => id).toSorted()
  await fresh.lookAhead('name', names, async () => {})
  expect(await found()).toEqual([ada, ivy].toSorted())
  await records.deleteOne({ _id: new ObjectId(ivy) })
  const zoe = await add('zoë quinn')
  expect(await found()).toEqual([ada, zoe].toSorted())
  expect(Object.fromEntries(await fresh.named('students', names))).toEqual({
    'ada  brook': [ada],
    ...{ 'Ivy Quinn': [], 'Zoë Quinn': [zoe] },
  })
  await fresh.lookAheadFor('students', names, async () => {})
  await fresh.lookAhead('date_of_birth', ['2015-04-01'], async () => {})
  expect(await fresh.existing('date_of_birth', ['2015-04-01'])).toEqual([])
  expect(await fresh.existing('id', [ada, 'no id'])).toMatchObject([{ id: ada }])
  expect(wholeReads).toBe(1)
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
