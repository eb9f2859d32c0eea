import type { Changes } from '@app/contracts/history'
import { inquiryTable } from '@app/contracts/inquiries'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { type Document, ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { lessons, students } from '../seed/school'
import { personRecords } from './person-records'
import { pendingField, revisionStore } from './revision-store'
import type { StoredRevision } from './stored-revision'

const database = testDatabase()
const collection = (name: string) => database.mongo.db().collection(name)
const revisions = revisionStore(
  collection,
  async () => {},
  async () => [],
)
let told: [string, readonly string[]][] = []
const persons = personRecords(
  collection,
  revisions,
  async () => [lessons, students],
  async (table, ids) => void told.push([table, ids]),
)
beforeEach(async () => {
  told = []
  await database.clear()
})

const address = 'eve@example.com'
const id = () => new ObjectId()
const store = async (table: string, document: Document = {}): Promise<string> => {
  const { insertedId } = await collection(table).insertOne(document)
  return String(insertedId)
}
const trash = async (table: string, record: Document = {}): Promise<string> => {
  const whole = { _id: id(), ...record }
  await collection('trash').insertOne({ table, record: whole })
  return String(whole._id)
}
const revision = (table: string, record_id: string, changes: Changes): StoredRevision => ({
  ...{ _id: id(), table, record_id, at: new Date(), actor: { id: 'a', email: 'ada@archery.example' } },
  ...{ action: 'update', source: 'form', changes },
})
const changed = async (...given: Parameters<typeof revision>) =>
  String((await collection('revisions').insertOne(revision(...given))).insertedId)
const changesOf = async (_id: string) =>
  (await collection('revisions').findOne({ _id: new ObjectId(_id) }))?.['changes'] as Changes

test('the records of an address are found live and in the trash, however it is written, and no others', async () => {
  const [student, guardian] = [
    await store('students', { email: address }),
    await store('guardians', { email: address }),
  ]
  const inquiry = await store(inquiryTable, { email: 'Eve@Example.com' })
  const deleted = await trash('students', { email: 'EVE@example.com' })
  await store('students', { email: 'steve@example.com' })
  await store('students', { email: 'eve@example.com.au' })
  await store('students', { email: 'eve@exampleXcom' })
  await store('instructors', { email: address })
  expect((await persons.of(address)).sort()).toEqual(
    [`students/${student}`, `guardians/${guardian}`, `${inquiryTable}/${inquiry}`, `students/${deleted}`].sort(),
  )
})

test('of records that had an address, those that hold it still are told from those that do not', async () => {
  const kept = await store('students', { email: 'Eve@example.com' })
  const corrected = await store('students', { email: 'grace@example.com' })
  const deleted = await trash('guardians', { email: address })
  const gone = String(id())
  const records = [`students/${kept}`, `students/${corrected}`, `guardians/${deleted}`, `guardians/${gone}`]
  expect((await persons.holding(records, { address })).sort()).toEqual(
    [`students/${kept}`, `guardians/${deleted}`].sort(),
  )
})

test('with records go their trash, the values of their history, and the signatures of students', async () => {
  const [student, other] = [await store('students', { name: 'Eve' }), await store('students', { name: 'Uma' })]
  const deleted = await trash('students', { name: 'Eve' })
  const [own, foreign] = [
    await changed('students', student, { name: ['Ev', 'Eve'], email: [null, address] }),
    await changed('students', other, { name: ['Um', 'Uma'] }),
  ]
  for (const one of [student, other]) await store('waiver_signatures', { student: one })
  await persons.remove([`students/${student}`, `students/${deleted}`])
  expect((await collection('students').find().toArray()).map(({ _id }) => String(_id))).toEqual([other])
  expect(await collection('trash').countDocuments()).toBe(0)
  expect((await collection('waiver_signatures').find().toArray()).map((one) => one['student'])).toEqual([other])
  // That something was changed stays, also that there was nothing before; what it was does not.
  const { name, email } = await changesOf(own)
  expect(JSON.stringify([name, email])).not.toMatch(/ev/i)
  expect([name![0] === null, email![0]]).toEqual([false, null])
  expect(await changesOf(foreign)).toEqual({ name: ['Um', 'Uma'] })
  expect(told).toEqual([['students', [student, deleted]]])
})

test('no lesson refers to an erased student any more, live or in the trash', async () => {
  const [gone, other] = [await store('students', { name: 'Eve' }), await store('students', { name: 'Uma' })]
  await store('lessons', { title: 'Full', students: [gone, other], waiting: [gone] })
  await store('lessons', { title: 'Other', students: [other], waiting: null })
  await trash('lessons', { title: 'Former', students: [gone] })
  await persons.remove([`students/${gone}`])
  expect(await collection('lessons').find().sort({ title: 1 }).toArray()).toMatchObject([
    { title: 'Full', students: [other], waiting: [] },
    { title: 'Other', students: [other], waiting: null },
  ])
  expect(await collection('trash').findOne({ table: 'lessons' })).toMatchObject({ record: { students: [] } })
})

test('with an erased guardian go the texts it was made of, also from students of whom staff have removed it since', async () => {
  const [gone, other] = [await store('guardians', { name: 'Eve' }), await store('guardians', { name: 'Uma' })]
  const student = (more: object) => ({ guardian: 'Eve Gone, eve@example.com', ...more })
  const linked = await store('students', student({ guardians: [gone, other], guardian_moved: gone }))
  const replaced = await store('students', student({ guardians: [other], guardian_moved: gone }))
  const emptied = await store('students', student({ guardians: null, guardian_moved: gone }))
  const foreign = await store('students', student({ guardians: [other], guardian_moved: other, guardian: 'Uma Stays' }))
  const deleted = await trash('students', student({ guardians: [other], guardian_moved: gone }))
  const ids = [linked, replaced, emptied, foreign, deleted]
  const history = await Promise.all(ids.map((one) => changed('students', one, { guardian: [null, 'Eve Gone'] })))
  // A change that still waits in its record is erased as well.
  const waiting = revision('students', linked, { guardian: ['Eve', 'Eve Gone'] })
  await collection('students').updateOne({ _id: new ObjectId(linked) }, { $set: { [pendingField]: [waiting] } })

  await persons.remove([`guardians/${gone}`])
  const left = async (one: string) => {
    const live = await collection('students').findOne({ _id: new ObjectId(one) })
    const record = live ?? (await collection('trash').findOne({ 'record._id': new ObjectId(one) }))?.['record']
    return [record['guardian'], record['guardians']]
  }
  expect(await Promise.all(ids.map(left))).toEqual([
    [undefined, [other]],
    [undefined, [other]],
    [undefined, null],
    ['Uma Stays', [other]],
    [undefined, [other]],
  ])
  const said = await Promise.all([...history, String(waiting._id)].map(changesOf))
  expect(said.map((changes) => JSON.stringify(changes).includes('Eve Gone'))).toEqual([
    ...[false, false, false, true, false, false],
  ])
})

test('an erased address is forgotten: in copies of replies, in drafts, and in changes of whatever record', async () => {
  const copied = (more: object = {}) => ({
    email: 'grace@example.com',
    replies: [{ text: 'Hi', cc: [address, 'uma@example.com'] }, { text: 'Ho' }],
    reply_drafts: [{ cc: 'uma@example.com' }, { cc: ' Eve@Example.com, uma@example.com' }],
    mails: [
      { kind: 'copy', to: address },
      { kind: 'copy', to: 'uma@example.com' },
      { kind: 'reply', to: 'grace@example.com' },
    ],
    ...more,
  })
  const live = await store(inquiryTable, copied())
  await trash(inquiryTable, copied())
  const untouched = await store(inquiryTable, { replies: [{ cc: ['uma@example.com'] }], reply_drafts: [{ cc: '' }] })
  const renamed = await changed('students', String(id()), { email: ['Eve@example.com', 'grace@example.com'] })
  const waiting = revision('guardians', String(id()), { email: [null, address] })
  await store('guardians', { _id: new ObjectId(waiting.record_id), [pendingField]: [waiting] })
  const elsewhere = await changed('instructors', String(id()), { email: [null, address] })

  await persons.forget(address)
  const found = await collection(inquiryTable).findOne({ _id: new ObjectId(live) })
  const deleted = (await collection('trash').findOne())?.['record']
  for (const one of [found, deleted])
    expect(one).toMatchObject({
      replies: [{ text: 'Hi', cc: ['uma@example.com'] }, { text: 'Ho' }],
      reply_drafts: [{ cc: 'uma@example.com' }, { cc: '' }],
      mails: [{ to: 'uma@example.com' }, { to: 'grace@example.com' }],
      // Whoever writes the mails of this inquiry now reads them again.
      mail_version: expect.any(Number),
    })
  expect(await collection(inquiryTable).findOne({ _id: new ObjectId(untouched) })).not.toHaveProperty('mail_version')
  for (const one of [renamed, String(waiting._id)]) expect(JSON.stringify(await changesOf(one))).not.toMatch(/eve@/i)
  expect(await changesOf(elsewhere)).toEqual({ email: [null, address] })
  expect(await persons.copies(address)).toEqual([])
})
