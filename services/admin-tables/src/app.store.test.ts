import { mapLimited } from '@app/concurrency/map-limited'
import fc from 'fast-check'
import { ObjectId } from 'mongodb'
import { beforeAll, expect, test, vi } from 'vitest'
import { appWithoutDatabase, personId, type TestApp, testApp } from './test-app.fixture'

const setup = testApp()
const ada = personId('ada')

const id = '6b0144c8eeb0df06111a9a1e'
const gone = '6b0144c8eeb0df06111a9a1f'
const batch = '6b0144c8eeb0df06111a9a3f'
const trashed = '6b0144c8eeb0df06111a9a2f'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const form = () => {
  const body = new FormData()
  body.set('file', new File([png], 'a.png'))
  return body
}

const csvForm = () => {
  const body = new FormData()
  body.set('file', new File(['title\nFirst'], 'lessons.csv'))
  return body
}

const trips = { name: 'trips', properties: { goal: { type: 'string' } } }

type Row = { path: string; body?: () => unknown | Promise<unknown>; status?: number; open?: true }

/** Every route with what an admin gets. A route that is not in here fails the test. */
const matrix: Record<string, Row> = {
  'GET /healthz': { path: '/healthz', open: true },
  'GET /readyz': { path: '/readyz', open: true },
  'GET /metrics': { path: '/metrics', open: true },
  'GET /selfcheck': { path: '/selfcheck', open: true },
  'GET /api/site': { path: '/api/site', open: true },
  'GET /api/site/page/:build': { path: '/api/site/page/b1', open: true },
  'GET /api/site/page/:build/:name': { path: '/api/site/page/b1/privacy', open: true },
  'GET /api/site/pictures/:name': { path: `/api/site/pictures/${'5f2b8c41d7e09a36'.repeat(2)}-960.avif`, open: true },
  'GET /api/site/colors/:name': { path: `/api/site/colors/${'5f2b8c41d7e09a36'}.css`, open: true },
  'GET /api/site/portraits/:name': {
    path: `/api/site/portraits/${'5f2b8c41d7e09a36'.repeat(2)}-480.avif`,
    status: 404,
    open: true,
  },
  'DELETE /api/site/pictures/:name': { path: `/api/site/pictures/${'0'.repeat(32)}`, status: 404 },
  'POST /api/site/pictures': { path: '/api/site/pictures', body: form, status: 201 },
  'GET /api/site/draft': { path: '/api/site/draft' },
  'GET /api/site/draft/page': { path: '/api/site/draft/page' },
  'PUT /api/site/draft': { path: '/api/site/draft', body: () => ({}), status: 422 },
  'POST /api/site/publish': { path: '/api/site/publish', status: 400 },
  'DELETE /api/site/publish': { path: '/api/site/publish', status: 404 },
  'GET /api/site/versions': { path: '/api/site/versions' },
  'POST /api/site/versions/:id/restore': { path: '/api/site/versions/0/restore', status: 409 },
  'GET /api/setup': { path: '/api/setup' },
  'PUT /api/setup/steps/:step': { path: '/api/setup/steps/hours', body: () => ({ as: 'confirmed' }) },
  'PUT /api/setup/hidden': { path: '/api/setup/hidden', body: () => ({ hidden: true }) },
  'GET /api/samples': { path: '/api/samples' },
  'POST /api/samples/remove': { path: '/api/samples/remove', body: () => ({}), status: 409 },
  'GET /api/calendar/:file': { path: `/api/calendar/${'a'.repeat(43)}.ics`, open: true },
  'GET /api/docs': { path: '/api/docs' },
  'GET /api/docs/openapi.json': { path: '/api/docs/openapi.json' },
  'GET /api/docs/reference.css': { path: '/api/docs/reference.css' },
  'GET /api/docs/reference.js': { path: '/api/docs/reference.js' },
  'GET /api/admin/schemas': { path: '/api/admin/schemas' },
  'GET /api/admin/schemas/:name': { path: '/api/admin/schemas/lessons' },
  'GET /api/admin/shape': { path: '/api/admin/shape' },
  'POST /api/admin/shape': { path: '/api/admin/shape', body: () => ({ schema: trips }), status: 201 },
  'GET /api/admin/shape/:name': { path: '/api/admin/shape/lessons' },
  'PUT /api/admin/shape/:name': {
    path: '/api/admin/shape/trips',
    body: () => ({ schema: trips, version: 'an older one' }),
    status: 409,
  },
  'POST /api/admin/shape/:name/impact': { path: '/api/admin/shape/trips/impact', body: () => ({ schema: trips }) },
  'POST /api/admin/shape/:name/publish': {
    path: '/api/admin/shape/trips/publish',
    body: () => ({ version: 'an older one', schema: trips }),
    status: 409,
  },
  'POST /api/admin/shape/:name/fixes': {
    path: '/api/admin/shape/trips/fixes',
    body: () => ({ version: 'an older one', fixes: {} }),
    status: 409,
  },
  'GET /api/admin/shape/:name/versions': { path: '/api/admin/shape/lessons/versions' },
  'POST /api/admin/shape/:name/retire': {
    path: '/api/admin/shape/trips/retire',
    body: () => ({ version: 'an older one', isRetired: true }),
    status: 409,
  },
  'GET /api/audit': { path: '/api/audit' },
  'GET /api/audit/export': { path: '/api/audit/export' },
  'GET /api/tables/:table': { path: '/api/tables/lessons' },
  'POST /api/tables/:table': { path: '/api/tables/lessons', body: () => ({ title: 'x' }), status: 201 },
  'GET /api/tables/:table/export': { path: '/api/tables/lessons/export' },
  'GET /api/tables/:table/choices/:field': { path: '/api/tables/lessons/choices/title', status: 404 },
  'GET /api/tables/:table/:id/referrers': { path: `/api/tables/lessons/${id}/referrers` },
  'GET /api/tables/:table/:id': { path: `/api/tables/lessons/${id}` },
  'PUT /api/tables/:table/:id': { path: `/api/tables/lessons/${id}`, body: () => ({ title: 'y' }) },
  'DELETE /api/tables/:table/:id': { path: `/api/tables/lessons/${gone}` },
  'POST /api/tables/:table/:id/restore': { path: `/api/tables/lessons/${gone}/restore`, body: () => ({}) },
  'GET /api/tables/:table/:id/history': { path: `/api/tables/lessons/${id}/history` },
  'POST /api/tables/:table/:id/revert': {
    path: `/api/tables/lessons/${id}/revert`,
    body: async () => ({
      revision: (
        (await stand.history()).find(({ record_id }) => record_id === id)?._id ?? new ObjectId()
      ).toHexString(),
    }),
  },
  'POST /api/tables/:table/batches': {
    path: '/api/tables/lessons/batches',
    body: () => ({ action: 'restore', ids: [id] }),
  },
  'GET /api/tables/:table/batches/:id': { path: `/api/tables/lessons/batches/${batch}` },
  'GET /api/tables/:table/batches/:id/records': { path: `/api/tables/lessons/batches/${batch}/records` },
  'POST /api/tables/:table/batches/:id/undo': { path: `/api/tables/lessons/batches/${batch}/undo`, body: () => ({}) },
  'GET /api/tables/:table/views': { path: '/api/tables/lessons/views' },
  'POST /api/tables/:table/views': {
    path: '/api/tables/lessons/views',
    body: () => ({ name: 'Mine', query: '' }),
    status: 201,
  },
  'PUT /api/tables/:table/views/:id': {
    get path() {
      return `/api/tables/lessons/views/${made.view}`
    },
    body: () => ({ isDefault: true }),
  },
  'DELETE /api/tables/:table/views/:id': {
    get path() {
      return `/api/tables/lessons/views/${made.view}`
    },
  },
  'GET /api/jobs': { path: '/api/jobs' },
  'GET /api/jobs/:id': { path: `/api/jobs/${batch}` },
  'POST /api/jobs/:id/undo': { path: `/api/jobs/${batch}/undo`, body: () => ({}), status: 409 },
  'POST /api/jobs/:id/cancel': { path: `/api/jobs/${batch}/cancel`, body: () => ({}), status: 409 },
  'POST /api/days/:date/cancel': { path: '/api/days/2999-01-01/cancel', body: () => ({ reason: 'rain' }) },
  'GET /api/waiver-texts': { path: '/api/waiver-texts' },
  'POST /api/waiver-texts': { path: '/api/waiver-texts', body: () => ({}), status: 422 },
  'GET /api/students/:id/waivers': { path: `/api/students/${id}/waivers`, status: 404 },
  'POST /api/students/:id/waiver': { path: `/api/students/${id}/waiver`, body: () => ({}), status: 422 },
  'GET /api/lessons/:id/walk-ins': { path: `/api/lessons/${id}/walk-ins?q=ada` },
  'POST /api/lessons/:id/walk-ins': { path: `/api/lessons/${id}/walk-ins`, body: () => ({}), status: 422 },
  'DELETE /api/lessons/:id/walk-ins/:student': { path: `/api/lessons/${id}/walk-ins/${gone}` },
  'GET /api/lessons/:id/waiting': { path: `/api/lessons/${id}/waiting` },
  'POST /api/lessons/:id/offer': {
    path: `/api/lessons/${id}/offer`,
    body: () => ({ student: id, until: '2999-01-01T00:00:00.000Z' }),
    status: 404,
  },
  'GET /api/trash': { path: '/api/trash' },
  'DELETE /api/trash/:table/:id': { path: `/api/trash/lessons/${trashed}` },
  'POST /api/tables/:table/imports': { path: '/api/tables/lessons/imports', body: csvForm, status: 201 },
  'GET /api/tables/:table/imports/:id': {
    get path() {
      return `/api/tables/lessons/imports/${made.imported}`
    },
  },
  'PATCH /api/tables/:table/imports/:id': {
    get path() {
      return `/api/tables/lessons/imports/${made.imported}`
    },
    body: () => ({ match: null }),
  },
  'GET /api/tables/:table/imports/:id/errors.csv': {
    get path() {
      return `/api/tables/lessons/imports/${made.imported}/errors.csv`
    },
  },
  'POST /api/tables/:table/imports/:id/apply': {
    get path() {
      return `/api/tables/lessons/imports/${made.imported}/apply`
    },
    body: () => ({}),
    status: 202,
  },
  'POST /api/upload/:kind': { path: '/api/upload/image', body: form, status: 201 },
  'GET /api/today': { path: '/api/today' },
  'GET /api/today/mine': { path: '/api/today/mine' },
  'GET /api/today/roster': { path: '/api/today/roster?date=2026-05-01' },
  'GET /api/files/:id': {
    get path() {
      return `/api/files/${made.file}`
    },
  },
  'GET /api/events': { path: '/api/events' },
  'GET /api/hooks/:id': { path: `/api/hooks/${'x'.repeat(43)}`, open: true },
  'POST /api/hooks/:id': { path: `/api/hooks/${'x'.repeat(43)}`, open: true },
  'GET /api/incoming-hooks': { path: '/api/incoming-hooks' },
  'POST /api/incoming-hooks': {
    path: '/api/incoming-hooks',
    body: () => ({ name: 'Calendly', source: 'calendly', table: 'lessons' }),
    status: 201,
  },
  'GET /api/incoming-hooks/:id': { path: `/api/incoming-hooks/${id}`, status: 404 },
  'PUT /api/incoming-hooks/:id': {
    path: `/api/incoming-hooks/${id}`,
    body: () => ({ name: 'Calendly', state: 'active', externalId: 'id', mapping: {} }),
    status: 404,
  },
  'DELETE /api/incoming-hooks/:id': { path: `/api/incoming-hooks/${id}`, status: 404 },
  'POST /api/incoming-hooks/:id/address': { path: `/api/incoming-hooks/${id}/address`, body: () => ({}), status: 404 },
  'POST /api/incoming-hooks/:id/preview': {
    path: `/api/incoming-hooks/${id}/preview`,
    body: () => ({ externalId: 'id', mapping: {} }),
    status: 404,
  },
  'GET /api/incoming-hooks/:id/deliveries': { path: `/api/incoming-hooks/${id}/deliveries`, status: 404 },
  'POST /api/incoming-hooks/:id/deliveries/:delivery/decisions': {
    path: `/api/incoming-hooks/${id}/deliveries/${id}/decisions`,
    body: () => ({ row: 0, decision: 'ignore' }),
    status: 404,
  },
  'GET /api/webhooks': { path: '/api/webhooks' },
  'POST /api/webhooks': { path: '/api/webhooks', body: () => ({ url: 'https://hooks.example/' }), status: 201 },
  'GET /api/webhooks/:id': { path: `/api/webhooks/${id}`, status: 404 },
  'PUT /api/webhooks/:id': {
    path: `/api/webhooks/${id}`,
    body: () => ({ url: 'https://hooks.example/', active: true }),
    status: 404,
  },
  'DELETE /api/webhooks/:id': { path: `/api/webhooks/${id}`, status: 404 },
  'POST /api/webhooks/:id/secret': { path: `/api/webhooks/${id}/secret`, body: () => ({}), status: 404 },
  'POST /api/webhooks/:id/test': { path: `/api/webhooks/${id}/test`, body: () => ({}), status: 404 },
  'GET /api/webhooks/:id/deliveries': { path: `/api/webhooks/${id}/deliveries`, status: 404 },
  'POST /api/webhooks/:id/replay': {
    path: `/api/webhooks/${id}/replay`,
    body: () => ({ delivery: 'x' }),
    status: 404,
  },
  'GET /api/person-file': { path: '/api/person-file?email=nobody@example.com' },
  'GET /api/person-file/erasure': { path: '/api/person-file/erasure?emails=nobody@example.com' },
  'GET /api/insights': { path: '/api/insights?from=2026-11-01&to=2026-11-28' },
  'GET /api/calendar/feeds': { path: '/api/calendar/feeds' },
  'POST /api/calendar/feeds': { path: '/api/calendar/feeds', body: () => ({ table: 'nowhere' }), status: 404 },
  'DELETE /api/calendar/feeds/:id': {
    get path() {
      return `/api/calendar/feeds/${made.feed}`
    },
  },
}

