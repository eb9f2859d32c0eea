import { expect, test } from 'vitest'
import { firstAnswer } from './insight-store'

const [first, second] = [new Date('2026-11-23T10:00:00Z'), new Date('2026-11-25T10:00:00Z')]

test.each([
  ['one that was answered once', { answered_at: first, replies: [{ at: first }] }],
  ['one whose visitor wrote thanks', { answered_at: null, first_answered_at: first, replies: [{ at: first }] }],
  ['one that was marked as answered, and whose visitor wrote thanks', { answered_at: null, first_answered_at: first }],
  ['one of an earlier release, whose visitor wrote thanks', { answered_at: null, replies: [{ at: first }] }],
  ['one that was answered again', { answered_at: second, replies: [{ at: first }, { at: second }] }],
])('the time of the first answer counts for %s', (_, stored) => {
  expect(firstAnswer(stored)).toBe(first.getTime())
})

test('an unanswered inquiry has no time of a first answer', () => {
  expect(firstAnswer({ answered_at: null, first_answered_at: null, replies: [] })).toBeUndefined()
})
