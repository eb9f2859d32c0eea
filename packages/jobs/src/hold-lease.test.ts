import { writeLimit } from '@app/mongo'
import { expect, onTestFinished, test, vi } from 'vitest'
import { holdLease, LeaseLost } from './hold-lease'

test('a write that begins while the lease is held has ended on the server when another replica may take the job', () => {
  let at = 0
  const leaseMs = 20_000
  const lease = holdLease(
    leaseMs,
    async () => true,
    () => at,
  )
  at = leaseMs - writeLimit.maxTimeMS - 2_001
  lease.hold()
  at = leaseMs - writeLimit.maxTimeMS
  expect(() => lease.hold()).toThrow(LeaseLost)
  lease.reported(at)
  lease.hold()
  lease.stop()
})

/** A lease of 30 s, whose renewals answer what `answers` says, one after the other; then the last one again. */
function held(answers: (boolean | Error)[]) {
  vi.useFakeTimers()
  let at = 0
  let asked = 0
  const lease = holdLease(
    30_000,
    async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)]!
      if (answer instanceof Error) throw answer
      return answer
    },
    () => at,
  )
  onTestFinished(() => {
    lease.stop()
    vi.useRealTimers()
  })
  return {
    lease,
    asked: () => asked,
    async after(ms: number) {
      at += ms
      await vi.advanceTimersByTimeAsync(ms)
    },
  }
}
const margin = writeLimit.maxTimeMS + 2_000

test('a third of the lease passes between renewals, each of which counts from when it was asked for', async () => {
  const { lease, asked, after } = held([true])
  await after(9_999)
  expect(asked()).toBe(0)
  await after(1)
  expect(asked()).toBe(1)
  await after(10_000)
  await after(30_000 - margin)
  lease.hold()
})

test('a renewed lease holds until the same margin before its end', async () => {
  const { lease, after } = held([true, new Error('no database')])
  await after(10_000)
  await after(30_000 - margin)
  lease.hold()
  await after(1)
  expect(() => lease.hold()).toThrow(LeaseLost)
})

test('nothing renews a lease that another replica has: it is lost at once and for ever', async () => {
  const { lease, asked, after } = held([false, true])
  await after(10_000)
  expect(() => lease.hold()).toThrow(LeaseLost)
  lease.reported(10_000)
  await after(10_000)
  expect(() => lease.hold()).toThrow(LeaseLost)
  expect(asked()).toBe(1)
})

test('a renewal that fails is tried again; until then the lease runs', async () => {
  const { lease, asked, after } = held([new Error('no database'), true])
  await after(10_000)
  lease.hold()
  await after(10_000)
  expect(asked()).toBe(2)
  await after(30_000 - margin)
  lease.hold()
})

test('a chunk may take two minutes: then its lease is renewed no more, unless a chunk was reported', async () => {
  const { lease, asked, after } = held([true])
  await after(120_000)
  expect(asked()).toBe(12)
  await after(10_000)
  expect(asked()).toBe(12)
  lease.reported(130_000)
  await after(10_000)
  expect(asked()).toBe(13)
  lease.stop()
  await after(10_000)
  expect(asked()).toBe(13)
})

test('a lease holds until its last millisecond, and not one longer', async () => {
  const { lease, after } = held([new Error('no database')])
  await after(30_000 - margin)
  lease.hold()
  await after(1)
  expect(() => lease.hold()).toThrow(LeaseLost)
})