let stand: TestApp
/** The ids of what was made for the routes. */
const made = { file: '', view: '', feed: '', imported: '' }
const send: TestApp['send'] = (...given) => stand.send(...given)
const get: TestApp['get'] = (...given) => stand.get(...given)

beforeAll(async () => {
  stand = await setup({ records: [id, gone].map((id) => ({ id, title: 'x', updated_at: '2026-05-01T09:00:00.000Z' })) })
  const { jobs, trash, views, files, runner } = stand
  const started = { kind: 'batch', table: 'lessons', actor: { id: ada, email: 'ada@example.com', requestId: '' } }
  const right = { table: 'lessons', level: 'edit' } as const
  await jobs.add({ ...started, right, id: batch, input: { action: 'update', ids: [] } }, 1)
  await jobs.claim([{ kind: 'batch', version: 1 }], 'test')
  await jobs.end(batch, 1, 'done')
  const by = 'ada@example.com'
  await trash.complete(
    await trash.put([{ table: 'lessons', id: trashed, record: { _id: new ObjectId(trashed) }, title: 'x', by }]),
  )
  made.view = (await views.create(ada, 'lessons', { name: 'Mine', query: '', shared: false })).id
  made.file = (await files.add({ name: 'a.png', type: 'image/png', bytes: png, userId: ada })).id
  made.feed = (await stand.feeds.create(ada, 'lessons', false))!.id
  const headers = { 'x-requested-with': 'test' }
  const answer = await send('/api/tables/lessons/imports', { method: 'POST', body: csvForm(), headers })
  made.imported = ((await answer.json()) as { id: string }).id
  await runner.settled((await stand.imports.find(made.imported))!.check, 5_000)
})

