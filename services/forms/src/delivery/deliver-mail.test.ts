import { expect, test } from 'vitest'
import { slowRecipients } from './deliver-mail'

const silent = { failed: true, took: 20_000 }

test('a recipient whose mail failed slowly gets one connection until a delivery succeeds', () => {
  const slow = slowRecipients()
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, true])
  slow.release('a', silent)
  expect([slow.tryAcquire('a'), slow.tryAcquire('a'), slow.tryAcquire('b')]).toEqual([true, false, true])
  slow.release('a', silent)
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, false])
  slow.release('a', { failed: false, took: 40 })
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, true])
})

test('a quick refusal delays no other mail, and ten minutes later all records are dropped', () => {
  let now = 0
  const slow = slowRecipients(() => now)
  slow.release('a', { failed: true, took: 30 })
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, true])
  slow.release('a', silent)
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, false])
  now = 600_001
  expect([slow.tryAcquire('a'), slow.tryAcquire('a')]).toEqual([true, true])
})
