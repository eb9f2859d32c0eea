import { call } from '@app/contracts/calls/call'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createServiceApp } from './app'
import { callRoute, checkResponses } from './call-route'
import { createLog } from './log'

const detail = { id: 'x', tag: 'x', summary: 'x', description: 'x' }
const base = { method: 'post', access: 'public', detail } as const
const schema = v.strictObject({ name: v.pipe(v.string(), v.nonEmpty('Name is required')), age: v.optional(v.number()) })
const params = v.object({ id: v.pipe(v.string(), v.regex(/^\d+$/)) })
const query = v.object({ page: v.optional(v.pipe(v.string(), v.digits('page must be a number'))) })
const response = { 200: { description: 'x', schema: v.object({ ok: v.boolean() }) } }
const form = call({
  ...base,
  path: '/api/forms/:id',
  params,
  query,
  body: { schema },
  response,
  errors: { invalid_input: 'x' },
})
const plain = call({ ...base, path: '/api/plain', body: { schema }, response })
const optional = call({
  ...base,
  path: '/api/optional',
  body: { schema: v.object({ all: v.optional(v.boolean()) }), optional: true },
  response,
})

checkResponses()
const got: unknown[] = []
const app = createServiceApp({ log: createLog('test', 'silent') })
  .post(
    form.path,
    ({ params, query, body }) => {
      got.push({ id: params.id, page: query.page, name: body.name })
      return { ok: true }
    },
    callRoute(form),
  )
  .post(plain.path, ({ body }) => ({ ok: body.name as unknown as boolean }), callRoute(plain))
  .post(optional.path, ({ body }) => ({ ok: body.all ?? true }), callRoute(optional))

async function send(path: string, body?: unknown) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const answer = await app.handle(new Request(`http://localhost${path}`, init))
  return { status: answer.status, body: await answer.json() }
}

test('a call that fits its contract reaches the handler with typed parts', async () => {
  expect(await send('/api/forms/7?page=2', { name: 'Ada' })).toEqual({ status: 200, body: { ok: true } })
  expect(got).toEqual([{ id: '7', page: '2', name: 'Ada' }])
})

test('each part of a request has its own error, and none quotes the input', async () => {
  expect(await send('/api/forms/x', { name: 'Ada' })).toMatchObject({ status: 404 })
  expect(await send('/api/forms/7?page=two', { name: 'Ada' })).toMatchObject({
    status: 400,
    body: { error: 'page must be a number' },
  })
  const refused = await send('/api/forms/7', { name: '', secret: '123456' })
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_input', fields: { name: 'Name is required' } } })
  expect(JSON.stringify(refused.body)).not.toContain('123456')
})

test.each([[[]], [null], ['x'], [1]])('the body %j is malformed, whatever the contract', async (body) => {
  expect(await send('/api/forms/7', body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
})

test('without an error for fields, a body that does not fit is malformed', async () => {
  expect(await send('/api/plain', { name: '' })).toMatchObject({
    status: 400,
    body: { error: 'The request is not valid.' },
  })
})

test('an optional body may be missing', async () => {
  expect(await send('/api/optional')).toMatchObject({ status: 200 })
})

test('in tests an answer that its contract does not describe is an error', async () => {
  expect(await send('/api/plain', { name: 'Ada' })).toMatchObject({ status: 500, body: { code: 'internal' } })
})
