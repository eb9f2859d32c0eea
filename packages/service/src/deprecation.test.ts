import { expect, test } from 'vitest'
import { deprecationHeaders } from './handle-call'

test('a call that ends says since when, until when, and what replaces it', () => {
  expect(
    deprecationHeaders({ deprecated: { since: '2026-12-01', sunset: '2027-06-01', instead: 'listRecords' } }),
  ).toEqual({
    deprecation: '@1796083200',
    sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
    link: '</api/docs#listRecords>; rel="successor-version"',
  })
  expect(deprecationHeaders({})).toEqual({})
})
