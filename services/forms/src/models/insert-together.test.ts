import { isDuplicateKey } from '@app/mongo'
import { MongoBulkWriteError, MongoNetworkError } from 'mongodb'
import { afterEach, expect, test, vi } from 'vitest'
import { insertTogether } from './insert-together'

afterEach(() => void vi.useRealTimers())

/** A collection that writes when told to. */
function setup() {
  const batches: { keys: unknown[]; finish(error?: unknown): Promise<void> }[] = []
  const insert = insertTogether(() => ({
    insertMany: (documents: readonly { key?: unknown }[]) =>
      new Promise<never>((resolve, reject) => {
        batches.push({
          keys: documents.map(({ key }) => key),
          async finish(error) {
            if (error) reject(error)
            else resolve(undefined as never)
            await Bun.sleep(0)
          },
        })
      }),
  }))
  return { insert, batches }
}

const code = 11_000
const refused = (index: number, insertedCount: number, unsure?: object) =>
  new MongoBulkWriteError(
    { message: 'duplicate key', code, writeErrors: [{ index, code, errmsg: 'E11000' }] as never },
    {
      insertedCount,
      getWriteConcernError: () => unsure,
    } as never,
  )

test('who comes alone is written at once, who comes meanwhile goes together', async () => {
  const { insert, batches } = setup()
  const all = [1, 2, 3].map((key) => insert({ key }))
  expect(batches.map(({ keys }) => keys)).toEqual([[1]])
  await batches[0]!.finish()
  expect(batches.map(({ keys }) => keys)).toEqual([[1], [2, 3]])
  await batches[1]!.finish()
  await Promise.all(all)
})

test('a duplicate is refused by itself', async () => {
  const { insert, batches } = setup()
  const all = [1, 2, 3].map((key) => insert({ key }).then(() => 'stored', isDuplicateKey))
  await batches[0]!.finish()
  await batches[1]!.finish(refused(1, 1))
  expect(await Promise.all(all)).toEqual(['stored', 'stored', true])
})

test('when a write fails, so do all in it and nobody else', async () => {
  const { insert, batches } = setup()
  const all = [1, 2, 3, 4].map((key) =>
    insert({ key }).then(
      () => 'stored',
      (error: Error) => error.message,
    ),
  )
  await batches[0]!.finish(new Error('gone'))
  await batches[1]!.finish()
  expect(await Promise.all(all)).toEqual(['gone', 'stored', 'stored', 'stored'])
})

test.each([
  [
    'a lost connection',
    new MongoBulkWriteError(new MongoNetworkError('closed') as never, { insertedCount: 0 } as never),
  ],
  ['a part of the documents', refused(0, 0)],
  ['a write that no majority has', refused(0, 1, {})],
])('what is not acknowledged as durable is not said to be stored: %s', async (_, error) => {
  const { insert, batches } = setup()
  const all = [1, 2, 3].map((key) =>
    insert({ key }).then(
      () => 'stored',
      ({ code }) => code,
    ),
  )
  await batches[0]!.finish()
  await batches[1]!.finish(error)
  expect(await Promise.all(all)).toEqual(['stored', 'unavailable', 'unavailable'])
})

test('nobody waits in line for more than two seconds, nor is written after giving up', async () => {
  vi.useFakeTimers()
  const { insert, batches } = setup()
  void insert({ key: 1 })
  const late = insert({ key: 2 }).catch((error) => error)
  vi.advanceTimersByTime(2_000)
  expect(await late).toMatchObject({ code: 'unavailable' })
  vi.useRealTimers()
  await batches[0]!.finish()
  expect(batches.length).toBe(1)
})
