import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { expect, test, vi } from 'vitest'
import { canceled, type Handler, type NewJob, notCompleted, rightEnded } from './job'
import { actor, counting, newJob, testRunners } from './job-runner.fixture'
import { changesLane, newJobId, undoJobId } from './models/job-id'

const { setup, stored } = testRunners()

/** A job that stands until `go`. */
function held(more: Partial<Handler> = {}) {
  const { promise, resolve: go } = Promise.withResolvers<void>()
  return { handler: { ...counting(1, () => promise), ...more }, go }
}
const code = (error: string) => ({ code: error })

test('a process runs eight jobs at once, and the next one as soon as one has ended', async () => {
  let inside = 0
  let most = 0
  const go = Promise.withResolvers<void>()
  const count = counting(1, async () => {
    most = Math.max(most, ++inside)
    await go.promise
    inside--
  })
  const { runner } = setup({ count })
  const begun: string[] = []
  for (let n = 0; n < 10; n++) begun.push((await runner.begin(newJob))!.id)
  await expect.poll(() => inside).toBe(8)
  go.resolve()
  for (const id of begun) expect((await runner.settled(id, 5_000))?.state).toBe('done')
  expect(most).toBe(8)
})

test('jobs that another process has stored are found once the runner has started', async () => {
  const jobs = stored()
  const { runner } = setup({ count: counting(1) }, jobs, { restMs: () => 20 })
  const ids = [newJobId(), newJobId()]
  const store = (id: string) => jobs.store.add({ ...newJob, id }, 1)
  await store(ids[0]!)
  runner.start()
  expect(await runner.settled(ids[0]!, 3_000)).toMatchObject({ state: 'done' })
  await store(ids[1]!)
  expect(await runner.settled(ids[1]!, 3_000)).toMatchObject({ state: 'done' })
})

test('a failed query for jobs is reported, and the next one finds them', async () => {
  const jobs = stored()
  const claim = vi.fn(jobs.store.claim)
  for (let n = 0; n < 2; n++) claim.mockRejectedValueOnce(new Error('unreachable'))
  const { runner, errors } = setup(
    { count: counting(1), file: { ...counting(1), holdsFile: true } },
    { ...jobs, store: { ...jobs.store, claim } },
  )
  const count = await runner.begin(newJob)
  await expect.poll(() => errors).toEqual([new Error('unreachable')])
  const file = await runner.begin({ ...newJob, kind: 'file' })
  await expect.poll(() => errors).toHaveLength(2)
  runner.wake()
  for (const job of [count, file]) expect((await runner.settled(job!.id, 3_000))?.state).toBe('done')
})

test('a job that cannot be released is reported, and the runner continues', async () => {
  const jobs = stored()
  const release = vi.fn(jobs.store.release).mockRejectedValueOnce(new Error('unreachable'))
  const broken = counting(1, () => Promise.reject(new Error('full')))
  const { runner, errors } = setup({ broken, count: counting(1) }, { ...jobs, store: { ...jobs.store, release } })
  await runner.begin({ ...newJob, kind: 'broken' })
  await expect.poll(() => errors).toEqual([new Error('full'), new Error('unreachable')])
  const { id } = (await runner.begin(newJob))!
  expect(await runner.settled(id, 3_000)).toMatchObject({ state: 'done' })
})

test('an attempt that failed is repeated after a second, then after twice as long, up to eight', async () => {
  const jobs = stored()
  const pauses: number[] = []
  const release: typeof jobs.store.release = (id, token, ms) => {
    pauses.push(ms)
    return jobs.store.release(id, token, 0)
  }
  const { runner } = setup(
    { count: counting(1, () => Promise.reject(new Error('full'))) },
    { ...jobs, store: { ...jobs.store, release } },
    { pauseMs: undefined },
  )
  const { id } = (await runner.begin(newJob))!
  await expect
    .poll(async () => {
      runner.wake()
      return (await jobs.store.find(id))?.state
    })
    .toBe('failed')
  expect(pauses).toEqual([1, 2, 4, 8, 8].map(seconds))
})

test('an attempt that failed is repeated by itself once its pause is over', async () => {
  let attempts = 0
  const count = counting(1, () => {
    if (++attempts === 1) throw new Error('full')
  })
  const { run } = setup({ count }, stored(), { pauseMs: () => 50 })
  expect(await run()).toMatchObject({ state: 'done', isResumed: true })
})

test('an internal error is retried, whatever its code', async () => {
  let attempts = 0
  const count = counting(1, () => {
    if (++attempts === 1) throw new AppError('unavailable', 'Busy.')
  })
  const { run, errors } = setup({ count })
  expect(await run()).toMatchObject({ state: 'done' })
  expect(errors).toHaveLength(1)
})

