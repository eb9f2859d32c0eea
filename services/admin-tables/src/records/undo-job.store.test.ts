import { AppError } from '@app/contracts/errors'
import { type Chunk, jobRunner, undoJobId } from '@app/jobs'
import { jobsIn } from '@app/jobs/jobs.fixture'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { everything } from '@app/record-query'
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

/** Fails once an undo reads and writes more often than any could. */
function endless() {
  let calls = 0
  return () => {
    if (++calls > 100) throw new Error('It does not end.')
  }
}

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
  const ends = endless()
  const deps = {
    async apply(_: unknown, { batch = '' }: { batch?: string }, writes: readonly Write[]) {
      ends()
      await before({ writes, batch })
      const updates = writes as (Write & { id: string; values: { size: number } })[]
      for (const { id, values } of updates) write(id, values.size, batch)
      await after({ writes, batch })
      return updates.map(({ id }) => ({ id, isChanged: true as const }))
    },
    revisions: {
      flushBatch: async () => {},
      recordsOfBatch: async () => new Set<string>(),
      async ofBatch(batch: string) {
        ends()
        return history
          .filter((one) => one.batch === batch)
          .sort((one, other) => (one._id.toHexString() < other._id.toHexString() ? -1 : 1))
      },
      byIds: async (wanted: readonly ObjectId[]) => history.filter(({ _id }) => wanted.some((id) => id.equals(_id))),
    },
    trash: { find: async () => undefined },
  }
  const { store } = jobsIn(database)
  const audit = { append: async () => {}, during: (_: unknown, action: () => Promise<void>) => action() }
  const runner = jobRunner({
    ...{ store, hasRight: async () => true, onError: () => {}, pauseMs: () => 0 },
    audit: audit as Parameters<typeof jobRunner>[0]['audit'],
  })
  runner.register({ batch: batchJob(deps), undo: undoJob(deps) })
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

type Given = {
  /** What an attempt before has undone. */
  undone?: StoredRevision[]
  refuse?: Readonly<Record<string, AppError>>
  /** By table and id, the batch that has deleted a record. */
  deleted?: Readonly<Record<string, string>>
  isFormer?: boolean
  job?: object
}

/** The undo of a job with these revisions, by its writes, its reports and what it copies to the history. */
async function undoing(all: StoredRevision[], { undone = [], refuse = {}, deleted = {}, isFormer, job }: Given = {}) {
  const ends = endless()
  const applied: Write[] = []
  const reasons: unknown[] = []
  const flushed: string[] = []
  const deps = {
    async apply(_: unknown, reason: object, writes: readonly (Write & { id: string })[]) {
      ends()
      reasons.push(reason)
      applied.push(...writes)
      return writes.map(({ id }) => (refuse[id] ? { id, error: refuse[id] } : { id, isChanged: true }))
    },
    revisions: {
      flushBatch: async (table: string, batch: string) => void flushed.push(`${table} ${batch}`),
      async ofBatch(batch: string) {
        ends()
        return batch === 'b' ? all : undone
      },
      byIds: async (ids: readonly ObjectId[]) => all.filter(({ _id }) => ids.includes(_id)),
    },
    trash: { find: async (table: string, id: string) => ({ batch: deleted[`${table}/${id}`] }) },
  }
  const hold = () => {}
  const about = { undoes: 'b', table: 'birds', actor, done: 0, changed: 0, skipped: [], isResumed: false, ...job }
  const chunks: Chunk[] = []
  for await (const chunk of undoJob(deps as never, isFormer).run(about as never, { hold, pause: async () => {} }))
    chunks.push(chunk)
  return { applied, chunks, flushed, reasons, hold }
}

