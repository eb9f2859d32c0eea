import { call } from '@app/contracts/call'
import { minutes } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { secretHash } from '@app/session'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { apiOf, done, gets, posts } from './api.fixture'
import { serve } from './serve'

const names = ['', 'uma', 'sam', 'ada']
const id = v.object({ id: v.pipe(v.string(), v.digits()) })
const day = v.object({ day: v.pipe(v.string(), v.isoDate()) })
const search = call({ ...gets, path: '/api/search/:id', access: 'anyRight', params: id, query: day })

test('each access admits the roles it names, and only a call that is not public has an identity', async () => {
  const seen: (string | undefined)[] = []
  const levels = ['public', 'user', 'anyRight', 'admin'] as const
  const routes = levels.map((access) =>
    serve(call({ ...posts, path: `/api/${access}`, access }), ({ identity, actor }) => {
      seen.push(identity && `${identity.user.email} ${actor?.sid}`)
      return { ok: true }
    }),
  )
  const { status, identified } = apiOf(routes)
  const statuses = (who: string) => Promise.all(levels.map((level) => status(`/api/${level}`, { who, json: {} })))
  expect(await statuses('')).toEqual([200, 401, 401, 401])
  expect(await statuses('uma')).toEqual([200, 200, 403, 403])
  expect(await statuses('sam')).toEqual([200, 200, 200, 403])
  expect(await statuses('ada')).toEqual([200, 200, 200, 200])
  expect(await statuses('unknown')).toEqual([200, 401, 401, 401])
  expect(new Set(seen)).toEqual(
    new Set([undefined, ...['uma', 'sam', 'ada'].map((who) => `${who}@example.com session-of-${who}`)]),
  )
  // A public call reads no session.
  expect(identified).toHaveLength(5 * 3)
})

test('a right on the table of the path hides tables that may not be viewed', async () => {
  const view = call({ ...gets, path: '/api/tables/:table', access: { table: ':table', level: 'view' } })
  const edit = call({ ...posts, path: '/api/tables/:table', access: { table: ':table', level: 'edit' } })
  const fixed = call({ ...gets, path: '/api/lessons', access: { table: 'lessons', level: 'view' } })
  const { status } = apiOf([serve(view, done), serve(edit, done), serve(fixed, done)])
  const views = (table: string) => Promise.all(names.map((who) => status(`/api/tables/${table}`, { who })))
  const edits = (table: string) => Promise.all(names.map((who) => status(`/api/tables/${table}`, { who, json: {} })))
  expect(await views('lessons')).toEqual([401, 403, 200, 200])
  expect(await edits('lessons')).toEqual([401, 403, 403, 200])
  expect(await edits('places')).toEqual([401, 403, 200, 200])
  expect(await views('users')).toEqual([401, 403, 404, 200])
  expect(await edits('users')).toEqual([401, 403, 404, 200])
  expect(await Promise.all(names.map((who) => status('/api/lessons', { who })))).toEqual([401, 403, 200, 200])
})

const feed = call({
  ...posts,
  path: '/api/feeds',
  access: { table: { body: 'table' }, level: 'view' },
  limit: 'export',
  body: { schema: v.strictObject({ table: v.string() }) },
  errors: ['invalid_input'],
})

test('a right on a table that the body names is checked after the body, a role before it', async () => {
  const { status } = apiOf([serve(feed, done)])
  const statuses = (json: unknown) => Promise.all(names.map((who) => status('/api/feeds', { who, json })))
  expect(await statuses({ table: 'lessons' })).toEqual([401, 403, 200, 200])
  expect(await statuses({ table: 'users' })).toEqual([401, 403, 404, 200])
  expect(await statuses({ table: 1 })).toEqual([401, 403, 422, 422])
})

