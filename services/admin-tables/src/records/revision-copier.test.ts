import { afterEach, expect, test, vi } from 'vitest'
import { revisionCopier } from './record-writer'

afterEach(() => vi.useRealTimers())

test('the end waits for copies under way, and copies what waits', async () => {
  vi.useFakeTimers()
  const first = Promise.withResolvers<void>()
  const flush = vi.fn(async () => {}).mockReturnValueOnce(first.promise)
  const { add, close } = revisionCopier({ flush }, (error) => expect.unreachable(String(error)))
  add('lessons', 'a')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(flush.mock.calls).toEqual([['lessons', ['a']]])
  add('lessons', 'b')
  let hasEnded = false
  const ended = close().then(() => {
    hasEnded = true
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect([hasEnded, flush.mock.calls.length]).toEqual([false, 1])
  first.resolve()
  await ended
  expect(flush.mock.calls[1]).toEqual(['lessons', ['b']])
})
