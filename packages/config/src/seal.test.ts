import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { open, seal } from './seal'

const key = randomBytes(32)

test('what was sealed opens with the same key and context only', () => {
  const sealed = seal(key, 'challenge-1', 'zoë 000042')
  expect(open(key, 'challenge-1', sealed)).toBe('zoë 000042')
  expect(() => open(key, 'challenge-2', sealed)).toThrow()
  expect(() => open(randomBytes(32), 'challenge-1', sealed)).toThrow()
  expect(() => open(key, 'challenge-1', (sealed[0] === 'A' ? 'B' : 'A') + sealed.slice(1))).toThrow()
  expect(() => open(key, 'challenge-1', '')).toThrow()
})

test('the same text is never sealed to the same bytes', () => {
  expect(seal(key, 'c', '000042')).not.toBe(seal(key, 'c', '000042'))
})
