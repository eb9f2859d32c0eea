import { expect, test } from 'vitest'
import { inGroups } from './combine-calls'

/** Work that starts when it is admitted and ends on command. */
function setup(slowMs = 60_000) {
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const grouped = inGroups({ maxGroups: 2, slowMs })
  const work = (name: string) =>
    grouped(() => {
      started.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve(name))),
      )
    })
  const turn = () => Bun.sleep(5)
  return { started, work, turn, end: (name: string, error?: Error) => ends.get(name)!(error) }
}

test('work starts at once while a group is free; what arrives later makes one group', async () => {
  const { started, work, turn, end } = setup()
  const all = ['a', 'b', 'c', 'd', 'e'].map(work)
  await turn()
  expect(started).toEqual(['a', 'b'])
  end('a')
  await turn()
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e'])
  const next = work('f')
  await turn()
  expect(started).not.toContain('f')
  for (const name of ['b', 'c', 'd', 'e']) end(name)
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e'])
  await turn()
  end('f')
  expect(await next).toBe('f')
})

test('while a group of several runs no other one starts; later arrivals join the next one', async () => {
  const { started, work, turn, end } = setup()
  const all = ['a', 'b', 'c', 'd'].map(work)
  await turn()
  end('a')
  end('b')
  await turn()
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  all.push(work('e'))
  await turn()
  expect(started).not.toContain('e')
  end('c')
  end('d')
  await Promise.all(all.slice(2, 4))
  all.push(work('f'))
  expect(started).not.toContain('e')
  await turn()
  expect(started.slice(4)).toEqual(['e', 'f'])
  end('e')
  end('f')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

test('work that fails fails alone and ends its part of the group', async () => {
  const { started, work, turn, end } = setup()
  const all = ['a', 'b', 'c', 'd'].map((name) => work(name).catch((error: Error) => error.message))
  await turn()
  end('a', new Error('gone'))
  await turn()
  end('c', new Error('refused'))
  end('d')
  end('b')
  expect(await Promise.all(all)).toEqual(['gone', 'b', 'refused', 'd'])
  expect(started).toEqual(['a', 'b', 'c', 'd'])
})

test('a group that hangs delays the next one for a moment only', async () => {
  const { started, work, turn } = setup(50)
  for (const name of ['a', 'b', 'c']) void work(name)
  await turn()
  expect(started.slice(0, 2)).toEqual(['a', 'b'])
  await expect.poll(() => started).toEqual(['a', 'b', 'c'])
})
