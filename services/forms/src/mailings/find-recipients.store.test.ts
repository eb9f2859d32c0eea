import { testDatabase } from '@app/mongo/test-database.fixture'
import { everything, type Scope } from '@app/record-query'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { mailAddresses } from '../addresses/mail-addresses'
import { selectedRecords, tableSchemas } from '../inquiries/selected-records'
import { findRecipients } from './find-recipients'

const [ada, ben, zoe, ivy, kim, max, eva, tom] = [...'abcdef01'].map((letter) => letter.repeat(24)) as [
  ...[string, string, string, string],
  ...[string, string, string, string],
]
type Row = { _id: string; [field: string]: unknown }
const tables: Record<string, Row[]> = {
  lessons: [
    { _id: '1'.repeat(24), students: [ada, ben], instructor: ivy },
    { _id: '2'.repeat(24), students: [ada, zoe, kim, 'not an id'], instructor: ivy },
  ],
  students: [
    { _id: ada, name: 'Ada Brook', email: 'ada@example.com', guardians: [eva, tom], birth_date: '2018-05-01' },
    { _id: ben, name: 'Ben Brook', email: 'Ben@example.com', guardians: [eva], birth_date: '1990-05-01' },
    { _id: zoe, name: 'Zoë Quinn', phone: ' 916-555-0142 ', guardians: [max], birth_date: '2017-05-01' },
    { _id: kim, name: 'Kim Brook', guardians: [eva], birth_date: '2016-05-01' },
  ],
  guardians: [
    { _id: eva, name: 'R. Brook', email: ' Brook@Example.com', phone: '916-555-0100' },
    { _id: tom, name: 'T. Brook', email: 'tom@example.com' },
    { _id: max, name: 'P. Quinn', email: 'not an address', phone: '916-555-0111' },
  ],
  instructors: [{ _id: ivy, name: 'Ivy Archer', email: 'ivy@archery.example' }],
}
const database = testDatabase()
const { mongo } = database
const collection = (name: string) => mongo.db().collection<{ _id: ObjectId | string }>(name)
const addresses = mailAddresses(mongo.db)
const select = selectedRecords(
  mongo.db,
  tableSchemas(() => mongo.db().collection<{ _id: string }>('table_schemas')),
)
const today = () => Date.parse('2026-06-01T18:00:00Z')
const findAll = findRecipients(select, addresses, today)
const find = (audience: Parameters<typeof findAll>[0]) => findAll(audience, everything)
const insert = (table: string, rows: readonly Row[]) =>
  collection(table).insertMany(rows.map(({ _id, ...row }) => ({ _id: new ObjectId(_id), ...row })))

beforeEach(async () => {
  await database.clear()
  for (const [name, rows] of Object.entries(tables)) {
    await insert(name, rows)
    const schema = { _id: name, name, properties: { name: { type: 'string', title: 'Name' } } }
    await collection('table_schemas').insertOne(schema)
  }
})

const lessons = { table: 'lessons', query: '' } as const
const person = (id: string, name: string, guardian: string | null, phone: string | null) => ({
  ...{ table: 'students', id, name, guardian, phone },
})
const called = { table: 'students', id: zoe, name: 'Zoë Quinn', guardian: 'P. Quinn', phone: '916-555-0111' }

test('minors are written to by all their guardians, once per address; an adult and the instructor themselves', async () => {
  expect(await find({ about: lessons, to: ['students', 'instructors'] })).toEqual({
    namesOf: new Map([
      ['brook@example.com', ['Ada Brook', 'Kim Brook']],
      ['tom@example.com', ['Ada Brook']],
      ['ben@example.com', ['Ben Brook']],
      ['ivy@archery.example', ['Ivy Archer']],
    ]),
    recipients: [
      { name: 'R. Brook', email: 'brook@example.com' },
      { name: 'T. Brook', email: 'tom@example.com' },
      { name: 'Ben Brook', email: 'ben@example.com' },
      { name: 'Ivy Archer', email: 'ivy@archery.example' },
    ],
    withoutAddress: [called],
    households: [
      {
        person: person(ada, 'Ada Brook', 'R. Brook', '916-555-0100'),
        emails: ['brook@example.com', 'tom@example.com'],
      },
      { person: person(ben, 'Ben Brook', null, null), emails: ['ben@example.com'] },
      { person: person(kim, 'Kim Brook', 'R. Brook', '916-555-0100'), emails: ['brook@example.com'] },
      { person: { ...person(ivy, 'Ivy Archer', null, null), table: 'instructors' }, emails: ['ivy@archery.example'] },
    ],
  })
})

