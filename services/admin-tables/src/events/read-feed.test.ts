import { expect, test } from 'vitest'
import { feedReader } from './read-feed'

function setup() {
  const heads: (() => void)[] = []
  const feed = {
    oldest: async () => 'e0',
    locate: async () => 0,
    head: async () => ({ number: 0, cursor: 'e0' }),
    between: async () => [],
    cursor: async () => 'e0',
  }
  const reader = feedReader(feed as never, () => new Promise((resolve) => heads.push(() => resolve(undefined))))
  const read = (signal: AbortSignal, caller = 'ann') =>
    reader.read({ caller, after: undefined, tables: ['lessons'], types: undefined, limit: 10, waitMs: 20_000, signal })
  return { heads, read }
}

test('a request waits for the next event no longer once nobody is there for the answer', async () => {
  const { heads, read } = setup()
  const caller = new AbortController()
  const answer = read(caller.signal)
  await expect.poll(() => heads.length).toBe(1)
  heads[0]!()
  await expect.poll(() => heads.length).toBe(2)
  caller.abort()
  heads[1]!()
  expect(await answer).toEqual({ data: [], next: 'e0', more: false })
  expect(heads).toHaveLength(2)
})

test('one caller cannot take the waits of the others', async () => {
  const { heads, read } = setup()
  const caller = new AbortController()
  let answered = 0
  const answers = Array.from({ length: 40 }, () => read(caller.signal).finally(() => answered++))
  await expect.poll(() => answered).toBe(35)
  let isAnswered = false
  const other = read(caller.signal, 'bob').finally(() => {
    isAnswered = true
  })
  await expect.poll(() => heads.length).toBe(1)
  expect([answered, isAnswered]).toEqual([35, false])
  caller.abort()
  heads[0]!()
  await Promise.all([...answers, other])
})
