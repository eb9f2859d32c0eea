import { AppError } from '@app/contracts/errors'
import { expect, test } from 'vitest'
import { setup } from '../app.fixture'

const one = { id: '6b0144c8eeb0df06111a9a1e', title: 'Longbow', seats: 8, created_at: '2026-05-01T10:00:00.000Z' }

test('a list answers with its page and the totals', async () => {
  const { get, asked } = setup({ page: { data: [one], total: 101 } })
  const answer = await get('/api/tables/lessons', 'ada')
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { data: [one], page: 1, limit: 50, total: 101, totalPages: 3, next: null },
  ])
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(asked).toEqual([{ page: 1, limit: 50, sort: { field: 'created_at', direction: 'desc' }, filters: [], q: '' }])
})

test('page, limit and sort are handed on', async () => {
  const { get, asked } = setup()
  expect((await get('/api/tables/lessons?page=2&limit=10&sort=seats:asc', 'ada')).status).toBe(200)
  expect(asked).toMatchObject([{ page: 2, limit: 10, sort: { field: 'seats', direction: 'asc' } }])
})

test('a page past the end is empty, with true totals', async () => {
  const answer = await setup({ page: { data: [], total: 3 } }).get('/api/tables/lessons?page=9', 'ada')
  expect(await answer.json()).toEqual({ data: [], page: 9, limit: 50, total: 3, totalPages: 1, next: null })
})

test.each([
  '__proto__',
  'constructor',
  'users',
  'users.x',
  'system.users',
  'sessions',
  'lessons%00',
  '%00',
  'lessons%20',
  '$cmd',
  'Lessons',
  '..%2flessons',
  '%F0%9F%8F%B9',
  'a'.repeat(500),
])('the table %s is not found, like any other that is not described', async (name) => {
  const { get, asked } = setup()
  const answer = await get(`/api/tables/${name}`, 'ada')
  const { requestId, ...body } = (await answer.json()) as Record<string, unknown>
  expect([answer.status, body]).toEqual([404, { code: 'not_found', error: 'Not found.' }])
  expect(asked).toEqual([])
})

test.each([
  'email[$ne]=x',
  'sort=$where:asc',
  'sort=password:asc',
  'limit=-1',
  'limit=201',
  'page=1e9',
  'page=1&page=2',
  'where=1',
  '__proto__=1',
  `${'x'.repeat(5_000)}=1`,
])('the query %s is refused before the database is queried', async (query) => {
  const { get, asked } = setup()
  const answer = await get(`/api/tables/lessons?${query}`, 'ada')
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { code: 'invalid_request', error: expect.any(String) },
  ])
  expect(asked).toEqual([])
})

test('an unavailable database is reported as such', async () => {
  const answer = await setup({ page: new AppError('unavailable', 'Later.') }).get('/api/tables/lessons', 'ada')
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'unavailable' }])
})