test('who may not see guardians writes to none of them: their students are listed by the label', async () => {
  const without: Scope = { ...everything, reach: (table) => (table === 'guardians' ? 'none' : 'all') }
  const found = await findAll({ about: lessons, to: ['students'] }, without)
  expect(found.recipients).toEqual([{ name: 'Ben Brook', email: 'ben@example.com' }])
  expect(found.withoutAddress).toEqual([
    { table: 'students', id: ada, name: 'Ada Brook', guardian: 'R. Brook', phone: null },
    { ...called, phone: '916-555-0142' },
    { table: 'students', id: kim, name: 'Kim Brook', guardian: 'R. Brook', phone: null },
  ])
})

test('who sees the guardians of own lessons alone learns of the others their names', async () => {
  // They may see all students as well.
  const own: Scope = {
    reach: (table) => (table === 'guardians' ? 'own' : 'all'),
    filterOf: async (table) => (table === 'guardians' ? { _id: new ObjectId(max) } : undefined),
  }
  const found = await findAll({ about: { table: 'students', query: '' }, to: ['students'] }, own)
  expect(found.recipients).toEqual([{ name: 'Ben Brook', email: 'ben@example.com' }])
  expect(found.withoutAddress).toEqual([
    { table: 'students', id: ada, name: 'Ada Brook', guardian: 'R. Brook', phone: null },
    called,
    { table: 'students', id: kim, name: 'Kim Brook', guardian: 'R. Brook', phone: null },
  ])
})

test('a minor without a guardian is written to as before; of unknown age is an adult who has none', async () => {
  await collection('students').deleteMany({})
  await insert('students', [
    { _id: ada, name: 'Ada', email: 'ada@example.com', birth_date: '2018-05-01', guardians: null },
    { _id: ben, name: 'Ben', email: 'ben@example.com' },
    { _id: kim, name: 'Kim', email: 'kim@example.com', guardians: [max] },
  ])
  const found = await find({ about: { table: 'students', query: '' }, to: ['students'] })
  expect(found.recipients.map(({ email }) => email)).toEqual(['ada@example.com', 'ben@example.com'])
  expect(found.withoutAddress).toMatchObject([{ id: kim, guardian: 'P. Quinn', phone: '916-555-0111' }])
})

test('records of people stand for themselves, and only the chosen side of a lesson is written to', async () => {
  const only = async (...given: Parameters<typeof find>) => (await find(...given)).recipients
  const instructor = { name: 'Ivy Archer', email: 'ivy@archery.example' }
  expect(await only({ about: lessons, to: ['instructors', 'instructors'] })).toEqual([instructor])
  // An adult is not addressed by a former guardian.
  const adult = { name: 'Ben Brook', email: 'ben@example.com' }
  expect(await only({ about: { table: 'students', ids: [ben] }, to: ['students'] })).toEqual([adult])
})

test('an address that does not exist is left out; a household without another one is called, once', async () => {
  const suppressed = {
    email: 'brook@example.com',
    reason: 'bounced',
    since: '2026-11-03T18:00:00.000Z',
    status: '5.1.1',
  } as const
  await addresses.suppress('brook@example.com', {
    ...{ reason: 'bounced', status: '5.1.1' },
    at: new Date(suppressed.since),
  })
  const found = await find({ about: lessons, to: ['students'] })
  expect(found.recipients.map(({ email }) => email)).toEqual(['tom@example.com', 'ben@example.com'])
  expect(found.withoutAddress).toEqual([
    called,
    { table: 'students', id: kim, name: 'Kim Brook', guardian: 'R. Brook', phone: '916-555-0100', suppressed },
  ])
})

test('too many people are refused', async () => {
  await collection('students').insertMany(
    Array.from({ length: 501 }, (_, n) => ({ _id: new ObjectId(), email: `p${n}@example.com` })),
  )
  await expect(find({ about: { table: 'students', query: '' }, to: ['students'] })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'A mailing can have 500 recipients at most.',
  })
})

test('students who are filtered by their lessons are those of the list, and no filter of a table that is out of reach', async () => {
  const items = { type: 'string', format: 'reference', table: 'students' }
  const properties = { students: { type: 'array', title: 'Students', items } }
  await collection('table_schemas').updateOne({ _id: 'lessons' }, { $set: { properties } })
  const about = { table: 'students', query: `lessons.students=${'1'.repeat(24)}` } as const
  const found = await find({ about, to: ['students'] })
  expect(found.households?.map(({ person: { name } }) => name)).toEqual(['Ada Brook', 'Ben Brook'])
  const without: Scope = { ...everything, reach: (table) => (table === 'lessons' ? 'none' : 'all') }
  await expect(findAll({ about, to: ['students'] }, without)).rejects.toMatchObject({ code: 'invalid_request' })
})