test('step-up: always, or as right, budget and table say, also where the body names the table', async () => {
  const always = call({ ...posts, path: '/api/always', access: 'admin', stepUp: true })
  const byTable = call({
    ...posts,
    path: '/api/tables/:table',
    access: { table: ':table', level: 'edit' },
  })
  const routes = [serve(always, done), serve(byTable, done), serve(feed, done)]
  const old = apiOf(routes, { signedInAt: new Date(Date.now() - minutes(16)) })
  const recent = apiOf(routes, { signedInAt: new Date(Date.now() - minutes(14)) })
  const statuses = async ({ ask }: typeof old, who = 'ada') =>
    Promise.all([
      ask('/api/always', { who, json: {} }),
      ask('/api/tables/users', { who, json: {} }),
      ask('/api/tables/lessons', { who, json: {} }),
      ask('/api/feeds', { who, json: { table: 'users' } }),
      ask('/api/feeds', { who, json: { table: 'lessons' } }),
    ]).then((all) => all.map(({ status, body }) => (status === 403 ? body?.['code'] : status)))
  const required = 'recent_sign_in_required'
  expect(await statuses(old)).toEqual([required, required, 200, required, 200])
  expect(await statuses(recent)).toEqual([200, 200, 200, 200, 200])
  // Who may not call at all is not sent to confirm the sign-in.
  expect(await statuses(old, 'sam')).toEqual(['forbidden', 404, 'forbidden', 404, 200])
})

test('callers without access learn nothing about errors in the path or the query', async () => {
  const { status, identified } = apiOf([serve(search, ({ query }) => ({ ok: query.day.length > 0 }))])
  const of = (path: string, who = '') => status(`/api/search/${path}`, { who })
  expect([await of('1'), await of('x?day=x'), await of('1?day=2026-05-01')]).toEqual([401, 401, 401])
  expect([await of('1', 'uma'), await of('x', 'uma')]).toEqual([403, 403])
  expect([await of('1', 'sam'), await of('x?day=2026-05-01', 'sam')]).toEqual([400, 404])
  identified.length = 0
  expect([await of('1?day=2026-05-01', 'sam'), identified]).toEqual([200, ['sam']])
})

test('when the session cannot be read access is refused', async () => {
  const fault = new AppError('unavailable', 'The database is unavailable.')
  const { status } = apiOf([serve(search, done)], { fault })
  expect(await status('/api/search/1?day=2026-05-01', { who: 'ada' })).toBe(503)
})

test('responses vary by cookie where a session is needed, also where they vary by origin', async () => {
  const routes = [serve(search, done), serve(call({ ...gets, path: '/api/open' }), done)]
  const { send } = apiOf(routes)
  const vary = async (path: string, who: string) => (await send(path, { who })).headers.get('vary')
  expect(await vary('/api/search/1?day=2026-05-01', 'ada')).toBe('Cookie')
  expect(await vary('/api/search/1', '')).toBe('Cookie')
  expect(await vary('/api/open', 'ada')).toBeNull()
  const shared = apiOf(routes, { corsOrigins: ['https://app.example'] })
  const response = await shared.send('/api/search/1', { who: 'ada', headers: { origin: 'https://app.example' } })
  expect(response.headers.get('vary')).toContain('Cookie')
  expect(response.headers.get('vary')).not.toBe('Cookie')
})

test('a page of its own sends a browser without a session to the sign-in, and nobody else', async () => {
  const docs = call({ ...gets, path: '/api/docs', access: 'admin', page: true })
  const { send, counted } = apiOf([serve(docs, done), serve(search, done)])
  const accept = 'text/html,application/xhtml+xml'
  const redirect = await send('/api/docs', { headers: { accept } })
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/login?returnUrl=%2Fapi%2Fdocs'])
  expect(redirect.headers.get('vary')).toBe('Cookie, Accept')
  expect(await redirect.text()).toBe('')
  expect((await send('/api/docs', { headers: { accept: 'application/json' } })).status).toBe(401)
  expect((await send('/api/docs', { who: 'sam', headers: { accept } })).status).toBe(403)
  expect((await send('/api/search/1', { headers: { accept } })).status).toBe(401)
  expect(counted).toEqual([])
  expect((await send('/api/docs', { who: 'ada', headers: { accept } })).status).toBe(200)
})

