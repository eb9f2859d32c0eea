import { schoolDay, startOfDay } from '@app/school-time/school-day'
import type { TableSchema } from '@app/table-schema'
import { ObjectId } from 'mongodb'
import { beforeAll, expect, test } from 'vitest'
import { lessons, students } from '../seed/school'
import { type TestApp, testApp } from '../test-app.fixture'

const setup = testApp()
let app: TestApp
type Row = Record<string, unknown> & { id: string }

// Tables that are not the school's: references hold for whatever a table describes.
const ships: TableSchema = {
  name: 'ships',
  title_field: 'name',
  required: ['name'],
  properties: { name: { type: 'string', title: 'Name' } },
}
const sailors: TableSchema = {
  name: 'sailors',
  title_field: 'name',
  required: ['name'],
  properties: { name: { type: 'string' }, vaccinated: { type: 'boolean' } },
  badges: [{ label: 'Not vaccinated', tone: 'red', when: [{ field: 'vaccinated', equals: false }] }],
}
const voyages: TableSchema = {
  name: 'voyages',
  title_field: 'goal',
  required: ['goal'],
  properties: {
    goal: { type: 'string', title: 'Goal' },
    kind: { type: 'string', enum: ['trade', 'war_time'], enumNames: ['Trade', 'In the service of the crown'] },
    ship: { type: 'string', format: 'reference', table: 'ships' },
    crew: { type: 'array', items: { type: 'string', format: 'reference', table: 'sailors' } },
    captain: { type: 'string', format: 'reference', table: 'sailors' },
  },
}

const made: Record<string, string> = {}

const answerOf = async (response: Response) => ({
  status: response.status,
  body: (await response.json().catch(() => ({}))) as Record<string, unknown>,
})
const admin = {
  get: async (path: string) => answerOf(await app.send(path)),
  post: async (path: string, body: object) => answerOf(await app.send(path, { method: 'POST', body })),
  send: async (method: string, path: string, body?: object, headers = {}) =>
    answerOf(await app.send(path, { method, headers, ...(body && { body }) })),
}

beforeAll(async () => {
  app = await setup({ tables: [ships, sailors, voyages, lessons, students] })
  const add = async (key: string, table: string, body: object) => {
    const { status, body: record } = await admin.post(`/api/tables/${table}`, body)
    expect(status).toBe(201)
    made[key] = String(record['id'])
  }
  await add('argo', 'ships', { name: 'Argo' })
  await add('zoe', 'sailors', { name: 'Zoë', vaccinated: true })
  await add('ben', 'sailors', { name: 'Ben', vaccinated: false })
  await add('colchis', 'voyages', {
    ...{ goal: 'Colchis', ship: made['argo'], crew: [made['zoe'], made['ben']], captain: made['zoe'] },
  })
  const student = { birth_date: '1990-05-01', level: 'beginner', waiver_signed: true }
  await add('ada', 'students', { name: 'Ada', ...student })
  await add('eve', 'students', { name: 'Eve', ...student })
  await add('home', 'voyages', { goal: 'Home', kind: 'war_time', crew: [], captain: made['ben'] })
})

const list = (query = '') => admin.get(`/api/tables/voyages${query}`)
const goals = async (query: string) => {
  const { status, body } = await list(query)
  expect(status).toBe(200)
  return (body['data'] as Row[]).map(({ goal }) => goal).sort()
}

test('a list keeps ids in its records and says beside them what they refer to', async () => {
  const { body } = await list('?sort=goal:asc')
  expect((body['data'] as Row[])[0]).toMatchObject({ ship: made['argo'], crew: [made['zoe'], made['ben']] })
  expect(body['references']).toEqual({
    ships: { [made['argo']!]: { label: 'Argo' } },
    sailors: {
      [made['zoe']!]: { label: 'Zoë' },
      [made['ben']!]: { label: 'Ben', badges: [{ label: 'Not vaccinated', tone: 'red' }] },
    },
  })
})

