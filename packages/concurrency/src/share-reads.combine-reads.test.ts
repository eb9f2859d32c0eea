import { expect, test } from 'vitest'
import { combineReads } from './share-reads'

/** A database that answers on demand, with what is stored when the read starts. */
function setup() {
  const stored = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ])
  const reads: { keys: string[]; end: () => void; fail: (error: Error) => void }[] = []
  const read = combineReads((keys: string[]) => {
    const found = new Map([...stored].filter(([key]) => keys.includes(key)))
    return new Promise<Map<string, number>>((resolve, reject) => {
      reads.push({ keys, end: () => resolve(found), fail: reject })
    })
  })
  return { stored, reads, read }
}

test('keys requested during a read are combined into the next read', async () => {
  const { reads, read } = setup()
  const answers = [read('a'), read('b'), read('c'), read('b'), read('none')]
  expect(reads.map(({ keys }) => keys)).toEqual([['a']])
  reads[0]!.end()
  await answers[0]
  expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'none']])
  reads[1]!.end()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 2, undefined])
})

test('no caller receives a result read before its call', async () => {
  const { stored, reads, read } = setup()
  const before = read('a')
  stored.delete('a')
  const after = read('a')
  reads[0]!.end()
  expect(await before).toBe(1)
  reads[1]!.end()
  expect(await after).toBeUndefined()
})

test('keys requested just as a read ends are read as well', async () => {
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) await undefined
  }
  const read = combineReads(async (keys: string[]) => {
    await turns(5)
    return new Map(keys.map((key) => [key, key]))
  })
  const keys = Array.from({ length: 40 }, (_, at) => `${at}`)
  const answers = keys.map((key) => turns(Number(key)).then(() => read(key)))
  expect(await Promise.all(answers)).toEqual(keys)
})

test('a slow read does not delay the next batch', async () => {
  const { reads, read } = setup()
  void read('a')
  const other = read('b')
  await expect.poll(() => reads).toHaveLength(2)
  reads[1]!.end()
  expect(await other).toBe(2)
  const third = read('c')
  await expect.poll(() => reads).toHaveLength(3)
  reads[2]!.end()
  expect(await third).toBe(3)
})

test('a failed read rejects every caller of its batch and no other', async () => {
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
