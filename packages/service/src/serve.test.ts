import { call, maxResponseBytes } from '@app/contracts/call'
import { idempotencyHeader, idempotencyKey } from '@app/contracts/idempotency'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { apiOf, done, gets, posts } from './api.fixture'
import { JsonText } from './entity-tag'
import { requestIdOf } from './handle-call'
import { selfCheck } from './self-check'
import { reply, serve } from './serve'

const schema = v.strictObject({ name: v.pipe(v.string(), v.nonEmpty('Name is required')), age: v.optional(v.number()) })
const params = v.object({ id: v.pipe(v.string(), v.regex(/^\d+$/)) })
const query = v.object({ page: v.optional(v.pipe(v.string(), v.digits('page must be a number'))) })
const form = call({ ...posts, path: '/api/forms/:id', params, query, body: { schema }, errors: ['invalid_input'] })
const plain = call({ ...posts, path: '/api/plain', body: { schema } })
const optional = call({
  ...posts,
  path: '/api/optional',
  body: { schema: v.object({ all: v.optional(v.boolean()) }), optional: true },
})

const got: unknown[] = []
const { ask } = apiOf([
  serve(form, ({ params, query, body, search }) => {
    got.push({ id: params.id, page: query.page, name: body.name, other: search.get('other') })
    return { ok: true }
  }),
  serve(plain, ({ body }) => ({ ok: body.name })),
  serve(optional, ({ body }) => ({ ok: body.all ?? true })),
])

test('a call that fits its contract reaches the handler with typed parts', async () => {
  const response = await ask('/api/forms/7?page=2&other=3', { json: { name: 'Ada' } })
  expect(response).toEqual({ status: 200, body: { ok: true } })
  expect(got).toEqual([{ id: '7', page: '2', name: 'Ada', other: '3' }])
})

test('a response in JSON has a maximum, its own or that of all, beyond which a test fails', async () => {
  const response = { 200: v.object({ text: v.string() }) }
  const long = call({ ...gets, path: '/api/long', query: v.object({ size: v.string() }), response })
  const short = call({ ...long, path: '/api/short', maxResponseBytes: 100 })
  const sized = ({ query: { size } }: { query: { size: string } }) => ({ text: 'ü'.repeat(Number(size)) })
  const api = apiOf([serve(long, sized), serve(short, sized)])
  const around = JSON.stringify({ text: '' }).length
  for (const [path, max] of [
    ['/api/short', 100],
    ['/api/long', maxResponseBytes],
  ] as const) {
    const most = Math.floor((max - around) / 2)
    expect((await api.ask(`${path}?size=${most}`)).status).toBe(200)
    expect((await api.ask(`${path}?size=${most + 1}`)).status).toBe(500)
  }
})

test('each part of a request has its own error, and none quotes the input', async () => {
  expect(await ask('/api/forms/x', { json: { name: 'Ada' } })).toMatchObject({ status: 404 })
  expect(await ask('/api/forms/7?page=two', { json: { name: 'Ada' } })).toMatchObject({
    status: 400,
    body: { error: 'page must be a number' },
  })
  const refused = await ask('/api/forms/7', { json: { name: '', secret: '123456' } })
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_input', fields: { name: 'Name is required' } } })
  expect(JSON.stringify(refused.body)).not.toContain('123456')
})

test.each([[[]], [null], ['x'], [1]])('the body %j is malformed, whatever the contract', async (json) => {
  expect(await ask('/api/forms/7', { json })).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
})

test('without an error for fields, a body that does not fit is malformed', async () => {
  expect(await ask('/api/plain', { json: { name: '' } })).toMatchObject({
    status: 400,
    body: { error: 'The request is not valid.' },
  })
})

test('only an optional body may be missing', async () => {
  const headers = { 'content-type': 'application/json' }
  expect(await ask('/api/optional', { method: 'POST', headers })).toMatchObject({ status: 200 })
  expect(await ask('/api/plain', { method: 'POST', headers })).toMatchObject({ status: 400 })
})

test('in tests a response that its contract does not describe is an error', async () => {
  expect(await ask('/api/plain', { json: { name: 'Ada' } })).toMatchObject({ status: 500, body: { code: 'internal' } })
  const wrongStatus = call({ ...gets, path: '/api/status' })
  const undescribed = apiOf([serve(wrongStatus, () => reply(202, { ok: true }))])
  expect(await undescribed.ask('/api/status')).toMatchObject({ status: 500, body: { code: 'internal' } })
})

test('a query longer than 4,096 characters with its question mark is refused', async () => {
  const { status } = apiOf([serve(call({ ...gets, path: '/api/read' }), done)])
  const long = (length: number) => `/api/read?${'x'.repeat(length - 1)}`
  expect([await status(long(4_096)), await status(long(4_097))]).toEqual([200, 400])
})

test('declared headers are parsed, and a malformed one is refused without quoting it', async () => {
  const keyed = call({ ...gets, path: '/api/keyed', headers: v.object({ [idempotencyHeader]: idempotencyKey }) })
  const keys: unknown[] = []
  const { ask } = apiOf([
    serve(keyed, ({ headers }) => {
      keys.push(headers)
      return { ok: true }
    }),
  ])
  const withKey = (key: string) => ask('/api/keyed', { headers: { 'idempotency-key': key, 'x-other': '1' } })
  expect((await withKey('key-0001')).status).toBe(200)
  expect(keys).toEqual([{ 'Idempotency-Key': 'key-0001' }])
  const refusal = { error: 'Idempotency-Key is missing or not valid.', code: 'invalid_request' }
  expect(await withKey('$$')).toMatchObject({ status: 400, body: refusal })
  expect(await ask('/api/keyed')).toMatchObject({ status: 400, body: refusal })
})