test('a record carries the same; a table without references does not', async () => {
  expect((await admin.get(`/api/tables/voyages/${made['colchis']}`)).body['references']).toMatchObject({
    ships: { [made['argo']!]: { label: 'Argo' } },
  })
  expect((await admin.get(`/api/tables/ships/${made['argo']}`)).body).not.toHaveProperty('references')
  expect((await admin.get('/api/tables/ships')).body).not.toHaveProperty('references')
})

test('a reference to a record that is not there says so', async () => {
  const gone = new ObjectId().toHexString()
  const { insertedId } = await app.collection('voyages').insertOne({ goal: 'Nowhere', ship: gone, crew: [gone] })
  const { body } = await list(`?id=${insertedId}`)
  expect(body['references']).toEqual({
    ships: { [gone]: { label: 'deleted record', deleted: true } },
    sailors: { [gone]: { label: 'deleted record', deleted: true } },
  })
  await app.collection('voyages').deleteOne({ _id: insertedId })
})

test('a page of fifty says what each of its records refers to', async () => {
  const crew = Array.from({ length: 50 }, (_, at) => ({ _id: new ObjectId(), name: `Hand ${at}` }))
  await app.collection('sailors').insertMany(crew)
  const many = crew.map(({ _id }) => ({ goal: 'Many', crew: [_id.toHexString()], captain: _id.toHexString() }))
  const { insertedIds } = await app.collection('voyages').insertMany(many)
  const { body } = await list('?goal=Many')
  expect((body['data'] as Row[]).length).toBe(50)
  expect(Object.keys((body['references'] as Record<string, object>).sailors!)).toHaveLength(50)
  await app.collection('voyages').deleteMany({ _id: { $in: Object.values(insertedIds) } })
  await app.collection('sailors').deleteMany({ _id: { $in: crew.map(({ _id }) => _id) } })
})

test('references are filtered by id, by one of several, and by being empty', async () => {
  expect(await goals(`?ship=${made['argo']}`)).toEqual(['Colchis'])
  expect(await goals(`?crew=${made['ben']}`)).toEqual(['Colchis'])
  expect(await goals(`?captain__in=${made['ben']},${made['zoe']}`)).toEqual(['Colchis', 'Home'])
  expect(await goals('?ship__null=true')).toEqual(['Home'])
  expect((await list('?ship=Argo')).status).toBe(400)
})

test('a search finds records by the labels of what they refer to and of their options', async () => {
  expect(await goals('?q=argo')).toEqual(['Colchis'])
  expect(await goals('?q=zoe')).toEqual(['Colchis'])
  expect(await goals('?q=ben')).toEqual(['Colchis', 'Home'])
  expect(await goals('?q=argo%20ben')).toEqual(['Colchis'])
  expect(await goals('?q=crown')).toEqual(['Home'])
  expect(await goals('?q=argo%20home')).toEqual([])
})

test('choices are labels in order, narrowed by words; other fields have none', async () => {
  const choices = async (path: string) => (await admin.get(`/api/tables/voyages/choices/${path}`)).body['data']
  expect(await choices('crew')).toEqual([
    { id: made['ben'], label: 'Ben', badges: [{ label: 'Not vaccinated', tone: 'red' }] },
    { id: made['zoe'], label: 'Zoë' },
  ])
  expect(await choices('captain?q=zo&limit=1')).toEqual([{ id: made['zoe'], label: 'Zoë' }])
  for (const field of ['goal', 'none', '__proto__'])
    expect((await admin.get(`/api/tables/voyages/choices/${field}`)).status).toBe(404)
  expect((await admin.get('/api/tables/voyages/choices/crew?limit=51')).status).toBe(400)
})

