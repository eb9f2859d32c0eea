import { AppError } from '@app/contracts/errors'
import { expect, test, vi } from 'vitest'
import { canceled, type Handler, notCompleted, rightEnded, toWire } from './job'
import { actor, counting, newJob, testRunners, uncounting } from './job-runner.fixture'
import { undoJobId } from './models/job-id'

const { setup, stored: jobsHere } = testRunners()

test('a job runs chunk by chunk to its end', async () => {
  const { run } = setup({ count: counting(3) })
  expect(await run()).toMatchObject({ state: 'done', done: 3, changed: 3, attempts: 1, endedAt: expect.any(Date) })
})

test('the right is read before every chunk: when it ends the job stops, keeps what is done and says so', async () => {
  let isDemoted = false
  const count = counting(1_000, (at) => {
    if (at === 3) isDemoted = true
  })
  const { run, audit } = setup({ count }, undefined, { hasRight: async () => !isDemoted })
  const job = await run()
  expect(job).toMatchObject({ state: 'stopped', done: 3, reason: rightEnded })
  expect(audit).toMatchObject([
    {
      actor: null,
      action: 'stop',
      table: 'birds',
      recordId: job.id,
      about: { why: 'right', done: 3, author: actor.email },
    },
  ])
})

test('a job without the right from the start does nothing', async () => {
  const { run } = setup({ count: counting(2) }, undefined, { hasRight: async () => false })
  expect(await run()).toMatchObject({ state: 'stopped', done: 0 })
})

test('a chunk that fails is tried again from where it stands; five failures end the job', async () => {
  let failures = 0
  const count = counting(4, (at) => {
    if (at === 3 && failures++ < 4) throw new Error('no connection')
  })
  const { run, errors } = setup({ count })
  expect(await run()).toMatchObject({ state: 'done', done: 4, isResumed: true })
  expect(errors).toHaveLength(4)
  const broken = setup({ count: counting(4, (at) => at === 3 && Promise.reject(new Error('no connection'))) })
  expect(await broken.run()).toMatchObject({ state: 'failed', done: 2, reason: notCompleted })
  expect(broken.errors).toHaveLength(5)
})

test('a refusal is final, with its message', async () => {
  const count = counting(2, () => Promise.reject(new AppError('not_found', 'The table no longer exists.')))
  const { run, errors } = setup({ count })
  expect(await run()).toMatchObject({ state: 'failed', reason: 'The table no longer exists.' })
  expect(errors).toEqual([])
})

test('what cannot be completed is undone where its kind says so', async () => {
  const count = { ...counting(4, (at) => at === 3 && Promise.reject(new Error('full'))), undoesFailures: true as const }
  const { run, runner } = setup({ count, uncount: uncounting })
  const { id } = await run()
  expect(await runner.settled(undoJobId(id), 2_000)).toMatchObject({ state: 'done', undoes: id, right: null })
})

test('a job has one undo, under the same right, and none while it runs', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { runner, audit } = setup({ count: counting(1, () => held), uncount: uncounting })
  const { id } = (await runner.begin(newJob))!
  await expect(runner.undo(id, actor)).rejects.toMatchObject({ message: 'The job is still running.' })
  release()
  await runner.settled(id, 2_000)
  const undo = await runner.undo(id, actor)
  expect(undo).toMatchObject({ kind: 'uncount', undoes: id, right: newJob.right, about: { of: 'count' } })
  await expect(runner.undo(id, actor, 'batch')).rejects.toMatchObject({ message: 'The batch was undone already.' })
  await expect(runner.undo(undo.id, actor)).rejects.toMatchObject({ message: 'This job cannot be undone.' })
  expect(audit).toMatchObject([{ action: 'undo', recordId: id, actor }])
})

test('a job that stops after an interrupted attempt counts what that attempt has changed', async () => {
  let isDemoted = false
  const stored = new Set<number>()
  const count = counting(1_000, (at) => {
    stored.add(at)
    if (at !== 3) return
    isDemoted = true
    throw new Error('no connection')
  })
  const handler = { ...count, countChanged: async () => stored.size }
  const { run } = setup({ count: handler }, undefined, { hasRight: async () => !isDemoted })
  expect(await run()).toMatchObject({ state: 'stopped', done: 2, changed: 3, reason: rightEnded })
})

