import type { NewJob } from '@app/jobs'
import { type Reach, scopes } from '@app/record-query'
import { expect, test } from 'vitest'
import { formsDatabase } from '../app.fixture'
import { admitMailing } from './admit-mailing'
import { mailingsInMemory } from './mailings.fixture'

const { appWith } = formsDatabase()

const lesson = 'e'.repeat(24)
const unreachable = { table: 'students' as const, id: 'b'.repeat(24), name: 'Ben', guardian: null, phone: null }
const draft = {
  about: { table: 'lessons', ids: [lesson] },
  to: ['students'],
  subject: 'No lessons today',
  text: 'Hi {first_name},\n\nthe range is closed because of the weather.',
}

function setup({ people = 2, site = 1_000 } = {}) {
  const mailings = mailingsInMemory()
  const jobs: NewJob[] = []
  const reached: Reach[][] = []
  const caps = { mailingsPerPerson: 20, mailsPerPerson: 400, mailsPerSite: site }
  const app = appWith({
    mailings: { ...mailings.store, erase: async () => 0, recipientWith: async () => undefined },
    recipients: async (_, scope) => {
      reached.push(['lessons', 'students', 'guardians', 'instructors'].map((table) => scope.reach(table)))
      return {
        recipients: Array.from({ length: people }, (_, n) => ({ name: `P${n}`, email: `p${n}@example.com` })),
        withoutAddress: [unreachable],
      }
    },
    scopeOf: scopes(() => {
      throw new Error('people in memory are not selected by filters')
    }),
    admit: admitMailing({ mailings: mailings.store, caps }),
    runner: {
      begin: async (job) => void jobs.push(job) as undefined,
      settled: async () => undefined,
      canUndo: () => false,
    },
  })
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
  return { send, read, jobs, reached, ...mailings }
}

test('a mailing is stored, and a job with its id releases it under the right to see the recipients', async () => {
  const { send, read, jobs } = setup()
  const { status, body } = await send(draft)
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: expect.any(String),
      total: 2,
      withoutAddress: [unreachable],
    },
  })
  expect(jobs).toMatchObject([
    {
      id: body.id,
      kind: 'mailing',
      right: ['lessons', 'students'].map((table) => ({ table, level: 'view' })),
      total: 2,
    },
  ])
  expect(await (await read(body.id)).json()).toMatchObject({
    by: 'admin@archery.example',
    recipients: [{ name: 'P0', email: 'p0@example.com', state: 'held' }, { state: 'held' }],
  })
})

test('a repeated request is the same mailing; the same key with another text is refused', async () => {
  const { send, stored } = setup()
  const first = await send(draft)
  expect(await send(draft)).toEqual(first)
  expect((await send({ ...draft, text: 'Come after all.' })).status).toBe(409)
  expect(stored.size).toBe(1)
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
  const { send, stored } = setup()
  expect((await send(body, { key })).status).toBe(status)
  expect(stored.size).toBe(0)
})

test.each([
  ['', 401],
  ['user', 403],
  ['staff', 404],
  // They may edit lessons and see instructors, but not students.
  ['teacher', 404],
])('the caller %j is refused with %d, and nothing is stored', async (who, status) => {
  const { send, stored } = setup()
  expect((await send(draft, { who })).status).toBe(status)
  expect(stored.size).toBe(0)
})

test('who a mailing would go to is shown under the same rights; nothing is stored or sent', async () => {
  const { send, stored, jobs } = setup()
  const { subject, text, ...audience } = draft
  const ask = (who: string, to = ['students']) => send({ ...audience, to }, { who, path: '/recipients' })
  expect(await ask('admin')).toEqual({
    status: 200,
    body: {
      recipients: [0, 1].map((n) => ({ name: `P${n}`, email: `p${n}@example.com` })),
      withoutAddress: [unreachable],
    },
  })
  const statuses = ['', 'user', 'staff', 'teacher'].map(async (who) => (await ask(who)).status)
  expect(await Promise.all(statuses)).toEqual([401, 403, 404, 404])
  expect((await ask('teacher', ['instructors'])).status).toBe(200)
  expect(stored.size + jobs.length).toBe(0)
})

