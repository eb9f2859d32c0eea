import { expect, test } from 'vitest'
import { isSameOrigin } from './access'

const publicOrigin = 'https://school.example'
const json = { 'content-type': 'application/json; charset=utf-8' }

test.each<[boolean, string, Record<string, string>]>([
  [true, 'POST', { ...json, 'sec-fetch-site': 'same-origin' }],
  [true, 'POST', { ...json, origin: publicOrigin }],
  [true, 'POST', json],
  [true, 'POST', { 'content-type': 'Application/JSON ; charset=utf-8' }],
  [false, 'POST', {}],
  [false, 'POST', { 'content-type': 'text/plain' }],
  [false, 'POST', { 'content-type': 'application/x-www-form-urlencoded' }],
  [false, 'POST', { ...json, 'sec-fetch-site': 'cross-site', origin: publicOrigin }],
  [false, 'POST', { ...json, 'sec-fetch-site': 'same-site' }],
  [false, 'POST', { ...json, 'sec-fetch-site': 'none' }],
  [false, 'POST', { ...json, origin: 'https://school.example.evil.example' }],
  [false, 'POST', { ...json, origin: 'http://school.example' }],
  [false, 'POST', { ...json, origin: 'null' }],
  [true, 'GET', { 'sec-fetch-site': 'same-origin' }],
  [true, 'GET', {}],
  [true, 'HEAD', {}],
  [true, 'OPTIONS', {}],
  [false, 'GET', { 'sec-fetch-site': 'cross-site' }],
])('%s for %s with %o', (expected, method, headers) => {
  const request = new Request('http://localhost/', { method, headers })
  expect(isSameOrigin(request, { publicOrigin, corsOrigins: [] })).toBe(expected)
})

test('a configured origin counts as our own, and only that one', () => {
  const from = (origin: string) => {
    const headers = { ...json, origin, 'sec-fetch-site': 'cross-site' }
    const request = new Request('http://localhost/', { method: 'POST', headers })
    return isSameOrigin(request, { publicOrigin, corsOrigins: ['https://app.example'] })
  }
  expect([from('https://app.example'), from('https://evil.example')]).toEqual([true, false])
})
