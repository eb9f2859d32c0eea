import { testDatabase } from '@app/mongo/test-database.fixture'
import type { Collection } from 'mongodb'
import { expect, test } from 'vitest'
import { newJobId } from './job-id'
import { jobStore } from './job-store'

const database = testDatabase((mongo) => jobStore(mongo.db, 'test').prepare())

const job = (lane: string) => ({
  id: newJobId(),
  kind: 'fix',
  table: 'lessons',
  lane,
  actor: null,
  right: null,
  input: {},
})
const kinds = [{ kind: 'fix', version: 1 }]

test('a job behind fifty of busy lanes is found; of a lane one runs at a time', async () => {
  const jobs = jobStore(database.mongo.db, 'test')
  for (let n = 0; n < 50; n++) await jobs.add(job('busy'), 1)
  await jobs.add(job('free'), 1)
  const lanes = [await jobs.claim(kinds, 'a'), await jobs.claim(kinds, 'b'), await jobs.claim(kinds, 'c')]
  expect(lanes.map((one) => one?.job.lane)).toEqual(['busy', 'free', undefined])
})

test('a database that claims nothing of what is due is an error, not a search without end', async () => {
  await database.clear()
  const jobs = jobStore(database.mongo.db, 'test')
  for (let n = 0; n < 20; n++) await jobs.add(job(`lane-${n}`), 1)
  let attempts = 0
  const findOneAndUpdate = async () => {
    attempts++
    return null
  }
  const collection = (name: string) =>
    new Proxy(database.mongo.db().collection(name), {
      get: (target, key) => (key === 'findOneAndUpdate' ? findOneAndUpdate : Reflect.get(target, key)),
    }) as Collection
  const refusing = jobStore(() => ({ collection }) as never, 'test')
  await expect(refusing.claim(kinds, 'a')).rejects.toThrow('no job could be claimed')
  expect(attempts).toBe(1_000)
})
