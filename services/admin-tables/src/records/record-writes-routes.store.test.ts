import type { TableSchema } from '@app/table-schema'
import { expect, test } from 'vitest'
import { personId, type TestApp, testApp } from '../test-app.fixture'
import { lessons } from './tables.fixture'

const setup = testApp()

const id = '6b0144c8eeb0df06111a9a1e'
const one = {
  id,
  title: 'Longbow',
  seats: 8,
  created_at: '2026-05-01T09:00:00.000Z',
  updated_at: '2026-05-01T09:00:00.000Z',
}
const path = `/api/tables/lessons/${id}`
const answerOf = async (answer: Response) => [answer.status, (await answer.json()) as Record<string, unknown>] as const

test('a record is created with every field, and the audit knows who did it', async () => {
  const { send, audited } = await setup()
  const [status, record] = await answerOf(
    await send('/api/tables/lessons', { method: 'POST', body: { title: ' Zoe\u0308 ', seats: '' } }),
  )
  expect([status, record]).toMatchObject([201, { title: 'Zo\u00eb', seats: null, about: null, id: expect.any(String) }])
  expect(await audited()).toEqual([{ who: 'ada@example.com', action: 'create', table: 'lessons', id: record.id }])
})

test('errors are reported by field, and nothing is stored', async () => {
  const { send, rows, audited } = await setup()
  const answer = await send('/api/tables/lessons', { method: 'POST', body: { seats: 'many' } })
  expect(await answerOf(answer)).toMatchObject([
    422,
    { code: 'invalid_input', fields: { title: 'Title is required', seats: 'Seats must be a number' } },
  ])
  expect([(await rows()).length, await audited()]).toEqual([0, []])
})

test('a repeated call with the same key finds the record that the first one made', async () => {
  const { send, rows } = await setup()
  const create = (key: string, who = 'ada') =>
    send('/api/tables/lessons', { who, method: 'POST', body: { title: 'x' }, headers: { 'idempotency-key': key } })
  const records = await Promise.all([create('key-00001'), create('key-00001')].map(async (one) => (await one).json()))
  expect(records[0]).toEqual(records[1])
  await create('key-00002')
  await create('key-00001', 'eve')
  expect((await rows()).length).toBe(3)
  expect((await create('short')).status).toBe(400)
})

test('rich text is cleaned before it is stored, and markup without text is empty', async () => {
  const { send, rows } = await setup()
  await send('/api/tables/lessons', {
    method: 'POST',
    body: { title: 'x', about: '<p onclick=x()>Hi <strong>you</strong><script>x()</script></p>' },
  })
  await send('/api/tables/lessons', { method: 'POST', body: { title: 'y', about: '<script>x()</script>' } })
  expect((await rows()).map(({ about }) => about)).toEqual(['<p>Hi <b>you</b></p>', null])
})

test('one record is read by its id', async () => {
  const { send } = await setup({ records: [one] })
  expect(await answerOf(await send(path))).toEqual([200, one])
})

test('an edit merges what it names', async () => {
  const { send, audited } = await setup({ records: [one] })
  expect(await answerOf(await send(path, { method: 'PUT', body: { seats: 9 } }))).toMatchObject([
    200,
    { title: 'Longbow', seats: 9 },
  ])
  expect((await audited()).map(({ action }) => action)).toEqual(['update'])
})

test('a save over an older version is refused with the record as it is now', async () => {
  const { send } = await setup({ records: [one] })
  const save = (seen: string) => send(path, { method: 'PUT', body: { seats: 9 }, headers: { 'if-match': seen } })
  expect((await save(`"${one.updated_at}"`)).status).toBe(200)
  const [status, body] = await answerOf(await save(one.updated_at))
  expect([status, body]).toMatchObject([409, { code: 'conflict', record: { id, seats: 9 } }])
  expect((await save('*')).status).toBe(200)
})

test('an edit without a change stores nothing', async () => {
  const { send, audited } = await setup({ records: [one] })
  expect(await answerOf(await send(path, { method: 'PUT', body: { ...one } }))).toEqual([200, one])
  expect(await audited()).toEqual([])
})

test('a save of what was deleted meanwhile says who did it and when', async () => {
  const { send } = await setup({ records: [one] })
  expect(await answerOf(await send(path, { method: 'DELETE', who: 'eve' }))).toEqual([200, { success: true, id }])
  for (const method of ['PUT', 'GET', 'DELETE']) {
    const answer = await answerOf(await send(path, { method, ...(method === 'PUT' && { body: { seats: 9 } }) }))
    expect(answer).toMatchObject([
      404,
      {
        code: 'not_found',
        error: expect.stringMatching(/^This record was deleted by eve@example.com at .* Pacific time\.$/),
        deleted: { by: 'eve@example.com', at: expect.any(String) },
      },
    ])
  }
})

