import { expect, test } from 'vitest'
import { codeDigest, newCode, sameDigest } from './login-code'

test('codes have six digits, and every digit is as likely as any other at every place', () => {
  const draws = 200_000
  const counts = Array.from({ length: 6 }, () => new Array<number>(10).fill(0))
  for (let i = 0; i < draws; i++) {
    const code = newCode()
    for (let place = 0; place < 6; place++) counts[place]![Number(code[place])]! += 1
    if (!/^\d{6}$/.test(code)) throw new Error(`not six digits: ${code}`)
  }
  const expected = draws / 10
  for (const place of counts) {
    const chiSquare = place.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // 9 degrees of freedom: a fair source exceeds this once in a million places.
    expect(chiSquare).toBeLessThan(45.1)
  }
})

test('a digest changes with pepper, challenge, address and code', () => {
  const digests = new Set([
    codeDigest('p', 'c', 'e', '000042'),
    codeDigest('q', 'c', 'e', '000042'),
    codeDigest('p', 'd', 'e', '000042'),
    codeDigest('p', 'c', 'f', '000042'),
    codeDigest('p', 'c', 'e', '000043'),
  ])
  expect(digests.size).toBe(5)
})

test('digests of different length are different', () => {
  expect(sameDigest('abc', 'abcd')).toBe(false)
  expect(sameDigest('abc', 'abc')).toBe(true)
})