test('the changes of a job that was never interrupted are those that it reported', async () => {
  let looks = 0
  const handler = { ...counting(3), countChanged: async () => 9 }
  const { run } = setup({ count: handler }, undefined, { hasRight: async () => ++looks < 3 })
  expect(await run()).toMatchObject({ state: 'stopped', done: 2, changed: 2 })
})

test('a canceled job stops after the chunk under way', async () => {
  const { run, runner, audit } = setup({
    count: counting(1_000, async (at, { id }) => at === 2 && runner.cancel(id, actor)),
  })
  expect(await run()).toMatchObject({ state: 'stopped', done: 2, reason: canceled })
  expect(audit[0]).toMatchObject({ action: 'stop', actor, about: { why: 'canceled' } })
})

test('a process that lost its lease writes nothing more, and its report is refused', async () => {
  const stored = jobsHere({ leaseMs: 6_300 })
  let resume = () => {}
  const stalled = new Promise<void>((resolve) => {
    resume = resolve
  })
  const writes: string[] = []
  const holding = (name: string, wait: Promise<void>): Handler => ({
    version: 1,
    async *run(_, { hold }) {
      await wait
      await Bun.sleep(name === 'zombie' ? 400 : 0)
      hold()
      writes.push(name)
      yield { done: 1, isLast: true }
    },
  })
  // The first process reaches the database no more once it has the job: it neither renews its lease nor finds other jobs.
  const claim = vi.fn<typeof stored.store.claim>(async () => undefined).mockImplementationOnce(stored.store.claim)
  const renew = () => Promise.reject(new Error('unreachable'))
  const cutOff = { ...stored, store: { ...stored.store, claim, renew } }
  const zombie = setup({ count: holding('zombie', stalled) }, cutOff)
  const { id } = (await zombie.runner.begin(newJob))!
  await expect.poll(async () => (await stored.store.find(id))?.state).toBe('running')
  stored.later(7_000)
  const heir = setup({ count: holding('heir', Promise.resolve()) }, stored)
  heir.runner.wake()
  expect(await heir.runner.settled(id, 2_000)).toMatchObject({ state: 'done', done: 1, isResumed: true })
  resume()
  await zombie.runner.close()
  expect(writes).toEqual(['heir'])
  expect(zombie.errors).toEqual([])
})

test('a report that is refused ends the attempt without an error', async () => {
  const stored = jobsHere()
  const report = vi.fn(stored.store.report).mockResolvedValueOnce(undefined)
  const steps: number[] = []
  const { runner, errors } = setup(
    { count: counting(3, (at) => steps.push(at)) },
    { ...stored, store: { ...stored.store, report } },
  )
  await runner.begin(newJob)
  await expect.poll(() => report.mock.calls).toHaveLength(1)
  await runner.close()
  expect([steps, errors]).toEqual([[1], []])
})

test('a job ends with its last chunk, or with its handler', async () => {
  const after = vi.fn()
  const ending = (isLast: boolean): Handler => ({
    version: 1,
    async *run() {
      yield { done: 1, isLast }
      after(isLast)
    },
  })
  const { run, errors } = setup({ chunk: ending(true), handler: ending(false) })
  for (const kind of ['chunk', 'handler']) expect(await run({ kind })).toMatchObject({ state: 'done', done: 1 })
  expect(after.mock.calls).toEqual([[false]])
  expect(errors).toEqual([])
})

test('a wake while jobs are being claimed claims again afterwards', async () => {
  const stored = jobsHere()
  const { promise, resolve: go } = Promise.withResolvers<undefined>()
  const claim = vi.fn(stored.store.claim).mockImplementationOnce(() => promise)
  const { runner } = setup({ count: counting(1) }, { ...stored, store: { ...stored.store, claim } })
  runner.wake()
  const { id } = (await runner.begin(newJob))!
  go(undefined)
  expect(await runner.settled(id, 3_000)).toMatchObject({ state: 'done' })
})

