import { expect, test } from 'vitest'
import { setup } from './app.fixture'

const { app, get } = setup()
const open = new Set(['/healthz', '/readyz'])
const guarded = app.routes
  .filter(({ path }) => !open.has(path))
  .map(({ method, path }) => [method, path.replace(':table', 'lessons').replace(':name', 'lessons')] as const)

test('every route is in the list', () => {
  expect(guarded).toEqual([
    ['GET', '/api/admin/schemas/'],
    ['GET', '/api/admin/schemas/lessons'],
    ['GET', '/api/tables/lessons'],
  ])
})

test.each(guarded)('%s %s is for admins', async (method, path) => {
  for (const [who, status, code] of [
    [undefined, 401, 'not_signed_in'],
    ['nobody', 401, 'not_signed_in'],
    ['revoked', 401, 'not_signed_in'],
    ['ben', 403, 'forbidden'],
  ] as const) {
    const answer = await get(path, who, method)
    expect([who, answer.status, await answer.json()]).toMatchObject([who, status, { code, error: expect.any(String) }])
  }
  expect((await get(path, 'ada', method)).status).toBe(200)
})

test.each(['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'])('%s opens nothing that GET does not', async (method) => {
  for (const [, path] of guarded) expect((await get(path, undefined, method)).status).toBeGreaterThanOrEqual(400)
})

test.each([
  '/api/tables/lessons/',
  '//api/tables/lessons',
  '/api//tables/lessons',
  '/api/tables//lessons',
  '/api/Tables/lessons',
  '/api/tables/lessons;x',
  '/api/tables/%6cessons',
  '/api/tables%2flessons',
  '/api/./tables/lessons',
  '/healthz/../api/tables/lessons',
])('the path %s gives nothing to nobody', async (path) => {
  expect([401, 404]).toContain((await get(path)).status)
})

test('health is open', async () => {
  expect((await get('/healthz')).status).toBe(200)
})
