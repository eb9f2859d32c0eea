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
  await Bun.sleep(20)
  await add('b')
  expect(calls).toEqual([['a'], ['b']])
})

test('what is pending is settled, with what is added meanwhile', async () => {
  const { add, settled } = trackPending<string>()
  const done: string[] = []
  const work = async (name: string, ms: number, then?: () => unknown) => {
    await Bun.sleep(ms)
    done.push(name)
    then?.()
    return name
  }
  await settled()
  void add(work('a', 5, () => void add(work('b', 10))))
  await settled()
  expect(done).toEqual(['a', 'b'])
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
