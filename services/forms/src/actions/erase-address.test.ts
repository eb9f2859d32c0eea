import { expect, test } from 'vitest'
import { eraseAddress } from './erase-address'

test('what a concurrent write brings back is erased as well, with the history of all that was found', async () => {
  const passes = [
    { inquiries: 2, students: 0, ids: ['a', 'b'] },
    { inquiries: 0, students: 1, ids: ['a', 'b', 'c'] },
    { inquiries: 0, students: 0, ids: ['a', 'b', 'c'] },
    { inquiries: 5, students: 0, ids: [] },
  ]
  const known: (readonly string[] | undefined)[] = []
  const erased: string[] = []
  const erase = eraseAddress({
    personal: {
      erase: async (_, ids) => {
        known.push(ids)
        return passes.shift()!
      },
    },
    mailings: { erase: async (email) => erased.push(email) },
  })
  expect(await erase('ada@example.com')).toEqual({ inquiries: 2, students: 1 })
  expect(known).toEqual([[], ['a', 'b'], ['a', 'b', 'c']])
  expect(erased).toEqual(['ada@example.com'])
})
