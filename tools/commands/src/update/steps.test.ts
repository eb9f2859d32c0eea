import { expect, test } from 'vitest'
import { readErrors } from './steps'

const answer = (status: number, body: object | string) =>
  `HTTP/1.1 ${status} OK\r\nContent-Type: application/json\r\n\r\n${typeof body === 'string' ? body : JSON.stringify(body)}`
const reads = [
  { path: '/api/tables/lessons?limit=100', status: 500 },
  { path: '/api/site', status: 200 },
]

test.each([
  ['every read succeeds', answer(200, { reads: [reads[1]] }), []],
  ['a list fails', answer(503, { reads }), ['/api/tables/lessons?limit=100: HTTP 500']],
  [
    'chunks of an answer',
    answer(503, `51\r\n${JSON.stringify({ reads })}\r\n0\r\n\r\n`),
    ['/api/tables/lessons?limit=100: HTTP 500'],
  ],
  ['a version without the check', answer(404, '{"error":"Not found."}'), []],
  ['an internal error', answer(500, '{}'), ['it does not answer (500)']],
  ['no answer', '', ['it does not answer (no status)']],
])('%s', (_, text, errors) => {
  expect(readErrors(text)).toEqual(errors)
})
