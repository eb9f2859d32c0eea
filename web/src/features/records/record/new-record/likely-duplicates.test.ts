import { expect, test } from 'vitest'
import { likeness, mostAlike } from './likely-duplicates'

test.each([
  ['Ada Brok', 'Ada Brook'],
  ['Jon Smith', 'John Smith'],
  ['zoe quinn', 'Zoë Quinn'],
  ['Brook Ada', 'Ada Brook'],
  ['Ada', 'Ada Brook'],
])('%s is likely to be %s', (typed, stored) => {
  expect(mostAlike(typed, [{ id: '1', label: stored }])).toHaveLength(1)
})

test.each([
  ['Ada Brook', 'Ben Ito'],
  ['Maria Lopez', 'Mark Lowe'],
])('%s is not taken for %s', (typed, stored) => {
  expect(mostAlike(typed, [{ id: '1', label: stored }])).toEqual([])
})

test('the most alike come first, three at most, each once', () => {
  const labels = ['Ada Brooks', 'Ada Brook', 'Adam Brook', 'Ada Brookes', 'Ada Brook']
  const choices = labels.map((label) => ({ id: label, label }))
  expect(mostAlike('Ada Brook', choices).map(({ label }) => label)).toEqual(['Ada Brook', 'Ada Brooks', 'Adam Brook'])
  expect(likeness('', '')).toBeLessThanOrEqual(1)
})
