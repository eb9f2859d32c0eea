import { jobRunner, undoJobId } from '@app/jobs'
import { jobsIn } from '@app/jobs/jobs.fixture'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { afterEach, expect, test } from 'vitest'
import { batchJob, chunkSize } from './batch-job'
import type { StoredRevision } from './revision-store'
import { undoJob } from './undo-job'
import type { Write } from './write'

const database = testDatabase()
const actor = { id: 'a'.repeat(24), email: 'ivy@archery.example', requestId: 'r' }
const runners: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.close()))
})
const recordId = (n: number) => n.toString(16).padStart(24, '0')

type Applied = { writes: readonly Write[]; batch: string }

/** A table whose records all have the same size. `before` runs before the writes of a chunk, `after` after them; both may throw. */
function setup(count: number, { before = (_: Applied): void => {}, after = (_: Applied): void => {} } = {}) {
  const ids = Array.from({ length: count }, (_, n) => recordId(n))
  const sizes = new Map(ids.map((id) => [id, 1]))
  const history: StoredRevision[] = []
  const write = (id: string, size: number, batch: string, _id = new ObjectId()) => {
    const changes = { size: [sizes.get(id) ?? 1, size] } as StoredRevision['changes']
    sizes.set(id, size)
    history.push({ _id, table: 'birds', record_id: id, action: 'update', batch, changes } as StoredRevision)
  }
  const deps = {
    async apply(_: unknown, { batch = '' }: { batch?: string }, writes: readonly Write[]) {
      await before({ writes, batch })
      const updates = writes as (Write & { id: string; values: { size: number } })[]
      for (const { id, values } of updates) write(id, values.size, batch)
      await after({ writes, batch })
      return updates.map(({ id }) => ({ id, isChanged: true as const }))
    },
    revisions: {
      flushBatch: async () => {},
      recordsOfBatch: async () => new Set<string>(),
      ofBatch: async (batch: string) =>
        history
          .filter((one) => one.batch === batch)
          .sort((one, other) => (one._id.toHexString() < other._id.toHexString() ? -1 : 1)),
      byIds: async (wanted: readonly ObjectId[]) => history.filter(({ _id }) => wanted.some((id) => id.equals(_id))),
    },
    trash: { find: async () => undefined },
  }
  const { store } = jobsIn(database)
  const handlers = { batch: batchJob(deps), undo: undoJob(deps) }
  const audit = { append: async () => {}, during: (_: unknown, action: () => Promise<void>) => action() }
  const runner = jobRunner({
    ...{ store, handlers, hasRight: async () => true, onError: () => {}, pauseMs: () => 0 },
    audit: audit as Parameters<typeof jobRunner>[0]['audit'],
  })
  runners.push(runner)
  const run = async () => {
    const right = { table: 'birds', level: 'edit' } as const
    const input = { action: 'update', ids, changes: { size: 2 } }
    const { id } = (await runner.begin({ kind: 'batch', table: 'birds', actor, right, input }))!
    return (await runner.settled(id, 3_000))!
  }
  const undo = async (id: string) => {
    await runner.undo(id, actor)
    return runner.settled(undoJobId(id), 3_000)
  }
  const left = () => [...sizes.values()].filter((size) => size !== 1).length
  return { run, undo, left, write, ids }
}

test('a change that lands while its job is undone is undone, too', async () => {
  let late = () => {}
  const { run, undo, left, write, ids } = setup(2 * chunkSize + 1, {
    after: ({ batch }) => (batch.endsWith('-undo') ? late() : undefined),
  })
  const job = await run()
  late = () => {
    late = () => {}
    // Of a part that was under way; its place in the order is before those that are undone.
    for (const id of ids.slice(0, 3)) write(recordId(1_000 + Number(id)), 2, job.id, new ObjectId(recordId(1)))
  }
  const changed = ids.length + 3
  expect(await undo(job.id)).toMatchObject({ state: 'done', total: changed, done: changed, changed })
  expect(left()).toBe(0)
})

test.each([
  ['before', { before: true }],
  ['after', { before: false }],
])('an undo that is interrupted %s a write undoes everything once, also what has landed meanwhile', async (_, at) => {
  let interrupt = () => {}
  const hook = ({ batch }: Applied) => (batch.endsWith('-undo') ? interrupt() : undefined)
  const { run, undo, left, write } = setup(3 * chunkSize, at.before ? { before: hook } : { after: hook })
  const job = await run()
  let writes = 0
  interrupt = () => {
    if (++writes !== 2) return
    for (let n = 0; n < 5; n++) write(recordId(5_000 + n), 2, job.id, new ObjectId(recordId(n)))
    throw new Error('no connection')
  }
  const changed = 3 * chunkSize + 5
  expect(await undo(job.id)).toMatchObject({ state: 'done', done: changed, changed, isResumed: true })
  expect(left()).toBe(0)
})

test('an undo that is interrupted after its last write counts all it has undone', async () => {
  let writes = 0
  const { run, undo, left } = setup(2 * chunkSize, {
    after({ batch }) {
      if (batch.endsWith('-undo') && ++writes === 2) throw new Error('no connection')
    },
  })
  const changed = 2 * chunkSize
  const job = await run()
  expect(await undo(job.id)).toMatchObject({ state: 'done', total: changed, done: changed, changed, isResumed: true })
  expect(left()).toBe(0)
})

const revision = (change: object) =>
  ({
    _id: new ObjectId(),
    table: 'birds',
    record_id: recordId(1),
    batch: 'b',
    version: new Date(0),
    ...change,
  }) as StoredRevision

test.each([
  ['create', { action: 'delete', expectedVersion: '1970-01-01T00:00:00.000Z' }],
  ['restore', { action: 'delete', expectedVersion: '1970-01-01T00:00:00.000Z' }],
  ['delete', { action: 'restore' }],
  ['update', { action: 'update', values: { size: 1 }, expectedVersion: '1970-01-01T00:00:00.000Z', isFormer: true }],
] as const)('what undoes a %s: only while the record is as it was left', async (action, write) => {
  const one = revision({ action, ...(action === 'update' && { changes: { size: [1, 2] } }) })
  const applied: unknown[] = []
  const deps = {
    async apply(_: unknown, reason: object, writes: readonly Write[]) {
      applied.push(reason, ...writes)
      return writes.map(() => ({ id: recordId(1), isChanged: true }))
    },
    revisions: {
      flushBatch: async () => {},
      ofBatch: async () => [one],
      byIds: async () => [one],
    },
    trash: { find: async () => undefined },
  }
  const hold = () => {}
  const job = { undoes: 'b', table: 'birds', actor, done: 0, changed: 0, skipped: [], isResumed: false }
  const chunks: unknown[] = []
  for await (const chunk of undoJob(deps as never, true).run(job as never, { hold })) chunks.push(chunk)
  expect(applied).toEqual([
    expect.objectContaining({ source: 'undo', batch: 'b-undo', hold }),
    { table: 'birds', id: recordId(1), ...write },
  ])
  expect(chunks).toEqual([{ total: 1, done: 1, changed: 1, skipped: [] }])
})
