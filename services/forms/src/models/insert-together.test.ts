import { isDuplicateKey } from '@app/mongo'
import { MongoBulkWriteError } from 'mongodb'
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

function refused(indexes: number[], unacknowledged = false) {
  const writeErrors = indexes.map((index) => ({ index, code: 11_000, errmsg: 'duplicate key' }))
  const error = Object.assign(Object.create(MongoBulkWriteError.prototype), { writeErrors })
  error.result = { getWriteConcernError: () => (unacknowledged ? {} : undefined) }
  return error
}

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
  await batches[1]!.finish(refused([1]))
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

test('what is not acknowledged as durable is not said to be stored', async () => {
  const { insert, batches } = setup()
  const one = insert({ key: 1 }).then(
    () => 'stored',
    () => 'unsure',
  )
  await batches[0]!.finish(refused([], true))
  expect(await one).toBe('unsure')
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
