import { expect, test } from 'vitest'
import { readTogether } from './read-together'

/** A database that answers when the test says so, with what is stored when the read begins. */
function setup() {
  const stored = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ])
  const reads: { keys: string[]; end: () => void; fail: (error: Error) => void }[] = []
  const read = readTogether((keys: string[]) => {
    const found = new Map([...stored].filter(([key]) => keys.includes(key)))
    return new Promise<Map<string, number>>((resolve, reject) => {
      reads.push({ keys, end: () => resolve(found), fail: reject })
    })
  })
  return { stored, reads, read }
}

test('what is asked for during a read is read together after it', async () => {
  const { reads, read } = setup()
  const answers = [read('a'), read('b'), read('c'), read('b'), read('none')]
  expect(reads.map(({ keys }) => keys)).toEqual([['a']])
  reads[0]!.end()
  await answers[0]
  expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'none']])
  reads[1]!.end()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 2, undefined])
})

test('J4: nobody gets an answer from before the question', async () => {
  const { stored, reads, read } = setup()
  const before = read('a')
  stored.delete('a')
  const after = read('a')
  reads[0]!.end()
  expect(await before).toBe(1)
  reads[1]!.end()
  expect(await after).toBeUndefined()
})

test('a read that hangs holds up no others', async () => {
  const { reads, read } = setup()
  void read('a')
  const other = read('b')
  await Bun.sleep(40)
  reads[1]!.end()
  expect(await other).toBe(2)
  const third = read('c')
  await Bun.sleep(40)
  reads[2]!.end()
  expect(await third).toBe(3)
})

test('E2: a fault is told to all who asked together, and to nobody else', async () => {
  const { reads, read } = setup()
  const [first, second, third] = [read('a'), read('b'), read('c')]
  reads[0]!.end()
  expect(await first).toBe(1)
  reads[1]!.fail(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  await expect(third).rejects.toThrow('gone')
  const fourth = read('a')
  reads[2]!.end()
  expect(await fourth).toBe(1)
})
