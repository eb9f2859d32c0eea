import { expect, test } from 'vitest'
import { batchJobs, trackPending } from './queue'

test('jobs that are added within a moment are added by one call, later ones by the next', async () => {
  const calls: string[][] = []
  const add = batchJobs(async (jobs: string[]) => void calls.push(jobs))
  await Promise.all([add('a'), add('b'), new Promise(setImmediate).then(() => add('c'))])
  expect(calls).toEqual([['a', 'b', 'c']])
  await add('d')
  expect(calls).toEqual([['a', 'b', 'c'], ['d']])
})

test('a call that hangs does not delay the next jobs', async () => {
  const calls: string[][] = []
  const add = batchJobs((jobs: string[]) => {
    calls.push(jobs)
    return jobs.includes('a') ? new Promise(() => {}) : Promise.resolve()
  })
  void add('a')
  await expect.poll(() => calls).toEqual([['a']])
  await add('b')
  expect(calls).toEqual([['a'], ['b']])
})

test('what is pending is settled, with what is added meanwhile', async () => {
  const { add, settled } = trackPending<string>()
  const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  await settled()
  void add(one.promise)
  void one.promise.then(() => add(other.promise))
  let isSettled = false
  const end = settled().then(() => {
    isSettled = true
  })
  one.resolve('one')
  await new Promise(setImmediate)
  expect(isSettled).toBe(false)
  other.resolve('other')
  await end
})

test('a failed call fails each of its jobs, and none of the next', async () => {
  let failing = true
  const add = batchJobs(async () => {
    if (failing) throw new Error('connection closed')
  })
  const results = await Promise.allSettled([add('a'), add('b')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  failing = false
  await expect(add('c')).resolves.toBeUndefined()
})