test('a choice whose address takes no mail says so, to those who see the inquiries', async () => {
  await app.collection('students').updateOne({ name: 'Ada' }, { $set: { email: 'Ada@example.com' } })
  const since = new Date('2026-05-01T10:00:00Z')
  const bounced = { _id: 'ada@example.com' as never, reason: 'bounced', since, status: '5.1.1' }
  await app.collection('mail_addresses').insertOne(bounced)
  await app.collection('mail_addresses').insertOne({ ...bounced, _id: 'eve@example.com' as never })
  const choices = async (who: string) => {
    const answer = await app.send('/api/tables/lessons/choices/students', { who })
    return ((await answer.json()) as { data: Row[] }).data.map(({ label, badges = [] }) => [
      label,
      (badges as Row[]).map((badge) => badge['label']),
    ])
  }
  const says = expect.stringMatching(/^This address does not exist since /)
  expect(await choices('ada')).toEqual([
    ['Ada', expect.arrayContaining([says])],
    ['Eve', expect.not.arrayContaining([says])],
  ])
  await app.setRights({ lessons: 'edit', students: 'view' })
  expect(await choices('sam')).toEqual([
    ['Ada', expect.not.arrayContaining([says])],
    ['Eve', expect.not.arrayContaining([says])],
  ])
})

test('who may neither see nor refer to records gets those alone that are referred to already, without badges', async () => {
  const { insertedId } = await app.collection('sailors').insertOne({ name: 'Kim', vaccinated: false })
  await app.setRights({ voyages: 'view' })
  const answer = await app.send('/api/tables/voyages/choices/crew', { who: 'sam' })
  expect(await answer.json()).toEqual({
    data: [
      { id: made['ben'], label: 'Ben' },
      { id: made['zoe'], label: 'Zoë' },
    ],
  })
  await app.collection('sailors').deleteOne({ _id: insertedId })
})

test.each([4, 250])('choices of a word that %i records hold are sorted as the database sorts', async (count) => {
  const sailors = app.collection('sailors')
  const marks = ['ä', 'A', 'é', 'e', 'Z', 'z', '-', 'Ø']
  const many = Array.from({ length: count }, (_, at) => ({
    name: `${marks[at % marks.length]}${(at * 7) % 5} oarsman`,
  }))
  const { insertedIds } = await sailors.insertMany(many)
  const collation = { locale: 'en', strength: 2 }
  const ids = Object.values(insertedIds)
  const sorted = await sailors
    .find({ _id: { $in: ids } }, { sort: { name: 1, _id: 1 }, limit: 20, collation })
    .toArray()
  const { body } = await admin.get('/api/tables/voyages/choices/crew?q=OARSM%C3%84N&limit=20')
  expect((body['data'] as Row[]).map(({ id, label }) => [id, label])).toEqual(
    sorted.map(({ _id, name }) => [_id.toHexString(), name]),
  )
  await sailors.deleteMany({ _id: { $in: ids } })
})

test('a record knows who refers to it', async () => {
  expect((await admin.get(`/api/tables/sailors/${made['zoe']}/referrers`)).body).toEqual([
    { table: 'voyages', field: 'crew', total: 1, sample: [{ id: made['colchis'], label: 'Colchis' }] },
    { table: 'voyages', field: 'captain', total: 1, sample: [{ id: made['colchis'], label: 'Colchis' }] },
  ])
  expect((await admin.get(`/api/tables/ships/${made['argo']}/referrers`)).body).toMatchObject([{ field: 'ship' }])
})

test('a record on the calendar is counted as coming from today on at the school, else as past', async () => {
  const day = (offset: number) => new Date(startOfDay(schoolDay(), offset).getTime() + 36_000_000)
  const students = [made['ada']]
  const { insertedIds } = await app
    .collection('lessons')
    .insertMany(
      [-14, -7, 0, 7].map((offset) => ({ title: `Day ${offset}`, starts_at: day(offset), seats: 8, students })),
    )
  const { body } = await admin.get(`/api/tables/students/${made['ada']}/referrers`)
  const sampleOf = (...offsets: number[]) =>
    offsets.map((offset) => expect.objectContaining({ label: `Day ${offset}`, at: day(offset).toISOString() }))
  expect(body).toEqual([
    {
      table: 'lessons',
      field: 'students',
      total: 4,
      sample: sampleOf(7, 0, -7, -14),
      coming: { total: 2, sample: sampleOf(0, 7) },
      past: { total: 2, sample: sampleOf(-7, -14) },
    },
  ])
  await app.collection('lessons').deleteMany({ _id: { $in: Object.values(insertedIds) } })
})

