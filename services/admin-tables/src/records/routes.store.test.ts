import { AppError } from '@app/contracts/errors'
import { expect, test, vi } from 'vitest'
import { testApp } from '../test-app.fixture'

const setup = testApp()

const one = {
  ...{ id: '6b0144c8eeb0df06111a9a1e', title: 'Longbow', seats: 8, about: null, state: 'open', place: null },
  ...{ created_at: '2026-05-01T10:00:00.000Z', updated_at: '2026-05-01T10:00:00.000Z' },
}

test('a list answers with its page and the totals', async () => {
  const { get, asked } = await setup({ records: [one] })
  const answer = await get('/api/tables/lessons', 'ada')
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { data: [one], page: 1, limit: 50, total: 1, totalPages: 1, next: null },
  ])
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(asked()).toEqual([
    { page: 1, limit: 50, sort: { field: 'created_at', direction: 'desc' }, filters: [], q: '' },
  ])
})

test('page, limit and sort are handed on', async () => {
  const { get, asked } = await setup()
  expect((await get('/api/tables/lessons?page=2&limit=10&sort=seats:asc', 'ada')).status).toBe(200)
  expect(asked()).toMatchObject([{ page: 2, limit: 10, sort: { field: 'seats', direction: 'asc' } }])
})

test('the records before and after a page are on other pages', async () => {
  const ids = Array.from({ length: 101 }, (_, at) => at.toString(16).padStart(24, '0'))
  const { get } = await setup({ records: ids.map((id, at) => ({ ...one, id, seats: at % 3 })) })
  const pages: string[][] = []
  for (const page of [1, 2, 3]) {
    const answer = await get(`/api/tables/lessons?page=${page}&sort=seats:asc`, 'ada')
    const { data, total, totalPages } = (await answer.json()) as {
      data: (typeof one)[]
      total: number
      totalPages: number
    }
    expect([total, totalPages]).toEqual([101, 3])
    pages.push(data.map(({ id }) => id))
  }
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 1])
  expect(new Set(pages.flat())).toEqual(new Set(ids))
})

test('a page past the end is empty, with true totals', async () => {
  const { get } = await setup({ records: [one] })
  const answer = await get('/api/tables/lessons?page=9', 'ada')
  expect(await answer.json()).toEqual({ data: [], page: 9, limit: 50, total: 1, totalPages: 1, next: null })
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
  const { get, asked } = await setup()
  const answer = await get(`/api/tables/${name}`, 'ada')
  const { requestId, ...body } = (await answer.json()) as Record<string, unknown>
  expect([answer.status, body]).toEqual([404, { code: 'not_found', error: 'Not found.' }])
  expect(asked()).toEqual([])
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
  const { get, asked } = await setup()
  const answer = await get(`/api/tables/lessons?${query}`, 'ada')
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { code: 'invalid_request', error: expect.any(String) },
  ])
  expect(asked()).toEqual([])
})

test('an unavailable database is reported as such', async () => {
  const { get, records } = await setup()
  vi.spyOn(records, 'page').mockRejectedValue(new AppError('unavailable', 'Later.'))
  const answer = await get('/api/tables/lessons', 'ada')
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'unavailable' }])
})
