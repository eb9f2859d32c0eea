import { expect, test } from 'vitest'
import { eraseAddress } from './erase-address'

test('what a concurrent restore brings back is erased as well', async () => {
  const found = [2, 1, 0, 5]
  const erased: string[] = []
  const erase = eraseAddress({
    inquiries: { erase: async () => found.shift() ?? 0 },
    mailings: { erase: async (email) => erased.push(email) },
  })
  expect(await erase('ada@example.com')).toBe(3)
  expect(found).toEqual([5])
  expect(erased).toEqual(['ada@example.com'])
})
