import { expect, test } from 'vitest'
import { unlessSame } from './entity-tag'

const ask = (body: unknown, given?: string, version?: string) => {
  const set = { headers: {} as Record<string, string> }
  const request = new Request('http://localhost', { headers: given ? { 'if-none-match': given } : {} })
  const answer = unlessSame({ request, set }, body, version)
  return { tag: set.headers['etag']!, status: answer instanceof Response ? answer.status : 200 }
}

test('a caller that has the body gets 304, also through a proxy that weakened the tag, and one that has another gets it', () => {
  const { tag } = ask({ a: 1 })
  expect(tag).toMatch(/^"[\w-]{16}"$/)
  expect(ask({ a: 1 }, tag).status).toBe(304)
  expect(ask({ a: 1 }, `"other", W/${tag}`).status).toBe(304)
  expect(ask({ a: 2 }, tag).status).toBe(200)
})

test('the tag of a record begins with its version', () => {
  expect(ask({ a: 1 }, undefined, '2026-05-01T10:00:00.000Z').tag).toMatch(/^"2026-05-01T10:00:00\.000Z;[\w-]{16}"$/)
})