test('jobs that hold a file pass one at a time, those of one lane too, and the others go on beside them', async () => {
  const inside = { file: 0, lane: 0, free: 0 }
  const most = { ...inside }
  const together = Promise.withResolvers<void>()
  const enter = (name: keyof typeof inside): Handler => ({
    version: 1,
    ...(name === 'file' && { holdsFile: true as const }),
    async *run() {
      most[name] = Math.max(most[name], ++inside[name])
      if (inside.free === 3) together.resolve()
      await together.promise
      inside[name]--
      yield { isLast: true }
    },
  })
  const { runner } = setup({ file: enter('file'), lane: enter('lane'), free: enter('free') })
  const begin = (kind: string, lane?: string) => runner.begin({ ...newJob, kind, ...(lane && { lane }) })
  const begun = await Promise.all([1, 2, 3].flatMap(() => [begin('file'), begin('lane', 'ivy'), begin('free')]))
  for (const job of begun) expect((await runner.settled(job!.id, 5_000))?.state).toBe('done')
  expect(most).toEqual({ file: 1, lane: 1, free: 3 })
})

/** A job of five steps that stands before the third until `go`. */
function held() {
  const { promise, resolve: go } = Promise.withResolvers<void>()
  return { handler: counting(5, (at) => at === 3 && promise), go }
}

test('a closing process gives its jobs back at once', async () => {
  const stored = jobsHere()
  const { handler, go } = held()
  const slow = setup({ count: handler }, stored)
  const { id } = (await slow.runner.begin(newJob))!
  await expect.poll(async () => (await stored.store.find(id))?.done).toBe(2)
  const closed = slow.runner.close()
  go()
  await closed
  expect(await stored.store.find(id)).toMatchObject({ state: 'waiting', done: 3 })
  const next = setup({ count: counting(5) }, stored)
  next.runner.wake()
  expect(await next.runner.settled(id, 10_000)).toMatchObject({ state: 'done', done: 5, isResumed: true })
})

test('a service that knows nothing of a kind cancels such a job, and starts its undo, which the other service runs', async () => {
  const stored = jobsHere()
  const { handler, go } = held()
  const forms = setup({ count: handler }, stored)
  const other = setup({}, { ...stored, store: stored.of('other') })
  const { id } = (await forms.runner.begin(newJob))!
  await expect.poll(async () => (await stored.store.find(id))?.done).toBe(2)
  await other.runner.cancel(id, actor)
  go()
  const stopped = (await forms.runner.settled(id, 2_000))!
  expect(stopped).toMatchObject({ state: 'stopped', reason: canceled })
  expect(other.runner.canUndo(stopped)).toBe(true)
  expect(other.runner.canUndo({ ...stopped, undo: undefined })).toBe(false)
  expect(forms.runner.canUndo({ ...stopped, undo: undefined })).toBe(true)
  expect(await other.runner.undo(id, actor)).toMatchObject({ kind: 'uncount', service: stopped.service, version: 1 })
  expect(other.audit).toMatchObject([{ action: 'stop' }, { action: 'undo', recordId: id }])
  forms.runner.wake()
  expect(await forms.runner.settled(undoJobId(id), 2_000)).toMatchObject({ state: 'done', undoes: id })
})

test('a job keeps what the audit says about its start, and its undo says what it undoes', async () => {
  const { runner } = setup({ count: counting(2), uncount: counting(1) })
  const job = await runner.begin(newJob, { action: 'batch', about: { update: 2, fields: 'level' } })
  expect(toWire((await runner.settled(job!.id, 2_000))!, { canUndo: true })).toMatchObject({
    about: { update: 2, fields: 'level' },
  })
  expect(await runner.undo(job!.id, actor)).toMatchObject({ about: { update: 2, fields: 'level', of: 'count' } })
})

test('a job that is canceled between two chunks ends its handler, which frees what it holds', async () => {
  const freed: string[] = []
  const stored = jobsHere()
  const handler: Handler = {
    version: 1,
    async *run(job) {
      try {
        for (let at = 1; at <= 3; at++) {
          if (at === 2) await stored.store.cancel(job.id, 'no')
          yield { done: at, changed: at }
        }
      } finally {
        freed.push(job.id)
      }
    },
  }
  const { runner } = setup({ count: handler }, stored)
  const { id } = (await runner.begin(newJob))!
  expect(await runner.settled(id, 3_000)).toMatchObject({ state: 'stopped', reason: canceled })
  expect(freed).toEqual([id])
})
