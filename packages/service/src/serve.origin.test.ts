import { call } from '@app/contracts/call'
import { expect, test } from 'vitest'
import { apiOf, done, gets, posts, publicOrigin } from './api.fixture'
import { serve } from './serve'

const json = { 'content-type': 'application/json' }
const routes = [
  serve(call({ ...gets, path: '/api/logout', origin: 'same' }), done),
  serve(call({ ...gets, path: '/api/read' }), done),
  serve(call({ ...gets, path: '/api/own', access: 'user' }), done),
  serve(call({ ...posts, path: '/api/write' }), done),
  serve(call({ ...posts, path: '/api/report', origin: 'any' }), done),
]

function setup(corsOrigins: string[] = []) {
  const { send } = apiOf(routes, { corsOrigins })
  return (method: string, path: string, headers: Record<string, string>) =>
    send(`/api${path}`, { method, headers, ...(method === 'POST' && { body: '{}' }) })
}

test.each<[number, string, string, Record<string, string>]>([
  [200, 'POST', '/write', { ...json, 'sec-fetch-site': 'same-origin' }],
  [200, 'POST', '/write', { ...json, origin: publicOrigin }],
  [200, 'POST', '/write', json],
  [403, 'POST', '/write', { ...json, 'sec-fetch-site': 'cross-site', origin: publicOrigin }],
  [403, 'POST', '/write', { ...json, 'sec-fetch-site': 'same-site' }],
  [403, 'POST', '/write', { ...json, 'sec-fetch-site': 'none' }],
  [403, 'POST', '/write', { ...json, origin: 'https://school.example.evil.example' }],
  [403, 'POST', '/write', { ...json, origin: 'http://school.example' }],
  [403, 'POST', '/write', { ...json, origin: 'null' }],
  [200, 'GET', '/logout', { 'sec-fetch-site': 'same-origin' }],
  [200, 'GET', '/logout', {}],
  [403, 'GET', '/logout', { 'sec-fetch-site': 'cross-site' }],
  [200, 'GET', '/read', { 'sec-fetch-site': 'cross-site' }],
  [200, 'POST', '/report', { ...json, 'sec-fetch-site': 'cross-site' }],
])('%i for %s %s with %o', async (status, method, path, headers) => {
  expect((await setup()(method, path, headers)).status).toBe(status)
})

test.each<[number, string, Record<string, string>]>([
  [403, '/own', { 'sec-fetch-mode': 'navigate', cookie: 'session=uma; handed_over=yes' }],
  [200, '/own', { 'sec-fetch-mode': 'cors', cookie: 'session=uma; handed_over=yes' }],
  [200, '/own', { 'sec-fetch-mode': 'navigate', cookie: 'session=uma' }],
  [200, '/read', { 'sec-fetch-mode': 'navigate', cookie: 'session=uma; handed_over=yes' }],
])('%i for %s with %o: a device that is handed over opens what is public alone', async (status, path, headers) => {
  const response = await setup()('GET', path, headers)
  expect(response.status).toBe(status)
  if (status === 403) expect(await response.text()).toContain('hand the device back')
})

test('no CORS header is sent unless an origin is configured', async () => {
  const headers = { origin: 'https://evil.example' }
  expect((await setup()('GET', '/read', headers)).headers.get('access-control-allow-origin')).toBeNull()
  const ask = setup(['https://app.example'])
  expect((await ask('GET', '/read', headers)).headers.get('access-control-allow-origin')).not.toBe(
    'https://evil.example',
  )
  const allowed = await ask('POST', '/write', {
    ...json,
    origin: 'https://app.example',
    'sec-fetch-site': 'cross-site',
  })
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, 'https://app.example'])
})
