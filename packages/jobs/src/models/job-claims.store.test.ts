import { jobPageSize } from '@app/contracts/jobs'
import { keptLonger, testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import type { NewJob } from '../job'
import { jobStore } from './job-store'

const database = testDatabase((mongo) => jobStore(() => mongo.db(), 'forms').prepare())
const begin = Date.UTC(2026, 6, 4)
let at = begin
const leaseMs = 20_000
const storeOf = (service: string) => jobStore(() => database.mongo.db(), service, { leaseMs, now: () => new Date(at) })
const jobs = storeOf('forms')
const newId = () => new ObjectId().toHexString()
const actor = { id: 'a'.repeat(24), email: 'ivy@archery.example', requestId: 'r' }
const kinds = [{ kind: 'count', version: 1 }]

async function add(change: Partial<NewJob> = {}, version = 1): Promise<string> {
  const id = newId()
  const job = { id, kind: 'count', table: null, actor: null, right: null, input: { of: id }, ...change }
  expect(await jobs.add(job, version)).toBe(true)
  return id
}
const stored = (id: string) =>
  database.mongo
    .db()
    .collection('jobs')
    .findOne({ _id: new ObjectId(id) })

beforeEach(async () => {
  at = begin
  await database.clear()
})

test('a new job waits with nothing done, and its id is taken', async () => {
  const undo = { kind: 'uncount', version: 2 }
  const id = newId()
  const job = { id, kind: 'count', table: 'birds', actor, right: null, input: { a: 1 }, total: 7, key: 'k', lane: 'l' }
  expect(await jobs.add(job, 1, undo)).toBe(true)
  expect(await jobs.add(job, 1)).toBe(false)
  expect(await jobs.find(id)).toEqual({
    ...{
      ...job,
      service: 'forms',
      version: 1,
      undo,
      state: 'waiting',
      done: 0,
      changed: 0,
      skipped: [],
      progress: null,
    },
    ...{ attempts: 0, isResumed: false, createdAt: new Date(begin), startedAt: null, endedAt: null },
  })
  expect(await jobs.find(newId())).toBeUndefined()
  const short = await add()
  expect(await jobs.find(short)).toMatchObject({ total: 0 })
  expect(await jobs.find(short)).not.toHaveProperty('undo')
})

test('a claim takes the job that has been due for longest, once, and counts the attempt', async () => {
  at += 10
  const second = await add()
  at -= 5
  const first = await add()
  at += 20
  const claimed = await jobs.claim(kinds, 'a')
  expect(claimed).toMatchObject({ job: { id: first, state: 'running', attempts: 1, isResumed: false }, token: 1 })
  expect(claimed).toMatchObject({ isCanceled: false, job: { startedAt: new Date(at) } })
  expect((await stored(first))!.lease).toEqual({ token: 1, until: new Date(at + leaseMs), holder: 'a' })
  expect((await jobs.claim(kinds, 'b'))?.job.id).toBe(second)
  expect(await jobs.claim(kinds, 'c')).toBeUndefined()
})

test('nobody claims what is of another service, kind or later version, or is not due yet', async () => {
  await add({ service: 'auth' })
  await add({ kind: 'other' })
  await add({}, 2)
  const later = await add({ startsAt: new Date(begin + 1_000) })
  expect(await jobs.claim(kinds, 'a')).toBeUndefined()
  expect(await jobs.claim([], 'a')).toBeUndefined()
  at += 1_000
  expect((await jobs.claim(kinds, 'a'))?.job.id).toBe(later)
  expect(await jobs.claim([{ kind: 'count', version: 2 }], 'a')).toMatchObject({ job: { version: 2 } })
})

test('a job whose lease has ended is taken over; the earlier claim may write nothing more', async () => {
  const id = await add()
  const first = (await jobs.claim(kinds, 'a'))!
  at += leaseMs - 1
  expect(await jobs.claim(kinds, 'b')).toBeUndefined()
  at += 1
  expect(await jobs.claim(kinds, 'b')).toMatchObject({ token: 2, job: { id, isResumed: true, attempts: 2 } })
  expect((await jobs.find(id))!.startedAt).toEqual(new Date(begin))
  expect(await jobs.renew(id, first.token)).toBe(false)
  expect(await jobs.report(id, first.token, { done: 1 })).toBeUndefined()
  expect(await jobs.release(id, first.token, 0)).toBe(false)
  expect(await jobs.end(id, first.token, 'done')).toBe(false)
  expect(await jobs.find(id)).toMatchObject({ state: 'running', done: 0, endedAt: null })
})

test('a renewed lease lasts again as long', async () => {
  const id = await add()
  await jobs.claim(kinds, 'a')
  at += leaseMs - 1
  expect(await jobs.renew(id, 1)).toBe(true)
  at += leaseMs - 1
  expect(await jobs.claim(kinds, 'b')).toBeUndefined()
})

test('jobs of one lane run one at a time, and a busy lane keeps no other job waiting', async () => {
  const first = await add({ lane: 'l' })
  for (let count = 0; count < 25; count++) await add({ lane: 'l' })
  at += 1
  const other = await add({ lane: 'm' })
  expect((await jobs.claim(kinds, 'a'))?.job.lane).toBe('l')
  expect((await jobs.claim(kinds, 'a'))?.job.id).toBe(other)
  expect(await jobs.claim(kinds, 'a')).toBeUndefined()
  const running = (await database.mongo.db().collection('jobs').findOne({ in_lane: 'l' }))!
  expect(running['_id'].toHexString()).toBe(first)
  expect(await jobs.end(first, 1, 'done')).toBe(true)
  expect((await jobs.claim(kinds, 'a'))?.job.lane).toBe('l')
})

test('a report keeps what was counted before, renews the lease and begins the attempts anew', async () => {
  const id = await add({ total: 5 })
  await jobs.claim(kinds, 'a')
  at += leaseMs
  await jobs.claim(kinds, 'b')
  at += 10
  const skip = { id: 'x', reason: 'It was changed.' }
  expect(await jobs.report(id, 2, { done: 2, changed: 1, skipped: [skip], progress: { next: 'y' } })).toEqual({
    isCanceled: false,
  })
  expect(await jobs.report(id, 2, { done: 3, changed: undefined, skipped: [skip] } as never)).toBeDefined()
  expect(await jobs.find(id)).toMatchObject({
    ...{ state: 'running', total: 5, done: 3, changed: 1, skipped: [skip, skip], progress: { next: 'y' }, attempts: 1 },
  })
  expect((await stored(id))!['lease'].until).toEqual(new Date(at + leaseMs))
})

test('the last report ends the job and frees its lane', async () => {
  const id = await add({ lane: 'l' })
  await jobs.claim(kinds, 'a')
  at += 5
  expect(await jobs.report(id, 1, { done: 1, isLast: true })).toEqual({ isCanceled: false })
  expect(await jobs.find(id)).toMatchObject({ state: 'done', done: 1, endedAt: new Date(at) })
  expect(await stored(id)).not.toHaveProperty('in_lane')
  expect((await stored(id))!['lease']).toEqual({ token: 1, until: new Date(at + leaseMs) })
  expect(await jobs.report(id, 1, { done: 2 })).toBeUndefined()
})

test('a job that is given back waits for that long, with its lane free', async () => {
  const id = await add({ lane: 'l' })
  await jobs.claim(kinds, 'a')
  expect(await jobs.release(id, 1, 3_000)).toBe(true)
  expect(await stored(id)).toMatchObject({ state: 'waiting', lease: { token: 1, until: new Date(at + 3_000) } })
  expect(await stored(id)).not.toHaveProperty('in_lane')
  expect((await stored(id))!['lease']).not.toHaveProperty('holder')
  at += 3_000
  expect((await jobs.claim(kinds, 'b'))?.job.id).toBe(id)
})

test('a job ends once, with its reason where there is one', async () => {
  const [one, other] = [await add(), await add()]
  await jobs.claim(kinds, 'a')
  await jobs.claim(kinds, 'a')
  at += 7
  expect(await jobs.end(one, 1, 'failed', 'The file is broken.')).toBe(true)
  expect(await jobs.end(one, 1, 'done')).toBe(false)
  expect(await jobs.end(other, 1, 'done')).toBe(true)
  expect(await jobs.find(one)).toMatchObject({ state: 'failed', reason: 'The file is broken.', endedAt: new Date(at) })
  expect(await jobs.find(other)).not.toHaveProperty('reason')
})

test('who cancels stops a waiting job at once and a running one after its chunk; an ended one no more', async () => {
  const [other, running] = [await add(), await add()]
  for (const _ of [other, running]) await jobs.claim(kinds, 'a')
  const waiting = await add()
  expect(await jobs.cancel(waiting, 'Not needed.')).toBe(true)
  expect(await jobs.find(waiting)).toMatchObject({ state: 'stopped', reason: 'Not needed.', endedAt: new Date(at) })
  expect(await jobs.cancel(running, 'Not needed.')).toBe(true)
  expect(await jobs.find(running)).toMatchObject({ state: 'running' })
  expect(await jobs.report(running, 1, { done: 1 })).toEqual({ isCanceled: true })
  expect(await jobs.report(other, 1, { isLast: true })).toEqual({ isCanceled: false })
  at += leaseMs
  expect(await jobs.claim(kinds, 'b')).toMatchObject({ isCanceled: true })
  expect(await jobs.end(running, 2, 'stopped')).toBe(true)
  expect(await stored(running)).not.toHaveProperty('is_canceled')
  expect(await jobs.cancel(running, '')).toBe(false)
})

test('what is forgotten is stopped, whoever runs it, and holds nothing of a record', async () => {
  const key = 'import/1'
  const running = await add({ key, lane: 'l' })
  await jobs.claim(kinds, 'a')
  await jobs.report(running, 1, { progress: { names: ['Ada'] }, skipped: [{ id: 'x', reason: 'Ada' }] })
  const waiting = await add({ key })
  const done = await add({ key: 'import/2' })
  await jobs.claim(kinds, 'b')
  await jobs.claim(kinds, 'b')
  const other = await add({ key: 'import/3' })
  const foreign = await add({ key, service: 'auth' })
  at += 1
  await jobs.forget([key, 'import/2'], 'The file was erased.')
  const gone = { state: 'stopped', reason: 'The file was erased.', input: null, progress: null, skipped: [] }
  for (const id of [running, waiting, done])
    expect(await jobs.find(id)).toMatchObject({ ...gone, endedAt: new Date(at) })
  // The process that still works on it holds an earlier token, and its lane is free for others.
  expect(await jobs.report(running, 1, { progress: { names: ['Ada'] } })).toBeUndefined()
  expect(await stored(running)).toMatchObject({ lease: { token: 2 } })
  expect(await stored(running)).not.toHaveProperty('in_lane')
  for (const id of [other, foreign]) expect(await jobs.find(id)).toMatchObject({ state: 'waiting', input: { of: id } })
  await jobs.end(other, 0, 'done')
})

test('an ended job that is forgotten keeps how it ended', async () => {
  const id = await add({ key: 'k' })
  await jobs.claim(kinds, 'a')
  await jobs.end(id, 1, 'done')
  await jobs.forget(['k'], 'gone')
  expect(await jobs.find(id)).toMatchObject({ state: 'done', input: null })
  expect(await jobs.find(id)).not.toHaveProperty('reason')
  expect((await stored(id))!['lease'].token).toBe(1)
})

test('the latest job of a key is that of this service', async () => {
  await add({ key: 'k' })
  at += 1
  const newest = await add({ key: 'k' })
  at += 1
  await add({ key: 'k', service: 'auth' })
  await add({ key: 'l' })
  expect((await jobs.latest('k'))?.id).toBe(newest)
  expect(await jobs.latest('m')).toBeUndefined()
})

test('a page of jobs: the newest first, of one person or state, without what only handlers read', async () => {
  const ids: string[] = []
  for (let count = 0; count < 60; count++) {
    // Two at a time: then the later id is the newer one.
    at += count % 2
    ids.unshift(await add(count % 2 ? { actor } : {}))
  }
  const first = await jobs.page({ page: 1 })
  const rest = await jobs.page({ page: 2 })
  expect([first.total, first.data.length, rest.total]).toEqual([60, jobPageSize, 60])
  expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids)
  expect(first.data[0]).toEqual({ ...(await jobs.find(ids[0]!)), input: undefined, progress: undefined })
  expect((await jobs.page({ page: 1, actorId: actor.id })).total).toBe(30)
  await jobs.cancel(ids[3]!, 'no')
  expect((await jobs.page({ page: 1, state: 'stopped' })).data.map(({ id }) => id)).toEqual([ids[3]])
  const { kind } = first.data[0]!
  expect((await jobs.page({ page: 1, quiet: [kind] })).total).toBe(60)
  await jobs.claim(kinds, 'a')
  await jobs.end(ids.at(-1)!, 1, 'done')
  expect((await jobs.page({ page: 1, quiet: [kind] })).total).toBe(59)
  expect((await jobs.page({ page: 1, quiet: ['another'] })).total).toBe(60)
  expect((await jobs.page({ page: 1, state: 'stopped', actorId: 'other' })).total).toBe(0)
  const ofLessons = await add({ table: 'lessons' })
  expect((await jobs.page({ page: 1, table: 'lessons' })).data.map(({ id }) => id)).toEqual([ofLessons])
})

test('the undo of a job is found by what it undoes', async () => {
  const [first, second] = [await add(), await add()]
  const undo = await add({ undoes: first })
  expect(await jobs.undosOf([first, second])).toEqual(new Map([[first, undo]]))
})

test('jobs are removed thirty days after they were added; they are found by service and due time, lane, key and undo', async () => {
  const indexes = await database.mongo.db().collection('jobs').indexes()
  expect(Object.fromEntries(indexes.map(({ v: _, name, ...index }) => [name, index]))).toEqual({
    _id_: { key: { _id: 1 } },
    ends: { key: { created_at: 1 }, expireAfterSeconds: 30 * 24 * 3_600 + keptLonger },
    due: { key: { service: 1, state: 1, 'lease.until': 1 } },
    lane: { key: { in_lane: 1 }, unique: true, sparse: true },
    key: { key: { key: 1 }, sparse: true },
    undoes: { key: { undoes: 1 }, sparse: true },
  })
})
