import { jobStore } from '@app/jobs'
import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { formsDatabase } from '../app.fixture'

const { appWith, collection, mailings, mongo } = formsDatabase()
const jobs = jobStore(mongo.db, 'forms')

const lesson = 'e'.repeat(24)
const instructor = 'c'.repeat(24)
const unreachable = { table: 'students' as const, id: 'b'.repeat(24), name: 'Ben', guardian: null, phone: null }
const draft = {
  about: { table: 'lessons', ids: [lesson] },
  to: ['students'],
  subject: 'No lessons today',
  text: 'Hi {first_name},\n\nthe range is closed because of the weather.',
}
const recipientsOf = (people: number) =>
  Array.from({ length: people }, (_, n) => ({ name: `P${n}`, email: `p${n}@example.com` }))

/** A lesson of the coach with these people, and Ben, who has no address; another lesson has Zoë. */
async function storeLessons(people: number) {
  const students = recipientsOf(people).map((one) => ({ _id: new ObjectId(), birth_date: '1990-05-01', ...one }))
  const ben = { _id: new ObjectId(unreachable.id), name: 'Ben', birth_date: '1990-05-01' }
  const zoe = { _id: new ObjectId(), name: 'Zoë', email: 'zoe@example.com', birth_date: '1990-05-01' }
  const ids = [...students, ben].map(({ _id }) => _id.toHexString())
  const tables = {
    students: [...students, ben, zoe],
    instructors: [{ _id: new ObjectId(instructor), name: 'Ivy', email: 'ivy@archery.example', person: 'coach' }],
    lessons: [
      { _id: new ObjectId(lesson), title: 'Beginners', students: ids, instructor },
      { title: 'Advanced', students: [zoe._id.toHexString()] },
    ],
  }
  for (const [name, records] of Object.entries(tables)) {
    await collection(name).insertMany(records)
    const schema = { _id: name, name, properties: { name: { type: 'string', title: 'Name' } } }
    await collection<{ _id: string }>('table_schemas').insertOne(schema)
  }
}

async function setup({ people = 2, site = 1_000 } = {}) {
  const app = appWith({ caps: { recipientsPerSite: site } })
  await storeLessons(people)
  const send = async (body: unknown, { who = 'admin', key = 'draft-0001', path = '' } = {}) => {
    const response = await app.handle(
      new Request(`http://localhost/api/forms/mailings${path}`, {
        method: 'POST',
        headers: {
          cookie: `session=${who}`,
          'content-type': 'application/json',
          ...(key && { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
      }),
    )
    return { status: response.status, body: (await response.json()) as { id: string; code?: string; error?: string } }
  }
  const read = async (id: string, who = 'admin') =>
    app.handle(new Request(`http://localhost/api/forms/mailings/${id}`, { headers: { cookie: `session=${who}` } }))
  const stored = async () => (await mailings()).length
  return { send, read, stored }
}

test('a mailing is stored, and a job with its id releases it under the right to see the recipients', async () => {
  const { send, read } = await setup()
  const { status, body } = await send(draft)
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: expect.any(String),
      total: 2,
      withoutAddress: [unreachable],
    },
  })
  expect(await jobs.find(body.id)).toMatchObject({
    kind: 'mailing',
    right: ['lessons', 'students'].map((table) => ({ table, level: 'view' })),
    total: 2,
  })
  expect(await (await read(body.id)).json()).toMatchObject({
    by: 'admin@archery.example',
    recipients: [{ name: 'P0', email: 'p0@example.com', state: 'held' }, { state: 'held' }],
  })
})

test('a repeated request is the same mailing; the same key with another text is refused', async () => {
  const { send, stored } = await setup()
  const first = await send(draft)
  expect(await send(draft)).toEqual(first)
  expect((await send({ ...draft, text: 'Come after all.' })).status).toBe(409)
  expect(await stored()).toBe(1)
})

test.each<[string, object, string, number]>([
  ['without a key', draft, '', 400],
  ['to free addresses', { ...draft, recipients: [{ name: 'Ada', email: 'ada@example.com' }] }, 'draft-0001', 422],
  ['to nobody', { ...draft, to: [] }, 'draft-0001', 422],
  [
    'to instructors of students',
    { ...draft, about: { table: 'students', ids: [lesson] }, to: ['instructors'] },
    'k-000001',
    422,
  ],
  ['about ids and a query', { ...draft, about: { table: 'lessons', ids: [lesson], query: '' } }, 'draft-0001', 422],
  ['about another table', { ...draft, about: { table: 'users', ids: [lesson] } }, 'draft-0001', 422],
  ['with a header in the subject', { ...draft, subject: 'x\r\nBcc: y@example.com' }, 'draft-0001', 422],
])('a mailing %s is refused and not stored', async (_, body, key, status) => {
  const { send, stored } = await setup()
  expect((await send(body, { key })).status).toBe(status)
  expect(await stored()).toBe(0)
})

test.each([
  ['', 401],
  ['user', 403],
  ['staff', 404],
  // They may edit lessons and see instructors, but not students.
  ['teacher', 404],
])('the caller %j is refused with %d, and nothing is stored', async (who, status) => {
  const { send, stored } = await setup()
  expect((await send(draft, { who })).status).toBe(status)
  expect(await stored()).toBe(0)
})

