import { expect, test } from 'vitest'
import { batchJobs } from './queue'

test('jobs of one turn are added by one call, later ones by the next', async () => {
  const calls: string[][] = []
  const add = batchJobs(async (jobs: string[]) => void calls.push(jobs))
  await Promise.all([add('a'), Promise.resolve().then(() => add('b'))])
  await add('c')
  expect(calls).toEqual([['a', 'b'], ['c']])
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
