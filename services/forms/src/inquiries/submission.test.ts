import { isDuplicateKey } from '@app/mongo'
import { MongoBulkWriteError } from 'mongodb'
import { afterEach, expect, test, vi } from 'vitest'
import { insertCombined } from './submission'

afterEach(() => void vi.useRealTimers())

/** A database that inserts when told to. */
function setup() {
  const calls: { keys: unknown[]; finish(outcome?: Error): Promise<void> }[] = []
  const insertMany = (documents: readonly { key: unknown }[]) =>
    new Promise((resolve, reject) => {
      calls.push({
        keys: documents.map(({ key }) => key),
        async finish(outcome?: Error) {
          if (outcome instanceof Error) reject(outcome)
          else resolve({ insertedCount: documents.length })
          await Bun.sleep(0)
        },
      })
    })
  const insert = insertCombined(() => ({ collection: () => ({ insertMany }) }) as never, 'inquiries')
  return { insert, calls }
}

const turn = () => Promise.resolve()

/** Three writes that keep every call busy. */
async function busy() {
  const { insert, calls } = setup()
  const first: Promise<unknown>[] = []
  for (const key of ['a', 'b', 'c']) {
    first.push(insert({ key }))
    await turn()
  }
  // Those that a test leaves open time out after it has ended.
  for (const write of first) write.catch(() => {})
  return { insert, calls, first }
}

test('documents that come together share the first write already', async () => {
  const { insert, calls } = setup()
  const all = [1, 2, 3].map((key) => insert({ key }))
  await turn()
  expect(calls.map(({ keys }) => keys)).toEqual([[1, 2, 3]])
  await calls[0]!.finish()
  await Promise.all(all)
})

test('a lone document is written at once, those that arrive while all calls are busy share one', async () => {
  const { insert, calls, first } = await busy()
  const all = [1, 2, 3].map((key) => insert({ key }))
  expect(calls.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c']])
  await calls[1]!.finish()
  expect(calls[3]!.keys).toEqual([1, 2, 3])
  for (const call of calls) await call.finish()
  await Promise.all([...first, ...all])
})

test('a duplicate is refused without affecting others', async () => {
  const { insert, calls } = await busy()
  const all = [1, 2, 3].map((key) => insert({ key }).then(() => 'stored', isDuplicateKey))
  await calls[0]!.finish()
  const refused = { index: 1, code: 11_000, errmsg: 'E11000' }
  const result = { insertedCount: 2, getWriteConcernError: () => undefined }
  await calls[3]!.finish(
    new MongoBulkWriteError({ message: 'E11000', code: 11_000, writeErrors: [refused] as never }, result as never),
  )
  expect(await Promise.all(all)).toEqual(['stored', true, 'stored'])
})

test('a failed write fails its own documents only', async () => {
  const { insert, calls, first } = await busy()
  const all = [1, 2].map((key) =>
    insert({ key }).then(
      () => 'stored',
      (error: Error) => error.message,
    ),
  )
  await calls[0]!.finish()
  await calls[3]!.finish(new Error('gone'))
  expect(await Promise.all(all)).toEqual(['gone', 'gone'])
  await calls[1]!.finish()
  await calls[2]!.finish()
  await Promise.all(first)
})

test('waiting is limited, and a document that timed out is not written', async () => {
  vi.useFakeTimers()
  const { insert, calls } = await busy()
  const late = insert({ key: 1 }).catch((error) => error)
  vi.advanceTimersByTime(1_500)
  expect(await late).toMatchObject({ code: 'unavailable' })
  vi.useRealTimers()
  await calls[0]!.finish()
  expect(calls.length).toBe(3)
})

test('a write without an answer times out and makes room for the next', async () => {
  vi.useFakeTimers()
  const { insert, calls, first } = await busy()
  const given = Promise.allSettled(first)
  vi.advanceTimersByTime(3_500)
  expect((await given).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  void insert({ key: 1 })
  await turn()
  expect(calls[3]!.keys).toEqual([1])
})
