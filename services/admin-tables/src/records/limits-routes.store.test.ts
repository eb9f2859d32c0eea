import { secretHash } from '@app/session'
import { expect, test } from 'vitest'
import { testApp } from '../test-app.fixture'

const setup = testApp()

test('every guarded call counts once, by its kind and for its session; a public one for its network', async () => {
  const { send, uses } = await setup()
  const id = '6b0144c8eeb0df06111a9a1e'
  for (const [method, path, use] of [
    ['GET', '/api/admin/schemas', 'read'],
    ['GET', '/api/tables/lessons', 'read'],
    ['GET', `/api/tables/lessons/${id}`, 'read'],
    ['GET', `/api/files/${id}`, 'read'],
    ['GET', '/api/tables/lessons/export', 'export'],
    ['POST', '/api/tables/lessons', 'write'],
    ['PUT', `/api/tables/lessons/${id}`, 'write'],
    ['DELETE', `/api/tables/lessons/${id}`, 'write'],
    ['POST', `/api/tables/lessons/${id}/restore`, 'write'],
  ] as const) {
    const body = ['POST', 'PUT'].includes(method) ? { title: 'x' } : undefined
    for (const who of ['', 'ben', 'ada']) await (await send(path, { who, method, body })).text()
    expect([path, uses.splice(0)]).toEqual([path, [[secretHash('ada'), use]]])
  }
  await send('/api/site', { who: '' })
  expect(uses).toEqual([[undefined, 'read']])
})

test('beyond the limit nothing is done, and the response has Retry-After', async () => {
  const { send, rows, asked } = await setup({ isOver: true })
  for (const [method, path] of [
    ['GET', '/api/tables/lessons'],
    ['POST', '/api/tables/lessons'],
  ] as const) {
    const answer = await send(path, { method, ...(method === 'POST' && { body: { title: 'x' } }) })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await answer.json()).toMatchObject({ code: 'too_many_requests', error: expect.any(String) })
  }
  expect([await rows(), asked()]).toEqual([[], []])
})