test('a delete can be taken back, once and again', async () => {
  const { send, rows, trashed, audited } = await setup({ records: [one] })
  const restore = () => send(`${path}/restore`, { method: 'POST', body: {} })
  await send(path, { method: 'DELETE' })
  expect([(await rows()).length, (await trashed()).length]).toEqual([0, 1])
  expect(await answerOf(await restore())).toMatchObject([200, { id, title: 'Longbow', seats: 8 }])
  expect(await answerOf(await restore())).toMatchObject([200, { id, title: 'Longbow', seats: 8 }])
  expect([(await rows()).length, (await trashed()).length]).toEqual([1, 0])
  expect((await audited()).map(({ action }) => action)).toEqual(['delete', 'restore'])
})

test('a record that never existed cannot be restored', async () => {
  const { send } = await setup()
  expect((await send(`${path}/restore`, { method: 'POST', body: {} })).status).toBe(404)
})

const users: TableSchema = {
  name: 'users',
  creatable: false,
  required: ['role'],
  properties: {
    email: { type: 'string', format: 'email', readOnly: true },
    name: { type: 'string' },
    role: { type: 'string', enum: ['admin', 'user'] },
  },
}
const cy = { id, email: 'cy@example.com', name: 'Cy', role: 'admin', updated_at: one.updated_at }
const user = `/api/tables/users/${id}`

test('a role changes by the rules of the sign-in, the rest of the record with it', async () => {
  const { send, collection } = await setup({ tables: [users], records: [cy] })
  const sessions = () => collection('sessions').countDocuments({ user_id: id })
  await collection('sessions').insertOne({ user_id: id })
  const answer = await send(user, { method: 'PUT', body: { role: 'user', name: 'Cyd' } })
  expect(await answerOf(answer)).toMatchObject([200, { role: 'user', name: 'Cyd' }])
  expect(await sessions()).toBe(0)
})

test('of two admins who demote each other at the same moment one stays', async () => {
  const { send, collection } = await setup({ tables: [users] })
  await collection('users').deleteOne({ email: 'revoked@example.com' })
  const demote = (who: string, whom: string) =>
    send(`/api/tables/users/${personId(whom)}`, { who, method: 'PUT', body: { role: 'user' } })
  const answers = await Promise.all([demote('ada', 'eve'), demote('eve', 'ada')])
  expect(answers.some(({ status }) => status !== 200)).toBe(true)
  expect(await collection('users').countDocuments({ role: 'admin' })).toBeGreaterThan(0)
})

test.each([
  ['an admin by configuration', id],
  ['the admin who asks', personId('ada')],
])('%s can be neither demoted nor deleted, and nothing else changes then', async (_, whom) => {
  const { send, row, trashed } = await setup({ tables: [users], records: [cy], adminEmails: [cy.email] })
  const before = await row(whom)
  for (const method of ['PUT', 'DELETE']) {
    const answer = await send(`/api/tables/users/${whom}`, {
      method,
      ...(method === 'PUT' && { body: { role: 'user', name: 'x' } }),
    })
    expect(await answerOf(answer)).toMatchObject([409, { code: 'conflict' }])
  }
  expect([await row(whom), await trashed()]).toEqual([before, []])
})

test('users change and tables of persons are exported only after a sign-in of the last fifteen minutes', async () => {
  const persons = ['users', 'students', 'contact_submissions'].map((name) => ({ ...users, name }))
  const signedInAt = new Date(Date.now() - 16 * 60_000)
  const { send, row } = await setup({ tables: [...persons, lessons], records: [cy], signedInAt })
  const put = { method: 'PUT', body: { role: 'user' } }
  const batch = { method: 'POST', body: { action: 'update', ids: [id], changes: { role: 'user' } } }
  const refused = [
    send(user, put),
    send(user, { method: 'DELETE' }),
    send(`${user}/restore`, { method: 'POST', body: {} }),
    send('/api/tables/users/batches', batch),
    ...persons.map(({ name }) => send(`/api/tables/${name}/export`)),
  ]
  for (const answer of await Promise.all(refused))
    expect(await answerOf(answer)).toMatchObject([403, { code: 'recent_sign_in_required' }])
  expect(await row(id)).toEqual(cy)
  expect([(await send(user)).status, (await send('/api/tables/lessons/export')).status]).toEqual([200, 200])
})

test('users are not made here', async () => {
  const { send } = await setup({ tables: [users] })
  const answer = await send('/api/tables/users', { method: 'POST', body: { role: 'admin', name: 'x' } })
  expect(answer.status).toBe(409)
})

