import { call } from '@app/contracts/calls/call'
import { createLog, createServiceApp } from '@app/service'
import { callRoute } from '@app/service/call-route'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createAccess } from './access'
import { sessionCookie } from './cookie'
import { userWith } from './user.fixture'

const users = new Map(
  [
    userWith({ id: 'ada', role: 'admin' }),
    userWith({ id: 'sam', role: 'staff', rights: { lessons: 'view' } }),
    userWith({ id: 'uma' }),
    userWith({ id: 'dan', role: 'admin', disabled: true }),
  ].map((user) => [user.id, user]),
)

const search = call({
  method: 'get',
  path: '/api/search/:id',
  access: 'staff',
  params: v.object({ id: v.pipe(v.string(), v.digits()) }),
  query: v.object({ day: v.pipe(v.string(), v.isoDate()) }),
  response: { 200: { description: 'x', schema: v.object({ found: v.string() }) } },
  detail: { id: 'search', tag: 'x', summary: 'x', description: 'x' },
})

function setup() {
  const reads = { sessions: 0 }
  const { access } = createAccess({
    cookie: sessionCookie('http://localhost'),
    verify: async (token) => (users.has(token) ? { sub: token, sid: token } : undefined),
    sessions: {
      find: async (sid) => {
        reads.sessions += 1
        return { sid, userId: sid, lastSeenAt: new Date(), signedInAt: new Date() }
      },
      touch: async () => {},
    },
    users: { find: async (id) => users.get(id) },
  })
  const routes = new Elysia()
    .use(access)
    .post('/api/public', () => 'open', { access: 'public' })
    .post('/api/signed-in', ({ identity }) => identity.user.email, { access: 'signed-in' })
    .post('/api/staff', ({ identity }) => identity.user.email, { access: 'staff' })
    .post('/api/admin', ({ identity }) => identity.sid, { access: 'admin' })
    .get(search.path, ({ query }) => ({ found: query.day }), callRoute(search))
  const app = createServiceApp({ log: createLog('test', 'silent') }).use(routes)
  const post = async (path: string, who = '', body: string | ReadableStream = '{}') => {
    const headers = { 'content-type': 'application/json', ...(who && { cookie: `session=${who}` }) }
    return app.handle(new Request(`http://localhost/api/${path}`, { method: 'POST', headers, body }))
  }
  const statuses = (who?: string) =>
    Promise.all(['public', 'signed-in', 'staff', 'admin'].map(async (path) => (await post(path, who)).status))
  const get = async (path: string, who = '') =>
    (
      await app.handle(
        new Request(`http://localhost/api/${path}`, { headers: who ? { cookie: `session=${who}` } : {} }),
      )
    ).status
  return { post, get, statuses, reads }
}

test('each access level admits the roles it names', async () => {
  const { statuses } = setup()
  expect(await statuses()).toEqual([200, 401, 401, 401])
  expect(await statuses('uma')).toEqual([200, 200, 403, 403])
  expect(await statuses('sam')).toEqual([200, 200, 200, 403])
  expect(await statuses('ada')).toEqual([200, 200, 200, 200])
})

test('a disabled admin is treated as anonymous', async () => {
  const { statuses } = setup()
  expect(await statuses('dan')).toEqual([200, 401, 401, 401])
})

test('callers without access learn nothing about errors in the path or the query', async () => {
  const { get, reads } = setup()
  expect([await get('search/1'), await get('search/x?day=x'), await get('search/1?day=2026-05-01')]).toEqual([
    401, 401, 401,
  ])
  expect([await get('search/1', 'uma'), await get('search/x', 'uma')]).toEqual([403, 403])
  expect([await get('search/1', 'sam'), await get('search/x?day=2026-05-01', 'sam')]).toEqual([400, 404])
  reads.sessions = 0
  expect([await get('search/1?day=2026-05-01', 'sam'), reads.sessions]).toEqual([200, 1])
})

test('the body of a refused request is not read, and the session of an accepted one is read once', async () => {
  const { post, reads } = setup()
  let pulled = 0
  const stream = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled += 1
          controller.enqueue(new TextEncoder().encode('{}'))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
  expect((await post('admin', '', stream())).status).toBe(401)
  expect((await post('admin', 'uma', stream())).status).toBe(403)
  expect(pulled).toBe(0)
  reads.sessions = 0
  expect((await post('admin', 'ada', stream())).status).toBe(200)
  expect([pulled, reads.sessions]).toEqual([1, 1])
})

test('the answer of a closed route varies by cookie, the answer of a public one does not', async () => {
  const { post } = setup()
  expect((await post('admin', 'ada')).headers.get('vary')).toBe('Cookie')
  expect((await post('admin')).headers.get('vary')).toBe('Cookie')
  expect((await post('public', 'ada')).headers.get('vary')).toBeNull()
})
