import { testDatabase } from '@app/mongo/test-database.fixture'
import { expect, test } from 'vitest'
import { waitingMails } from './waiting-mails'

const database = testDatabase()
const mails = () => database.mongo.db().collection('inbound_mails')
const waiting = (size: number) => ({ state: 'waiting', due_at: new Date(0), attempts: 0, size })

test('each mail is claimed by one of several workers', async () => {
  await mails().insertMany(Array.from({ length: 40 }, () => waiting(100)))
  const workers = Array.from({ length: 8 }, () => waitingMails(() => database.mongo.db()))
  const claimed = (await Promise.all(workers.map((worker) => worker.claim(10)))).flat()
  expect(new Set(claimed.map(({ _id }) => String(_id))).size).toBe(claimed.length)
  expect(claimed.length).toBeGreaterThanOrEqual(10)
})

test('mails that are due and can never be claimed are an error, not a search without end', async () => {
  await database.clear()
  await mails().insertOne(waiting(100))
  let attempts = 0
  const updateMany = async () => {
    attempts++
    return { matchedCount: 0 }
  }
  const collection = () =>
    new Proxy(mails(), { get: (target, key) => (key === 'updateMany' ? updateMany : Reflect.get(target, key)) })
  await expect(waitingMails(() => ({ collection }) as never).claim(10)).rejects.toThrow('no mail could be claimed')
  expect(attempts).toBe(20)
})