test.each([
  ['create', { action: 'delete', expectedVersion: '1970-01-01T00:00:00.000Z' }],
  ['restore', { action: 'delete', expectedVersion: '1970-01-01T00:00:00.000Z' }],
  ['delete', { action: 'restore' }],
  ['update', { action: 'update', values: { size: 1 }, expectedVersion: '1970-01-01T00:00:00.000Z', isFormer: true }],
] as const)('what undoes a %s: only while the record is as it was left', async (action, write) => {
  const one = revision({ action, ...(action === 'update' && { changes: { size: [1, 2] } }) })
  const { applied, chunks, reasons, hold } = await undoing([one], { isFormer: true })
  expect(reasons).toEqual([{ source: 'undo', batch: 'b-undo', hold, scope: everything }])
  expect(applied).toEqual([{ table: 'birds', id: recordId(1), ...write }])
  expect(chunks).toEqual([{ total: 1, done: 1, changed: 1, skipped: [] }])
})

test('values return only where the schema takes them, unless the schema is undone with them', async () => {
  const { applied } = await undoing([revision({ action: 'update', changes: { size: [1, 2] } })])
  expect(applied).toMatchObject([{ isFormer: false }])
  expect(undoJob({} as never).version).toBe(2)
})

const added = (table: string, id: number) => revision({ table, record_id: recordId(id), action: 'create' })

test('what fits into one part is undone in one', async () => {
  const { chunks } = await undoing(Array.from({ length: chunkSize }, (_, n) => added('birds', n)))
  expect(chunks).toEqual([{ total: chunkSize, done: chunkSize, changed: chunkSize, skipped: [] }])
})

test('those who refer to others that an import has added go before them', async () => {
  const { applied, flushed } = await undoing([added('guardians', 1), added('birds', 2), added('guardians', 3)])
  expect(applied.map(({ table }) => table)).toEqual(['birds', 'guardians', 'guardians'])
  expect(new Set(flushed)).toEqual(new Set(['birds b']))
})

test('a job about several tables has copied its revisions itself', async () => {
  const deleted = [
    revision({ table: 'guardians', action: 'delete' }),
    revision({ record_id: recordId(2), action: 'delete' }),
  ]
  const { applied, flushed, chunks } = await undoing(deleted, { job: { table: null } })
  expect(applied.map(({ table, action }) => [table, action])).toEqual([
    ['guardians', 'restore'],
    ['birds', 'restore'],
  ])
  expect([flushed, chunks]).toMatchObject([[], [{ done: 2, changed: 2 }]])
})

test('a resumed undo counts what the previous attempt undid, in all tables, and does not repeat it', async () => {
  const all = [added('birds', 1), added('guardians', 2), added('birds', 3), added('birds', 4)]
  const { applied, chunks, flushed } = await undoing(all, {
    undone: [added('birds', 1), added('guardians', 2)],
    job: { isResumed: true, skipped: [{ id: recordId(3), reason: 'It was changed.' }], done: 1 },
  })
  expect(applied).toMatchObject([{ table: 'birds', id: recordId(4) }])
  expect(chunks).toEqual([
    { total: 4, done: 3, changed: 2, skipped: [] },
    { total: 4, done: 4, changed: 3, skipped: [] },
  ])
  expect(flushed).toEqual(expect.arrayContaining(['birds b', 'birds b-undo', 'guardians b-undo']))
})

test('a record that was changed since is named with the reason; one that this undo has deleted before is done', async () => {
  const changed = new AppError('conflict', 'It was changed since.')
  const gone = new AppError('not_found', 'Not found.')
  const { chunks } = await undoing(
    [added('birds', 1), added('guardians', 2), added('guardians', 3), added('birds', 4)],
    {
      refuse: { [recordId(1)]: changed, [recordId(2)]: gone, [recordId(3)]: gone },
      deleted: { [`guardians/${recordId(2)}`]: 'b-undo', [`guardians/${recordId(3)}`]: 'other' },
    },
  )
  const skipped = [
    { id: recordId(1), reason: 'It was changed since.' },
    { id: recordId(3), reason: 'Not found.' },
  ]
  expect(chunks).toEqual([{ total: 4, done: 4, changed: 2, skipped }])
})
