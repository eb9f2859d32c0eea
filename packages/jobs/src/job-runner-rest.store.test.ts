import { hours } from '@app/contracts/durations'
import { expect, test, vi } from 'vitest'
import { counting, newJob, testRunners } from './job-runner.fixture'
import { newJobId } from './models/job-id'

const { setup, stored } = testRunners()

/** A runner that rests this long by itself, and a job that another process stores. */
async function resting(restMs: number, startsInMs: number, jobs = stored()) {
  let looks = 0
  const look = () => {
    looks++
    return restMs
  }
  const { runner } = setup({ count: counting(1) }, jobs, { restMs: look })
  runner.start()
  await expect.poll(() => looks, { timeout: 10_000 }).toBe(1)
  const id = newJobId()
  await jobs.store.add({ ...newJob, id, startsAt: new Date(Date.now() + startsInMs) }, 1)
  return { runner, state: async (ms: number) => (await runner.settled(id, ms))?.state }
}

test('a runner that rests begins what another process has stored when it is woken, also what is due later', async () => {
  const { runner, state } = await resting(hours(1), 1_500)
  expect(await state(2_500)).toBe('waiting')
  runner.wake()
  expect(await state(10_000)).toBe('done')
  const later = await resting(hours(1), 1_500)
  later.runner.wake()
  expect(await later.state(10_000)).toBe('done')
})

test('a runner finds by itself what no signal has told it', async () => {
  const { state } = await resting(500, 0)
  expect(await state(10_000)).toBe('done')
})

test('a runner looks again soon when it could not read what is due', async () => {
  const jobs = stored()
  const { runner, state } = await resting(hours(1), 0, jobs)
  vi.spyOn(jobs.store, 'claim').mockRejectedValueOnce(new Error('unavailable'))
  runner.wake()
  expect(await state(10_000)).toBe('done')
})

test('a runner looks again at once for what became due during its look', async () => {
  const { store } = stored()
  const since = new Date()
  expect(await store.nextDueMs(since)).toBe(Number.POSITIVE_INFINITY)
  await store.add({ ...newJob, id: newJobId(), startsAt: new Date(since.getTime() + 1) }, 1)
  await expect.poll(() => Date.now()).toBeGreaterThan(since.getTime() + 1)
  expect(await store.nextDueMs(since)).toBe(0)
  expect(await store.nextDueMs(new Date())).toBe(Number.POSITIVE_INFINITY)
})
