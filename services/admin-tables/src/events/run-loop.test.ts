import { expect, test, vi } from 'vitest'
import { type Outcome, runLoop } from './run-loop'

test('a round that failed is not repeated for each event that arrives, and the loop still ends at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const round = vi
      .fn<() => Promise<Outcome>>()
      .mockRejectedValueOnce(new Error('unavailable'))
      .mockResolvedValue('none')
    const onError = vi.fn()
    const loop = runLoop({ round, release: async () => {} }, onError)
    loop.wake()
    await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce())
    loop.wake()
    await vi.advanceTimersByTimeAsync(1_900)
    expect(round).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(200)
    expect(round).toHaveBeenCalledTimes(2)
    await loop.close()
  } finally {
    vi.useRealTimers()
  }
})
