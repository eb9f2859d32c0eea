import { expect, test } from 'vitest'
import { shareReads } from './share-reads'

/** A database that answers on demand, with what is stored when the read starts. */
function setup(options?: { gathers: boolean }) {
  const stored = { total: 1 }
  const reads: { end: () => void; fail: (error: Error) => void }[] = []
  const share = shareReads<number>(options)
  const read = (key = 'lessons') =>
    share(key, () => {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      const { total } = stored
      reads.push({ end: () => resolve(total), fail: reject })
      return promise
    })
  return { stored, reads, read }
}

test('callers that arrive during a read share the next one, and receive nothing older than their call', async () => {
  const { stored, reads, read } = setup()
  const first = read()
  stored.total = 2
  const later = [read(), read(), read()]
  expect(reads).toHaveLength(1)
  reads[0]!.end()
  expect(await first).toBe(1)
  await expect.poll(() => reads).toHaveLength(2)
  stored.total = 3
  reads[1]!.end()
  expect(await Promise.all(later)).toEqual([2, 2, 2])
})

test('another key is read at once', () => {
  const { reads, read } = setup()
  void read('lessons')
  void read('students')
  expect(reads).toHaveLength(2)
})

test('a slow read delays the next one for a moment only', async () => {
  const { reads, read } = setup()
  void read()
  const next = read()
  await expect.poll(() => reads).toHaveLength(2)
  reads[1]!.end()
  expect(await next).toBe(1)
})

test('a failed read fails its own callers only', async () => {
  const { reads, read } = setup()
  const first = read()
  const next = read()
  reads[0]!.fail(new Error('connection closed'))
  await expect(first).rejects.toThrow('connection closed')
  await expect.poll(() => reads).toHaveLength(2)
  reads[1]!.end()
  expect(await next).toBe(1)
  const last = read()
  reads[2]!.end()
  expect(await last).toBe(1)
})

test('with gathers, concurrent callers share the first read, and later callers the next one', async () => {
  const { stored, reads, read } = setup({ gathers: true })
  const together = [read(), read()]
  stored.total = 2
  await Promise.resolve()
  expect(reads).toHaveLength(1)
  const later = read()
  expect(reads).toHaveLength(1)
  reads[0]!.end()
  expect(await Promise.all(together)).toEqual([2, 2])
  await expect.poll(() => reads).toHaveLength(2)
  reads[1]!.end()
  expect(await later).toBe(2)
})