test('a reference that cannot be is refused with a clear error, and nothing changes', async () => {
  const { body: gone } = await admin.post('/api/tables/sailors', { name: 'Gone' })
  await admin.send('DELETE', `/api/tables/sailors/${gone['id']}`)
  const missing = new ObjectId().toHexString()
  const before = (await admin.get(`/api/tables/voyages/${made['home']}`)).body
  const put = (values: object) => admin.send('PUT', `/api/tables/voyages/${made['home']}`, values)
  for (const [what, values, status, fields] of [
    ['missing', { ship: missing }, 422, { ship: 'Ship names a record that does not exist' }],
    ['in the trash', { crew: [made['ben'], gone['id']] }, 422, { crew: expect.stringContaining('does not exist') }],
    ['of another table', { ship: made['zoe'] }, 422, { ship: expect.stringContaining('does not exist') }],
    ['no id', { ship: 'Argo' }, 422, { ship: expect.any(String) }],
    ['an operator', { ship: { $ne: null } }, 422, { ship: expect.any(String) }],
    ['twice', { crew: [made['ben'], made['ben']] }, 422, { crew: expect.any(String) }],
    ['5,000 ids', { crew: Array.from({ length: 5_000 }, () => new ObjectId()) }, 422, { crew: expect.any(String) }],
    ['10,000 ids', { crew: Array.from({ length: 10_000 }, () => new ObjectId()) }, 413, undefined],
  ] as const) {
    const { status: is, body } = await put(values)
    expect([what, is, body['fields']]).toEqual([what, status, fields])
    expect(body).toHaveProperty('error')
  }
  expect((await list(`?crew__in=${Array.from({ length: 10_000 }, () => missing)}`)).status).toBe(400)
  expect((await admin.get(`/api/tables/voyages/${made['home']}`)).body).toEqual(before)
})

test('of two people who take the last seat at once one gets a clear refusal', async () => {
  const lesson = { title: 'One seat', kind: 'group', place: 'roseville', starts_at: '2026-11-28T18:00:00Z', seats: 1 }
  const { body } = await admin.post('/api/tables/lessons', { ...lesson, minutes: 60, students: [] })
  const path = `/api/tables/lessons/${body['id']}`
  const seen = { 'if-match': `"${body['updated_at']}"` }
  const both = await Promise.all(
    [made['ada'], made['eve']].map((student) => admin.send('PUT', path, { students: [student] }, seen)),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const { record } = both.find(({ status }) => status === 409)!.body as { record: Row }
  expect(record.students, 'the refusal shows who came first').toHaveLength(1)
  const late = await admin.send('PUT', path, { students: [made['ada'], made['eve']] })
  expect([late.status, late.body['fields']]).toEqual([422, { students: expect.stringContaining('1') }])
  const short = await admin.send('PUT', path, { minutes: -60 })
  expect([short.status, short.body['fields']]).toEqual([422, { minutes: expect.any(String) }])
})

test('an export has the ids and, beside them, the labels', async () => {
  const answer = await app.send('/api/tables/voyages/export?goal=Colchis')
  const [header, line] = (await answer.text()).split('\r\n')
  expect(header).toMatch(/id,goal,kind,ship,ship_label,crew,crew_label,captain,captain_label,created_at,updated_at$/)
  expect(line).toContain(`${made['argo']},Argo,${made['zoe']}; ${made['ben']},Zoë; Ben,${made['zoe']},Zoë`)
})