test('the limit is counted once per admitted call, with its session and its secret', async () => {
  const calendar = call({ ...gets, path: '/api/calendar/:file', limit: 'calendar' })
  const sent = call({ ...posts, path: '/api/send', access: 'admin', limit: 'send', stepUp: true })
  const routes = [serve(calendar, done), serve(sent, done), serve(search, done)]
  const { status, counted } = apiOf(routes)
  expect(await status('/api/calendar/secret.ics', { who: 'ada' })).toBe(200)
  expect(await status('/api/send', { who: 'ada', json: {} })).toBe(200)
  // Input that does not fit costs as much as input that does.
  expect(await status('/api/search/x', { who: 'sam' })).toBe(404)
  expect(counted.splice(0)).toEqual([
    { limit: 'calendar', session: undefined, secret: secretHash('secret.ics') },
    { limit: 'send', session: 'session-of-ada', secret: undefined },
    { limit: 'read', session: 'session-of-sam', secret: undefined },
  ])
  for (const who of ['', 'uma', 'sam']) await status('/api/send', { who, json: {} })
  await status('/api/send', { who: 'ada', json: {}, headers: { 'sec-fetch-site': 'cross-site' } })
  const old = apiOf(routes, { signedInAt: new Date(0) })
  expect(await old.status('/api/send', { who: 'ada', json: {} })).toBe(403)
  expect([counted, old.counted]).toEqual([[], []])
})

test('a request that breaks every rule is refused in order: origin, session, access, step-up, limit, path, query, headers, body', async () => {
  const all = call({
    ...posts,
    path: '/api/all/:id',
    access: 'admin',
    stepUp: true,
    params: id,
    query: day,
    headers: v.object({ 'If-Match': v.string() }),
    body: { schema: v.strictObject({}) },
    errors: ['invalid_input'],
  })
  let handled = 0
  const setup = (options: Parameters<typeof apiOf>[1]) => apiOf([serve(all, () => ({ ok: ++handled > 0 }))], options)
  const worst = setup({ signedInAt: new Date(0), isOverLimit: true })
  const limited = setup({ isOverLimit: true })
  const open = setup({})
  const refusal = async ({ ask }: typeof worst, path: string, headers: Record<string, string>, who = '') => {
    const { status, body } = await ask(path, { who, json: { other: 1 }, headers })
    return `${status} ${body?.['code']} ${body?.['error']}`
  }
  const [path, query, match] = ['/api/all/x', '?day=2026-05-01', { 'if-match': '1' }]
  expect([
    await refusal(worst, path, { 'sec-fetch-site': 'cross-site' }),
    await refusal(worst, path, {}),
    await refusal(worst, path, {}, 'sam'),
    await refusal(worst, path, {}, 'ada'),
    await refusal(limited, path, {}, 'ada'),
    await refusal(open, path, {}, 'ada'),
    await refusal(open, '/api/all/1', {}, 'ada'),
    await refusal(open, `/api/all/1${query}`, {}, 'ada'),
    await refusal(open, `/api/all/1${query}`, match, 'ada'),
  ]).toEqual([
    '403 forbidden Cross-site requests are not allowed.',
    '401 not_signed_in Please sign in.',
    '403 forbidden This area is restricted to administrators only.',
    '403 recent_sign_in_required Please confirm that it is you, then try again.',
    '429 too_many_requests Too many.',
    '404 not_found Not found.',
    expect.stringMatching(/^400 invalid_request .*day/),
    '400 invalid_request If-Match is missing or not valid.',
    expect.stringMatching(/^422 invalid_input /),
  ])
  expect(handled).toBe(0)
})
