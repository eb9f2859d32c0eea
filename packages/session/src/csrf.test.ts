import { createLog, createServiceApp } from '@app/service'
import { expect, test } from 'vitest'
import { csrf } from './csrf'

const publicOrigin = 'https://school.example'
const json = { 'content-type': 'application/json' }

function setup(corsOrigins: string[] = []) {
  const app = createServiceApp({ log: createLog('test', 'silent') })
    .use(csrf({ publicOrigin, corsOrigins, guarded: ['/logout'] }))
    .get('/logout', () => 'out')
    .get('/read', () => 'read')
    .post('/write', () => 'written')
  return (method: string, path: string, headers: Record<string, string>) =>
    app.handle(new Request(`http://localhost${path}`, { method, headers, ...(method === 'POST' && { body: '{}' }) }))
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
])('C1: %i for %s %s with %o', async (status, method, path, headers) => {
  expect((await setup()(method, path, headers)).status).toBe(status)
})

test('C3: no CORS header is sent unless an origin is configured', async () => {
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