const statuses = call({
  ...posts,
  path: '/api/statuses',
  body: { schema: v.object({ status: v.number() }) },
  response: {
    201: v.object({ id: v.string() }),
    202: v.object({ later: v.literal(true) }),
    204: null,
    206: { type: 'text/csv' },
  },
})
const answers: Record<number, unknown> = {
  201: { id: '7' },
  202: reply(202, { later: true }),
  204: reply(204),
  206: new Response('a,b', { status: 206, headers: { 'content-type': 'text/csv' } }),
}

test('a handler responds with the first success of its call, with another status, or with another medium', async () => {
  const { send, lines } = apiOf([
    serve(statuses, ({ body, set }) => {
      set.headers['x-extra'] = 'yes'
      return answers[body.status]
    }),
  ])
  const read = async (status: number) => {
    const response = await send('/api/statuses', { json: { status } })
    expect(response.headers.get('x-extra')).toBe('yes')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    return [response.status, response.headers.get('content-type')?.split(';')[0], await response.text()]
  }
  expect(await read(201)).toEqual([201, 'application/json', '{"id":"7"}'])
  expect(await read(202)).toEqual([202, 'application/json', '{"later":true}'])
  expect(await read(204)).toEqual([204, undefined, ''])
  expect(await read(206)).toEqual([206, 'text/csv', 'a,b'])
  await expect.poll(() => lines.length).toBe(4)
  expect(lines.map(({ status }) => status)).toEqual([201, 202, 204, 206])
})

test('a call whose first success is 204 sends no body, whatever its handler returns', async () => {
  const silent = call({ ...posts, path: '/api/silent', response: { 204: null } })
  const { ask } = apiOf([serve(silent, () => 'ignored')])
  expect(await ask('/api/silent', { json: {} })).toEqual({ status: 204, body: null })
})

test('a response of its own is what is sent, with its headers', async () => {
  const none = call({ ...gets, path: '/api/none', response: { 204: null } })
  const own = call({ ...gets, path: '/api/own', response: { 200: v.object({ id: v.string() }) } })
  const { send, status } = apiOf([
    serve(none, () => new Response(null, { status: 204, headers: { 'x-own': 'yes' } })),
    serve(own, ({ search }) => Response.json({ id: 7 }, { status: Number(search.get('status')) })),
  ])
  expect((await send('/api/none')).headers.get('x-own')).toBe('yes')
  expect([await status('/api/own?status=200'), await status('/api/own?status=202')]).toEqual([200, 500])
})

test('in tests what is described as a file is not read as JSON, and nothing is no object', async () => {
  const { status } = apiOf([
    serve(call({ ...gets, path: '/api/file', response: { 200: { type: 'text/csv' } } }), () => 'a,b'),
    serve(call({ ...gets, path: '/api/nothing' }), () => undefined),
  ])
  expect([await status('/api/file'), await status('/api/nothing')]).toEqual([200, 500])
})

test('in tests a response is as large as its JSON, which may have all bytes of its maximum', async () => {
  const body = new JsonText({ ok: true })
  const sized = (path: `/api/${string}`, by: number) =>
    serve(call({ ...gets, path, maxResponseBytes: body.text.length + by }), () => body)
  const { status } = apiOf([sized('/api/exact', 0), sized('/api/more', -1)])
  expect([await status('/api/exact'), await status('/api/more')]).toEqual([200, 500])
})

test('the id of a request stays; a new one where none was given that fits', () => {
  const request = (id?: string) => new Request('http://localhost/', { headers: id ? { 'x-request-id': id } : {} })
  const unnamed = request()
  const first = requestIdOf(unnamed)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(requestIdOf(unnamed)).toBe(first)
  expect(requestIdOf(request())).not.toBe(first)
  const kept = ['abcd-1234', 'short', 'x'.repeat(65)].map((id) => requestIdOf(request(id)) === id)
  expect(kept).toEqual([true, false, false])
})

test('a public page has no session to ask for, and a service reads its own data without one', async () => {
  const accept = { accept: 'text/html' }
  const open = call({ ...gets, path: '/api/open', page: true })
  const { app, status } = apiOf([serve(open, done), serve(call({ ...gets, path: '/api/own', access: 'admin' }), done)])
  expect([await status('/api/open', { headers: accept }), await status('/api/own')]).toEqual([200, 401])
  expect(await selfCheck(['/api/own'], async (request) => app.handle(request))).toEqual([
    { path: '/api/own', status: 200 },
  ])
})

test('an entry of a call that is open by role names no table of its body', async () => {
  const body = { schema: v.object({ table: v.string() }) }
  const { status, entries } = apiOf([
    serve(call({ ...posts, access: 'user', audit: { action: 'update' }, body }), done),
  ])
  expect(await status('/api/test', { who: 'uma', json: { table: 'lessons' } })).toBe(200)
  expect(entries.map(({ action, table }) => [action, table])).toEqual([['update', undefined]])
})
