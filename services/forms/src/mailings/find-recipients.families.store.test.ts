import { testDatabase } from '@app/mongo/test-database.fixture'
import { everything, type Scope } from '@app/record-query'
import { type Document, ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { familyAddresses } from './find-recipients'

const database = testDatabase()
const db = () => database.mongo.db()
const families = familyAddresses(db)
const family = async (address: string, scope: Scope) => (await families([address], scope)).get(address) ?? []
const [ana, ben, cem, stranger] = Array.from({ length: 4 }, () => new ObjectId())
const [zoe, tim, other] = Array.from({ length: 3 }, () => new ObjectId())
const hex = (...ids: (ObjectId | undefined)[]) => ids.map(String)

/** Ana has Zoë and Tim; Ben is Zoë's other guardian, Cem that of Tim. */
beforeEach(async () => {
  await database.clear()
  await db()
    .collection('guardians')
    .insertMany([
      { _id: ana!, name: 'Ana', email: 'ana@example.com' },
      { _id: ben!, name: 'Ben', email: 'Ben@Example.com ' },
      { _id: cem!, name: 'Cem' },
      { _id: stranger!, name: 'Dan', email: 'dan@example.com' },
    ])
  await db()
    .collection('students')
    .insertMany([
      { _id: zoe!, name: 'Zoë', guardians: hex(ana, ben), email: 'zoe@example.com' },
      { _id: tim!, name: 'Tim', guardians: [...hex(ana, cem), 'no id'], email: 'not an address' },
      { _id: other!, name: 'Uma', guardians: hex(stranger), email: 'uma@example.com' },
    ])
})

test('a family has the addresses of its students and of their other guardians, each in its normal form', async () => {
  expect((await family('ana@example.com', everything)).sort()).toEqual(['ben@example.com', 'zoe@example.com'])
  expect(await family('dan@example.com', everything)).toEqual(['uma@example.com'])
})

test('an address that is no guardian’s has no family', async () => {
  expect(await family('zoe@example.com', everything)).toEqual([])
  expect(await family('nobody@example.com', everything)).toEqual([])
})

test('guardians who share an address are one family, which does not have that address', async () => {
  await db()
    .collection('guardians')
    .updateOne({ _id: stranger! }, { $set: { email: 'ana@example.com' } })
  expect((await family('ana@example.com', everything)).sort()).toEqual([
    'ben@example.com',
    'uma@example.com',
    'zoe@example.com',
  ])
})

test('families are read together, and one with many records takes nothing from the others', async () => {
  const crowd = Array.from({ length: 60 }, (_, n) => ({ name: `Guest ${n}`, email: 'front@example.com' }))
  await db().collection('guardians').insertMany(crowd)
  const found = await families(['front@example.com', 'dan@example.com', 'nobody@example.com'], everything)
  expect(found.get('dan@example.com')).toEqual(['uma@example.com'])
  expect(found.get('front@example.com') ?? []).toEqual([])
  expect(found.get('nobody@example.com') ?? []).toEqual([])
})

test('of an address that stands in many records, few count, also beside others', async () => {
  const desks = Array.from({ length: 30 }, (_, n) => ({
    _id: new ObjectId(),
    name: `Desk ${n}`,
    email: 'desk@example.com',
  }))
  await db().collection('guardians').insertMany(desks)
  const children = desks.map(({ _id }, n) => ({
    name: `Child ${n}`,
    guardians: hex(_id),
    email: `child${n}@example.com`,
  }))
  await db().collection('students').insertMany(children)
  const beside = ['desk@example.com', 'dan@example.com', 'nobody@example.com']
  expect((await families(beside, everything)).get('desk@example.com')).toHaveLength(20)
})

test('records that the reader may not see are in no family', async () => {
  const within = (filters: Record<string, Document>): Scope => ({
    reach: () => 'own',
    filterOf: async (table) => filters[table],
  })
  const ownStudents = within({ students: { _id: { $in: [tim!] } } })
  expect(await family('ana@example.com', ownStudents)).toEqual([])
  const noOthers = within({ guardians: { _id: { $in: [ana!] } } })
  expect(await family('ana@example.com', noOthers)).toEqual(['zoe@example.com'])
  expect(await family('ana@example.com', within({ guardians: { _id: { $in: [] } } }))).toEqual([])
})