test('who a mailing would go to is shown under the same rights; nothing is stored or sent', async () => {
  const { send, stored } = await setup()
  const { subject, text, ...audience } = draft
  const ask = (who: string, to = ['students']) => send({ ...audience, to }, { who, path: '/recipients' })
  expect(await ask('admin')).toEqual({
    status: 200,
    body: {
      recipients: recipientsOf(2),
      withoutAddress: [unreachable],
    },
  })
  const statuses = ['', 'user', 'staff', 'teacher'].map(async (who) => (await ask(who)).status)
  expect(await Promise.all(statuses)).toEqual([401, 403, 404, 404])
  expect((await ask('teacher', ['instructors'])).status).toBe(200)
  expect([await stored(), await collection('jobs').countDocuments()]).toEqual([0, 0])
})

test('who may edit lessons writes to those whose table they may see', async () => {
  const { send } = await setup()
  expect((await send({ ...draft, to: ['instructors'] }, { who: 'teacher' })).status).toBe(201)
  expect((await send({ ...draft, to: ['instructors', 'students'] }, { who: 'teacher', key: 'k-000002' })).status).toBe(
    404,
  )
})

test('who has a right to own lessons writes to the people in them, though they may see all students', async () => {
  const { send, stored } = await setup()
  const students = { ...draft, about: { table: 'students', query: '' } }
  const { subject, text, ...audience } = students
  // All students but Zoë, who is in the lesson of another instructor.
  expect(await send(audience, { who: 'coach', path: '/recipients' })).toMatchObject({
    status: 200,
    body: { recipients: recipientsOf(2) },
  })
  expect(await send(audience, { who: 'admin', path: '/recipients' })).toMatchObject({
    body: { recipients: expect.arrayContaining([{ name: 'Zoë', email: 'zoe@example.com' }]) },
  })
  const sent = await send(students, { who: 'coach' })
  expect(sent).toMatchObject({ status: 201, body: { total: 2 } })
  expect(await jobs.find(sent.body.id)).toMatchObject({ right: [{ table: 'students', level: 'own' }] })
  expect((await send({ ...draft, to: ['instructors'] }, { who: 'coach', key: 'draft-0002' })).status).toBe(201)
  const instructors = { about: { table: 'instructors', query: '' }, to: ['instructors'] }
  for (const path of ['', '/recipients'])
    expect(
      await send({ ...(path ? {} : { subject, text }), ...instructors }, { who: 'coach', path, key: 'draft-0003' }),
    ).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await stored()).toBe(2)
})

test('a mailing is read by its author and by staff who may see all its recipients', async () => {
  const { send, read } = await setup()
  const { body } = await send({ ...draft, to: ['instructors'] }, { who: 'teacher' })
  const statuses = ['teacher', 'admin', 'staff', 'viewer', 'user', ''].map(
    async (who) => (await read(body.id, who)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404, 403, 401])
  const byAdmin = await send(draft, { key: 'draft-0002' })
  expect((await read(byAdmin.body.id, 'teacher')).status).toBe(404)
})

test('a mailing that another service has requested is not shown to its author, who may not see all its recipients', async () => {
  const { send, read } = await setup()
  const { body } = await send({ ...draft, to: ['instructors'] }, { who: 'teacher' })
  expect((await read(body.id, 'teacher')).status).toBe(200)
  await collection('mailings').updateOne({}, { $set: { to: ['students'], is_requested: true } })
  expect((await read(body.id, 'teacher')).status).toBe(404)
  expect((await read(body.id, 'admin')).status).toBe(200)
})

test('100 recipients need no recent sign-in', async () => {
  const { send } = await setup({ people: 100 })
  expect((await send(draft, { who: 'long-ago' })).status).toBe(201)
})

test('more than 100 recipients need a recent sign-in', async () => {
  const { send, stored } = await setup({ people: 101 })
  expect(await send(draft, { who: 'long-ago' })).toMatchObject({
    status: 403,
    body: { code: 'recent_sign_in_required' },
  })
  expect(await stored()).toBe(0)
  expect((await send(draft)).status).toBe(201)
})

test.each([
  ['the person', { people: 1 }, 20, 'You can send 20 mailings within 24 hours. Please try again after'],
  [
    'the recipients of the person',
    { people: 60 },
    6,
    'You can write to 400 people within 24 hours, 40 of them from now on.',
  ],
  [
    'the site',
    { people: 60, site: 200 },
    3,
    'The school can write to 200 people within 24 hours, 20 of them from now on.',
  ],
])('a row of mailings hits the cap of %s', async (_, given, within, error) => {
  const { send, stored } = await setup(given)
  for (let n = 0; n < within; n++) expect((await send(draft, { key: `draft-${1_000 + n}` })).status).toBe(201)
  expect(await send(draft, { key: 'draft-2000' })).toMatchObject({
    status: 429,
    body: { error: expect.stringContaining(error) },
  })
  expect(await stored()).toBe(within)
})
