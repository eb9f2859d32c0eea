import { expect, test } from 'vitest'
import { slowRecipients } from './slow-recipients'

const silent = { failed: true, took: 20_000 }

test('a recipient whose mail failed slowly gets one connection until a mail goes through', () => {
  const gate = slowRecipients()
  expect([gate.enter('a'), gate.enter('a')]).toEqual([true, true])
  gate.leave('a', silent)
  expect([gate.enter('a'), gate.enter('a'), gate.enter('b')]).toEqual([true, false, true])
  gate.leave('a', silent)
  expect([gate.enter('a'), gate.enter('a')]).toEqual([true, false])
  gate.leave('a', { failed: false, took: 40 })
  expect([gate.enter('a'), gate.enter('a')]).toEqual([true, true])
})

test('a quick refusal holds nobody up, and ten minutes later all is forgotten', () => {
  let now = 0
  const gate = slowRecipients(() => now)
  gate.leave('a', { failed: true, took: 30 })
  expect([gate.enter('a'), gate.enter('a')]).toEqual([true, true])
  gate.leave('a', silent)
  expect([gate.enter('a'), gate.enter('a')]).toEqual([true, false])
  now = 600_001
  expect([gate.enter('a'), gate.enter('a')]).toEqual([true, true])
})
