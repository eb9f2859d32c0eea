import { maxListedSkips } from '@app/contracts/jobs'
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

test('a job that ended, was given back or was taken while it was looked at is not taken', async () => {
  await database.clear()
  const jobs = jobStore(database.mongo.db, 'test')
  const [found, another] = [job('one'), job('two')]
  await jobs.add(found, 1)
  /** What happens to the job between the look and the claim. */
  const claimAfter = (meanwhile: () => Promise<unknown>) => {
    const stored = database.mongo.db().collection('jobs')
    const findOneAndUpdate = async (...given: [object, object, object]) => {
      await meanwhile()
      return stored.findOneAndUpdate(...given)
    }
    const collection = () =>
      new Proxy(stored, {
        get: (target, key) => {
          const value = key === 'findOneAndUpdate' ? findOneAndUpdate : Reflect.get(target, key)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
    return jobStore(() => ({ collection }) as never, 'test').claim(kinds, 'late')
  }
  expect(await claimAfter(() => jobs.cancel(found.id, 'no'))).toBeUndefined()
  expect(await jobs.find(found.id)).toMatchObject({ state: 'stopped', attempts: 0 })
  await jobs.add(another, 1)
  expect(await claimAfter(() => jobs.claim(kinds, 'first'))).toBeUndefined()
  expect(await jobs.find(another.id)).toMatchObject({ attempts: 1 })
  await jobs.release(another.id, 1, 0)
  const putOff = async () => {
    const { token } = (await jobs.claim(kinds, 'first'))!
    await jobs.release(another.id, token, 60_000)
  }
  expect(await claimAfter(putOff)).toBeUndefined()
  expect(await jobs.find(another.id)).toMatchObject({ state: 'waiting', attempts: 2 })
})

test('what the jobs of a key were given is read and replaced, of this service and unless it was forgotten', async () => {
  await database.clear()
  const jobs = jobStore(database.mongo.db, 'test')
  const add = async (input: object, more: object = {}) => {
    const one = { ...job('publication'), key: 'publication', input, ...more }
    await jobs.add(one, 1)
    return one.id
  }
  const first = await add({ text: 'Ada' })
  const second = await add({ text: 'Bea' })
  const others = [await add({ text: 'Ada' }, { key: 'other' }), await add({ text: 'Ada' }, { service: 'other' })]
  await add({ text: 'Ada' }, { key: 'forgotten' })
  await jobs.forget(['forgotten'], 'erased')
  const inputs = async (key: string) => (await jobs.inputsOf<{ text: string }>(key)).map(({ text }) => text)
  expect([await inputs('publication'), await inputs('forgotten')]).toEqual([['Ada', 'Bea'], []])
  const withoutAda = ({ text }: { text: string }) => (text === 'Ada' ? { text: 'erased' } : undefined)
  expect([await jobs.amend('publication', withoutAda), await jobs.amend('forgotten', () => ({}))]).toEqual([1, 0])
  expect(await inputs('publication')).toEqual(['erased', 'Bea'])
  expect(await jobs.find(first)).toMatchObject({ input: { text: 'erased' }, state: 'waiting' })
  expect(await jobs.find(second)).toMatchObject({ input: { text: 'Bea' } })
  for (const id of others) expect(await jobs.find(id)).toMatchObject({ input: { text: 'Ada' } })
})

test('a list of jobs has the first records that each has skipped; the job itself has all', async () => {
  await database.clear()
  const jobs = jobStore(database.mongo.db, 'test')
  const one = job('lane')
  await jobs.add(one, 1)
  await jobs.claim(kinds, 'a')
  const skipped = Array.from({ length: maxListedSkips + 1 }, (_, n) => ({ id: `r${n}`, reason: 'It was changed.' }))
  await jobs.report(one.id, 1, { skipped })
  expect((await jobs.page({ page: 1 })).data[0]!.skipped).toEqual(skipped.slice(0, maxListedSkips))
  expect((await jobs.find(one.id))!.skipped).toEqual(skipped)
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