test('work that holds a file and jobs that hold one wait for each other', async () => {
  const { handler, go } = held({ holdsFile: true })
  const { runner } = setup({ count: handler })
  const { id } = (await runner.begin(newJob))!
  await expect.poll(async () => (await runner.settled(id, 0))?.state).toBe('running')
  const busy = { ...code('unavailable'), message: 'Other files are being read. Please try again.' }
  await expect(runner.holdFile(async () => 'read', 1)).rejects.toMatchObject(busy)
  const { promise, resolve: end } = Promise.withResolvers<string>()
  const work = vi.fn(() => promise)
  const result = runner.holdFile(work, 5_000)
  go()
  await expect.poll(() => work.mock.calls).toHaveLength(1)
  expect(await runner.settled(id, 3_000)).toMatchObject({ state: 'done' })
  const next = (await runner.begin(newJob))!
  const free = (await runner.begin({ ...newJob, kind: 'uncount' }))!
  expect(await runner.settled(free.id, 3_000)).toMatchObject({ state: 'done' })
  expect(await runner.settled(next.id, 0)).toMatchObject({ state: 'waiting' })
  end('read')
  expect(await result).toBe('read')
  expect(await runner.settled(next.id, 3_000)).toMatchObject({ state: 'done' })
  await expect(runner.holdFile(() => Promise.reject(new Error('broken')), 5_000)).rejects.toThrow('broken')
  expect(await runner.holdFile(async () => 'again', 5_000)).toBe('again')
})

test('a job whose id is taken is not begun again; another failure to store it is', async () => {
  const { runner, audit } = setup({ count: counting(1) })
  const job: NewJob = { ...newJob, id: newJobId(), total: 3, actor: { ...actor, sid: 'secret' } as never }
  const entry = { action: 'batch', about: { update: 3 } } as const
  expect(await runner.begin(job, entry)).toMatchObject({ id: job.id, actor, about: { update: 3 }, total: 3 })
  expect((await runner.settled(job.id!, 3_000))!.actor).toEqual(actor)
  expect(await runner.begin(job, entry)).toBeUndefined()
  expect(await runner.begin(job)).toBeUndefined()
  expect(audit).toEqual([{ ...entry, actor, table: 'birds', recordId: job.id, ref: `job/${job.id}` }])
  const refused = setup({ count: counting(1) }, undefined, {
    audit: { append: async () => {}, during: () => Promise.reject(new AppError('unavailable', 'No audit.')) },
  })
  await expect(refused.runner.begin(newJob, entry)).rejects.toMatchObject(code('unavailable'))
})

test('the audit entry of a system job without a table has no actor and no table', async () => {
  const { runner, audit } = setup({ count: counting(1) })
  const job = await runner.begin({ ...newJob, actor: null, table: null, right: null }, { action: 'batch' })
  expect(job).toMatchObject({ actor: null, table: null })
  expect(job).not.toHaveProperty('about')
  expect(audit).toEqual([{ action: 'batch', actor: null, recordId: job!.id, ref: `job/${job!.id}` }])
})

test('only unfinished jobs that a person started can be canceled, with one audit entry', async () => {
  const { handler, go } = held()
  const { runner, audit } = setup({ count: handler })
  const { id } = (await runner.begin({ ...newJob, total: 9 }))!
  await expect.poll(async () => (await runner.settled(id, 0))?.state).toBe('running')
  expect(await runner.cancel(id, actor)).toMatchObject({ id, state: 'running' })
  const about = { kind: 'count', why: 'canceled', done: 0, total: 9 }
  expect(audit).toEqual([{ actor, action: 'stop', table: 'birds', recordId: id, about, ref: `job/${id}/stopped` }])
  go()
  const tableless = (await runner.begin({ ...newJob, table: null }))!
  await runner.settled(id, 3_000)
  await runner.settled(tableless.id, 3_000)
  for (const ended of [id, tableless.id])
    await expect(runner.cancel(ended, actor)).rejects.toMatchObject({
      ...{ ...code('conflict'), message: 'This job has ended.' },
    })
  await expect(runner.cancel(newJobId(), actor)).rejects.toMatchObject(code('not_found'))
  const own = (await runner.begin({ ...newJob, right: null, startsAt: new Date(Date.now() + 60_000) }))!
  await expect(runner.cancel(own.id, actor)).rejects.toMatchObject({
    ...{ ...code('conflict'), message: 'This job cannot be canceled.' },
  })
  expect(audit).toHaveLength(1)
})

