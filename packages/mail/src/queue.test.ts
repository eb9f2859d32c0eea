import { expect, test } from 'vitest'
import { batchJobs, trackPending } from './queue'

test('jobs of one turn are added by one call, those that follow while it is under way by the next', async () => {
  const calls: string[][] = []
  const ends: (() => void)[] = []
  const add = batchJobs((jobs: string[]) => {
    calls.push(jobs)
    return new Promise<void>((resolve) => ends.push(resolve))
  })
  const first = Promise.all([add('a'), add('b')])
  await Bun.sleep(0)
  expect(calls).toEqual([['a', 'b']])
  const second = Promise.all([add('c'), Bun.sleep(1).then(() => add('d'))])
  await Bun.sleep(5)
  expect(calls).toHaveLength(1)
  ends[0]!()
  await first
  await Bun.sleep(0)
  expect(calls).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  ends[1]!()
  await second
})

test('a call that hangs delays the next jobs for a moment only', async () => {
  const calls: string[][] = []
  const add = batchJobs((jobs: string[]) => {
    calls.push(jobs)
    return jobs.includes('a') ? new Promise(() => {}) : Promise.resolve()
  })
  void add('a')
  await Bun.sleep(0)
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