test('who may edit lessons writes to those whose table they may see', async () => {
  const { send } = setup()
  expect((await send({ ...draft, to: ['instructors'] }, { who: 'teacher' })).status).toBe(201)
  expect((await send({ ...draft, to: ['instructors', 'students'] }, { who: 'teacher', key: 'k-000002' })).status).toBe(
    404,
  )
})

test('who has a right to own lessons writes to the people in them, though they may see all students', async () => {
  const { send, reached, jobs, stored } = setup()
  const students = { ...draft, about: { table: 'students', query: '' } }
  const { subject, text, ...audience } = students
  expect((await send(audience, { who: 'coach', path: '/recipients' })).status).toBe(200)
  expect((await send(students, { who: 'coach' })).status).toBe(201)
  expect((await send({ ...draft, to: ['instructors'] }, { who: 'coach', key: 'draft-0002' })).status).toBe(201)
  expect(reached).toEqual(Array(3).fill(['own', 'own', 'own', 'all']))
  expect(jobs[0]).toMatchObject({ right: [{ table: 'students', level: 'own' }] })
  const instructors = { about: { table: 'instructors', query: '' }, to: ['instructors'] }
  for (const path of ['', '/recipients'])
    expect(
      await send({ ...(path ? {} : { subject, text }), ...instructors }, { who: 'coach', path, key: 'draft-0003' }),
    ).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect([reached.length, stored.size]).toEqual([3, 2])
})

test('a mailing is read by its author and by staff who may see all its recipients', async () => {
  const { send, read } = setup()
  const { body } = await send({ ...draft, to: ['instructors'] }, { who: 'teacher' })
  const statuses = ['teacher', 'admin', 'staff', 'viewer', 'user', ''].map(
    async (who) => (await read(body.id, who)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404, 403, 401])
  const byAdmin = await send(draft, { key: 'draft-0002' })
  expect((await read(byAdmin.body.id, 'teacher')).status).toBe(404)
})

test('a mailing that another service has requested is not shown to its author, who may not see all its recipients', async () => {
  const { send, read, stored } = setup()
  const { body } = await send({ ...draft, to: ['instructors'] }, { who: 'teacher' })
  expect((await read(body.id, 'teacher')).status).toBe(200)
  stored.set(body.id, { ...stored.get(body.id)!, to: ['students'], is_requested: true })
  expect((await read(body.id, 'teacher')).status).toBe(404)
  expect((await read(body.id, 'admin')).status).toBe(200)
})

test('more than 100 recipients need a recent sign-in', async () => {
  const { send, stored } = setup({ people: 101 })
  expect(await send(draft, { who: 'long-ago' })).toMatchObject({
    status: 403,
    body: { code: 'recent_sign_in_required' },
  })
  expect(stored.size).toBe(0)
  expect((await send(draft)).status).toBe(201)
  expect((await setup({ people: 100 }).send(draft, { who: 'long-ago' })).status).toBe(201)
})

test('40 mailings in a row hit the cap of the person, that of their recipients, and that of the site', async () => {
  const row = async (given: Parameters<typeof setup>[0]) => {
    const { send, stored } = setup(given)
    const sent = []
    for (let n = 0; n < 40; n++) sent.push(await send(draft, { key: `draft-${1_000 + n}` }))
    const refused = sent.find(({ status }) => status === 429)
    return { sent: sent.filter(({ status }) => status === 201).length, stored: stored.size, error: refused?.body.error }
  }
  expect(await row({ people: 1 })).toEqual({
    ...{ sent: 20, stored: 20 },
    error: 'You can send 20 mailings within 24 hours. Please try again later.',
  })
  expect(await row({ people: 60 })).toMatchObject({
    sent: 6,
    stored: 6,
    error: expect.stringContaining('write to 400'),
  })
  expect(await row({ people: 60, site: 200 })).toMatchObject({ sent: 3, error: expect.stringContaining('The school') })
})