test('an undo runs in the lane of changes of the person who asked for it, and names what it undoes in the audit', async () => {
  const { runner, run, audit } = setup({ count: counting(2), plain: { ...counting(1), undoneBy: undefined } })
  await expect(runner.undo(newJobId(), actor)).rejects.toMatchObject(code('not_found'))
  const { id } = await run()
  const eve = { ...actor, id: 'e'.repeat(24), email: 'eve@archery.example' }
  const undo = await runner.undo(id, eve)
  expect(undo).toMatchObject({
    id: undoJobId(id),
    actor: eve,
    lane: changesLane(eve),
    table: 'birds',
    about: { of: 'count' },
  })
  expect(audit).toEqual([{ action: 'undo', actor: eve, table: 'birds', recordId: id, ref: `job/${undo.id}` }])
  const plain = await run({ kind: 'plain' })
  await expect(runner.undo(plain.id, actor, 'import')).rejects.toMatchObject({
    message: 'This import cannot be undone.',
  })
  expect(runner.canUndo(plain)).toBe(false)
})

test('a right that ends is noted once for each job, with what was done and whose job it was', async () => {
  const { run, audit } = setup({ count: counting(3) }, undefined, { hasRight: async () => false })
  const ofPerson = await run({ total: 3 })
  const ofProduct = await run({ actor: null, table: null })
  const about = { kind: 'count', why: 'right', done: 0, total: 3 }
  expect(audit).toEqual([
    {
      ...{ actor: null, action: 'stop', table: 'birds', recordId: ofPerson.id },
      ...{ about: { ...about, author: actor.email }, ref: `job/${ofPerson.id}/stopped` },
    },
    {
      ...{ actor: null, action: 'stop', recordId: ofProduct.id },
      ...{ about: { ...about, total: 0 }, ref: `job/${ofProduct.id}/stopped` },
    },
  ])
  expect(ofProduct).toMatchObject({ state: 'stopped', reason: rightEnded })
})

test('what cannot be completed is undone by the product, whatever the right of its author', async () => {
  const broken = () => Promise.reject(new Error('full'))
  const { runner, run, audit } = setup({
    kept: counting(1, broken),
    undone: { ...counting(1, broken), undoesFailures: true },
  })
  const kept = await run({ kind: 'kept' })
  const undone = await run({ kind: 'undone', about: { fields: 'size' } })
  expect([kept, undone]).toMatchObject(Array(2).fill({ state: 'failed', reason: notCompleted, attempts: 6 }))
  expect(await runner.settled(undoJobId(undone.id), 3_000)).toMatchObject({
    ...{ kind: 'uncount', state: 'done', undoes: undone.id, table: 'birds', actor, right: null },
    about: { fields: 'size', of: 'undone' },
  })
  expect(await runner.settled(undoJobId(kept.id), 0)).toBeUndefined()
  expect(audit).toEqual([])
})

test('a job that was canceled while no process ran it stops before its first chunk', async () => {
  const jobs = stored()
  const { handler, go } = held()
  const first = setup({ count: handler }, jobs)
  const { id } = (await first.runner.begin(newJob))!
  await expect.poll(async () => (await jobs.store.find(id))?.state).toBe('running')
  await jobs.store.cancel(id, canceled)
  await jobs.store.release(id, 1, 0)
  const worked = vi.fn()
  const second = setup({ count: counting(1, worked) }, jobs)
  second.runner.wake()
  expect(await second.runner.settled(id, 3_000)).toMatchObject({ state: 'stopped', reason: canceled })
  expect(worked).not.toHaveBeenCalled()
  go()
})

test('a job that has not ended in time is returned as it is by then', async () => {
  const { handler, go } = held()
  const { runner } = setup({ count: handler })
  const { id } = (await runner.begin(newJob))!
  expect(await runner.settled(id, 20)).toMatchObject({ state: expect.stringMatching(/waiting|running/) })
  go()
  expect(await runner.settled(id, 3_000)).toMatchObject({ state: 'done' })
  expect(await runner.settled(newJobId(), 3_000)).toBeUndefined()
})

test('a closed runner begins nothing more', async () => {
  const jobs = stored()
  const { runner } = setup({ count: counting(1) }, jobs, { restMs: () => 10 })
  runner.start()
  await runner.close()
  const { id } = (await runner.begin(newJob))!
  const other = setup({ uncount: counting(1) }, jobs)
  const later = (await other.runner.begin({ ...newJob, kind: 'uncount' }))!
  expect(await other.runner.settled(later.id, 3_000)).toMatchObject({ state: 'done' })
  expect(await jobs.store.find(id)).toMatchObject({ state: 'waiting' })
})