const forbidden = [
  'id',
  '_id',
  '__v',
  'created_at',
  'updated_at',
  'state',
  'place',
  'mails',
  'dedupe_key',
  '$set',
  'a.b',
]

test.each(forbidden)('%s is never written by a request', async (key) => {
  const { send, rows } = await setup({ records: [one] })
  const evil = { [key]: 'evil' }
  const made = await send('/api/tables/lessons', { method: 'POST', body: { title: 'x', ...evil } })
  const changed = await send(path, { method: 'PUT', body: { seats: 9, ...evil } })
  const known = ['id', 'created_at', 'updated_at', ...Object.keys(lessons.properties)].includes(key)
  expect([made.status, changed.status]).toEqual(known ? [201, 200] : [422, 422])
  expect(JSON.stringify(await rows())).not.toContain('evil')
})

test.each(['null', '[]', '"x"', '1', '', '{', '{"title":"x"}}'])('a body of %j is refused', async (body) => {
  const { send, rows } = await setup()
  expect((await send('/api/tables/lessons', { method: 'POST', body })).status).toBe(400)
  expect((await rows()).length).toBe(0)
})

test.each([
  'x',
  id.toUpperCase(),
  `${id}0`,
  id.slice(1),
  '$ne',
  '%00',
  `${id}%00`,
  '__proto__',
  '[object Object]',
  '..%2f',
])('the id %j is not found, whatever is asked of it', async (bad) => {
  const { send, rows } = await setup({ records: [one] })
  for (const [method, path, body] of [
    ['GET', bad, undefined],
    ['PUT', bad, { title: 'x' }],
    ['DELETE', bad, undefined],
    ['POST', `${bad}/restore`, {}],
  ] as const)
    expect((await send(`/api/tables/lessons/${path}`, { method, body })).status).toBe(404)
  expect(await rows()).toEqual([one])
})

test('a body may have 256 KB, and not a byte more', async () => {
  const { send, rows } = await setup()
  const body = (size: number) => `{"title":"x","about":"${'y'.repeat(size - 24)}"}`
  expect(body(300)).toHaveLength(300)
  const most = 256 * 1024
  expect((await send('/api/tables/lessons', { method: 'POST', body: body(most) })).status).toBe(201)
  expect((await send('/api/tables/lessons', { method: 'POST', body: body(most + 1) })).status).toBe(413)
  expect((await rows()).length).toBe(1)
})

/** The table as an admin saves it while a form is open: "seats" is called "places" now. */
async function renameSeats({ describe }: TestApp) {
  const { seats: _, ...properties } = lessons.properties
  await describe({ ...lessons, properties: { ...properties, places: { type: 'integer' } } })
}

test('a field that was renamed while its form was open is named, and nothing is changed', async () => {
  const app = await setup({ records: [one] })
  await renameSeats(app)
  const body = { title: 'Recurve', seats: 9 }
  expect(await answerOf(await app.send(path, { method: 'PUT', body }))).toMatchObject([
    422,
    { code: 'invalid_input', fields: { seats: 'seats is not a field of this table' } },
  ])
  expect(await app.row(id)).toMatchObject({ title: 'Longbow', seats: 8 })
  expect((await app.send(path, { method: 'PUT', body: { title: 'Recurve', places: 9 } })).status).toBe(200)
})

test('an earlier state comes back without the values of fields that are gone', async () => {
  const app = await setup({ records: [one] })
  await app.send(path, { method: 'PUT', body: { title: 'Kyudo', seats: 4 } })
  await app.send(path, { method: 'PUT', body: { title: 'Recurve', seats: 9 } })
  await renameSeats(app)
  const { data } = (await (await app.send(`${path}/history`)).json()) as { data: { id: string }[] }
  const revert = app.send(`${path}/revert`, { method: 'POST', body: { revision: data[1]!.id } })
  expect((await revert).status).toBe(200)
  expect(await app.row(id)).toMatchObject({ title: 'Kyudo', seats: 9 })
})

test('a right that ends while a form is open ends its saving: first 403, then 404, and nothing is changed', async () => {
  const app = await setup({ records: [one], rights: { lessons: 'edit' } })
  const save = async (title: string) => (await app.send(path, { who: 'sam', method: 'PUT', body: { title } })).status
  expect(await save('Kyudo')).toBe(200)
  await app.setRights({ lessons: 'view' })
  expect(await save('Recurve')).toBe(403)
  await app.setRights({})
  expect(await save('Recurve')).toBe(404)
  expect(await app.row(id)).toMatchObject({ title: 'Kyudo' })
})
