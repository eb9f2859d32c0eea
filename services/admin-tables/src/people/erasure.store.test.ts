import type { ErasurePreview } from '@app/contracts/erasures'
import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { erasureStore } from '../records/erasure-store'
import { guardians, lessons, students } from '../seed/school'
import { personId, testApp } from '../test-app.fixture'
import { startErasures } from './erasure-job'

const setup = testApp()

const [saturday, sunday, grace, ada, eve] = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(24)) as [
  string,
  string,
  string,
  string,
  string,
]
const times = { created_at: '2026-05-01T09:00:00.000Z', updated_at: '2026-05-01T09:00:00.000Z' }
const lesson = (id: string, more: object) => ({
  ...{
    id,
    title: 'First arrows',
    seats: 2,
    starts_at: '2026-12-05T18:00:00.000Z',
    students: [],
    waiting: [],
    ...times,
  },
  ...more,
})

/** Grace has no address; her guardian Eve has one. */
const school = () =>
  setup({
    tables: [lessons, students, guardians],
    records: {
      lessons: [lesson(saturday, { students: [ada, grace], present: [grace] }), lesson(sunday, { waiting: [grace] })],
      students: [
        { id: grace, name: 'Grace Owens', birth_date: '2017-03-01', guardians: [eve], ...times },
        { id: ada, name: 'Ada Brook', ...times },
      ],
      guardians: [{ id: eve, name: 'Eve Owens', email: 'eve@example.com', ...times }],
    },
  })

const record = `students/${grace}`
const preview = async ({ get }: Awaited<ReturnType<typeof school>>, query: string) =>
  (await (await get(`/api/person-file/erasure?${query}`, 'ada')).json()) as ErasurePreview

test('a person without an address is counted by the record, with the guardian who would have no child left', async () => {
  const app = await school()
  await app.collection('mailings').insertOne({ mails: [{ to: 'eve@example.com' }] })
  expect(await preview(app, `records=${record}`)).toEqual({
    records: [{ record, label: 'Grace Owens' }],
    lessons: 2,
    mails: 0,
    family: [{ record: `guardians/${eve}`, label: 'Eve Owens', email: 'eve@example.com' }],
  })
  expect(await preview(app, 'emails=EVE@example.com')).toMatchObject({
    records: [{ record: `guardians/${eve}` }],
    mails: 1,
    family: [{ record, label: 'Grace Owens', email: null }],
  })
  expect(await preview(app, `emails=eve@example.com&records=${record}`)).toMatchObject({
    records: [{ record }, { record: `guardians/${eve}` }],
    family: [],
  })
})

test('a guardian whom another child needs is not offered', async () => {
  const app = await school()
  await app.put({ id: ada, name: 'Ada Brook', guardians: [eve], ...times }, 'students')
  expect((await preview(app, `records=${record}`)).family).toEqual([])
})

test('what else is asked for is nobody, and only admins may ask', async () => {
  const app = await school()
  const nothing = { records: [], lessons: 0, mails: 0, family: [] }
  expect(await preview(app, `emails=nobody&records=users/${personId('ada')},students/x`)).toEqual(nothing)
  expect((await app.get(`/api/person-file/erasure?records=${record}`, 'sam')).status).toBe(403)
})

test('an erased record leaves lessons, their lists and the trash; the lessons stay', async () => {
  const app = await school()
  const trashed = { table: 'lessons', record: { _id: new ObjectId(), students: [grace, ada] } }
  await app.collection('trash').insertOne(trashed)
  const erasures = erasureStore(app.collection)
  const _id = new ObjectId()
  await app.collection('erasures').insertOne({ _id, records: [record], asked_at: new Date() })
  await startErasures({ ...app, erasures })()
  await expect.poll(async () => (await erasures.find(_id.toHexString()))?.done_at).toBeInstanceOf(Date)

  expect((await app.rows('students')).map(({ name }) => name)).toEqual(['Ada Brook'])
  const [first, second] = await app.rows('lessons')
  expect([first?.['students'], first?.['present'], second?.['waiting']]).toEqual([[ada], [], []])
  expect((await app.trashed())[0]?.record).toMatchObject({ students: [ada] })
  expect(await erasures.find(_id.toHexString())).not.toHaveProperty('digest')
  expect(await preview(app, `records=${record}`)).toMatchObject({ records: [], lessons: 0 })
})
