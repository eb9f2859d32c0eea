import { expect, test, vi } from 'vitest'
import { repeat, sweepOutbox } from './sweep-outbox'

const jobs = ['1', '2', '3'].map((id) => ({ submissionId: id, messageId: `<${id}@x>`, requestId: 'r' }))

test('everything due is queued', async () => {
  const queued: string[] = []
  await sweepOutbox({
    outbox: { due: async () => jobs },
    mail: { deliver: async ({ submissionId }) => Boolean(queued.push(submissionId)) },
  })()
  expect(queued).toEqual(['1', '2', '3'])
})

test('a round ends at the first job that the queue does not take', async () => {
  let tries = 0
  await sweepOutbox({
    outbox: { due: async () => jobs },
    mail: {
      deliver: async () => {
        tries += 1
        return false
      },
    },
  })()
  expect(tries).toBe(1)
})

test('rounds never overlap, go on after a fault, and end with the stop', async () => {
  vi.useFakeTimers()
  let rounds = 0
  const faults: unknown[] = []
  const stop = repeat(
    async () => {
      rounds += 1
      if (rounds === 2) throw new Error('away')
    },
    (error) => faults.push(error),
    1_000,
  )
  await vi.advanceTimersByTimeAsync(3_500)
  await stop()
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  expect([rounds, faults.length]).toEqual([3, 1])
})