test('every route has its row', () => {
  const routes = stand.app.routes.map(({ method, path }) => `${method} ${path}`)
  expect(routes.toSorted()).toEqual(Object.keys(matrix).toSorted())
})

// In the order in which the routes were made, so that what is deleted is taken back and what is uploaded is fetched.
const guarded = Object.entries(matrix).filter(([, { open }]) => !open)

test.each(guarded)('%s is for admins', async (route, { path, body, status = 200 }) => {
  const method = route.split(' ')[0]!
  const ask = async (who: string) =>
    stand.send(path, { who, method, ...(body && { body: await body() }), headers: { 'x-requested-with': 'test' } })
  for (const [who, status, code] of [
    ['', 401, 'not_signed_in'],
    ['expired', 401, 'not_signed_in'],
    ['revoked', 401, 'not_signed_in'],
    ['ben', 403, 'forbidden'],
  ] as const) {
    const answer = await ask(who)
    expect([who, answer.status, await answer.json()]).toMatchObject([who, status, { code, error: expect.any(String) }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
  const lookups = vi.spyOn(stand.sessions, 'find')
  expect((await ask('ada')).status).toBe(status)
  // Who asks is looked up once for each request, however many plugins want to know.
  expect(lookups).toHaveBeenCalledTimes(1)
})

test.each(['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
  '%s is refused to anonymous requests',
  async (method) => {
    for (const [, { path }] of guarded)
      expect((await get(path, '', method)).status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
  },
)

test('no other spelling of a path, and no header, bypasses the guard', async () => {
  const ways = [
    (path: string) => `${path}/`,
    (path: string) => `/${path}`,
    (path: string) => path.replace('/api/', '/api//'),
    (path: string) => path.replace('/lessons', '//lessons'),
    (path: string) => path.replace('tables', 'Tables'),
    (path: string) => path.toUpperCase(),
    (path: string) => `${path};x`,
    (path: string) => `${path}%00`,
    (path: string) => `${path}%2f`,
    (path: string) => path.replace('lessons', '%6cessons'),
    (path: string) => path.replace('/lessons', '%2flessons'),
    (path: string) => path.replace('/api', '/api/.'),
    (path: string) => `/healthz/..${path}`,
    (path: string) => `/api/site/..${path}`,
    (path: string) => `${path}?_method=GET`,
  ]
  const headers: Record<string, string>[] = [
    {},
    { 'x-http-method-override': 'GET', 'x-method-override': 'DELETE' },
    { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', 'x-forwarded-host': 'localhost' },
    { 'x-user-id': 'ada', 'x-user-role': 'admin', 'x-user-email': 'ada@example.com' },
    { 'x-original-url': '/healthz', 'x-rewrite-url': '/healthz' },
  ]
  const { send } = appWithoutDatabase()
  let tried = 0
  for (const [route, { path }] of guarded)
    for (const way of ways)
      for (const given of headers) {
        const answer = await send(way(path), { who: '', method: route.split(' ')[0]!, headers: given })
        expect([400, 401, 403, 404, 405, 415], `${way(path)}`).toContain(answer.status)
        tried++
      }
  expect(tried).toBeGreaterThan(800)
})

/** One sign of a path written in another way, or one more put in. */
const rewritten = (path: string) => {
  const change = fc.constantFrom(
    ...[
      '/',
      '//',
      '/./',
      '/../',
      '%2f',
      '%2F',
      '%252f',
      '\\',
      '%5c',
      ';',
      ';x=1',
      '.',
      '..',
      '%2e',
      '%00',
      '%0a',
      '%20',
    ],
    ...['+', '?', '??', '#', '%', '%c0%af', '%e2%80%8b', '\u00ad', '\u2215', ':', '@', '~', '*', 'API', 'aPi'],
  )
  return fc
    .array(fc.tuple(fc.nat(path.length), fc.boolean(), change), { minLength: 1, maxLength: 4 })
    .map((changes) =>
      changes.reduce(
        (text, [at, replaces, sign]) => text.slice(0, at) + sign + text.slice(at + (replaces ? 1 : 0)),
        path,
      ),
    )
    .filter((text) => text.startsWith('/'))
}

test('2,000 randomly mutated paths are refused to anonymous requests and to users without a role', async () => {
  const open = new Set(['/healthz', '/readyz', '/api/site', '/api/site/'])
  const { send } = appWithoutDatabase()
  let tried = 0
  for (const [route, { path, body }] of guarded)
    await mapLimited(fc.sample(rewritten(path), { numRuns: 25, seed: 1 }), async (bent) => {
      if (!URL.canParse(`http://localhost${bent}`) || open.has(new URL(`http://localhost${bent}`).pathname)) return
      for (const who of ['', 'ben']) {
        const answer = await send(bent, { who, method: route.split(' ')[0]!, ...(body && { body: await body() }) })
        expect(answer.status, `${who || 'anonymous'} ${bent}`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${who || 'anonymous'} ${bent}`).toBeLessThan(500)
      }
      tried++
    })
  expect(tried).toBeGreaterThanOrEqual(2_000)
})

test('requests that change something must come from our own origin, as JSON', async () => {
  const { send } = appWithoutDatabase()
  for (const [route, { path, body }] of guarded) {
    const method = route.split(' ')[0]!
    if (method === 'GET') continue
    const foreign = { 'sec-fetch-site': 'cross-site', 'x-requested-with': 'x' }
    expect((await send(path, { method, body: await body?.(), headers: foreign })).status, route).toBe(403)
    if (method === 'DELETE') continue
    const plain = { 'content-type': 'text/plain', 'x-requested-with': 'x' }
    expect((await send(path, { method, body: '{"title":"x"}', headers: plain })).status, route).toBe(415)
  }
})

test('what admins get is kept nowhere and varies by cookie; what visitors get may be kept for a minute', async () => {
  const list = await get('/api/tables/lessons', 'ada')
  expect([list.headers.get('cache-control'), list.headers.get('vary')]).toEqual(['no-store', 'Cookie'])
  const file = await get('/api/tables/lessons/export', 'ada')
  expect([file.headers.get('cache-control'), file.headers.get('x-request-id')]).toEqual([
    'no-store',
    expect.any(String),
  ])
  expect((await get('/api/site')).headers.get('cache-control')).toBe('public, max-age=60')
})

test('a browser that opens the API reference without a session is redirected to the login', async () => {
  const answer = await send('/api/docs', { who: '', headers: { accept: 'text/html,*/*' } })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?returnUrl=%2Fapi%2Fdocs'])
  expect((await send('/api/docs', { who: 'ben', headers: { accept: 'text/html' } })).status).toBe(403)
})

test('health is open', async () => {
  expect((await get('/healthz')).status).toBe(200)
})
