import { chunkSize } from '@app/concurrency/pacer'
import type { TableSchema } from '@app/contracts/table-schema'
import { type Handler, type Job, jobRunner, rightEnded } from '@app/jobs'
import { jobsIn } from '@app/jobs/jobs.fixture'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { expect, test } from 'vitest'
import type { Write } from '../records/write'
import { importChunk } from './check-rows'
import { checkJob, importJob } from './imports-job'

const birds: TableSchema = { name: 'birds', required: ['name'], properties: { name: { type: 'string' } } }
const database = testDatabase()
const actor = { id: 'a'.repeat(24), email: 'ivy@archery.example', requestId: 'r' }
const id = 'b'.repeat(24)

type Options = {
  mayEdit?: (chunk: number) => boolean
  /** Fails a write after so many pieces, before or after the rows reached the database. */
  fault?: (piece: number) => 'before' | 'after' | undefined
  match?: string
  kind?: 'import' | 'import-check'
}

/** The sizes of the writes of so many rows. */
const pieces = (rows: number) =>
  Array.from({ length: Math.ceil(rows / chunkSize) }, (_, at) => Math.min(chunkSize, rows - at * chunkSize))

/** An import of two chunks. */
function setup({ mayEdit = () => true, fault = () => undefined, match, kind = 'import' }: Options) {
  const rows = Array.from({ length: importChunk + 1 }, (_, at) => `Finch ${at}`)
  const file = new TextEncoder().encode(['name', ...rows].join('\r\n'))
  const written: Write[][] = []
  const takenBack: (string | undefined)[] = []
  const failures: unknown[] = []
  let rests = 0
  const stored = new Map<string, string>()
  let calls = 0
  const about = { table: 'birds', fileName: 'birds.csv', headers: ['name'], samples: [], actor, check: '' }
  const deps: Parameters<typeof importJob>[0] = {
    imports: {
      find: async () => ({ ...about, id }),
      async *bytes() {
        yield file
      },
    },
    tables: { find: async () => birds },
    lookups: () => ({
      existing: async (_, values) =>
        [...stored]
          .filter(([, name]) => values.includes(name))
          .map(([key, name]) => ({ id: key, name, updated_at: 't' })),
      named: async () => new Map(),
      refusedFiles: async () => new Set(),
      lookAhead: async () => {},
      lookAheadFor: async () => {},
    }),
    hasRight: async () => true,
    apply: async (_, __, writes) => {
      const failing = fault(calls++)
      if (failing === 'before') throw new Error('no connection')
      written.push([...writes])
      for (const write of writes) stored.set(write.id!, (write as { values: { name: string } }).values.name)
      if (failing === 'after') throw new Error('no connection')
      return writes.map((write) => ({ id: write.id!, isChanged: true }))
    },
    revisions: {
      flushBatch: async () => {},
      recordsOfBatch: async (_, __, ids) => new Set(ids.filter((one) => stored.has(one))),
    },
  }
  const counted = <Input, Progress>(handler: Handler<Input, Progress>): Handler<Input, Progress> => ({
    ...handler,
    run: (job, { hold }) => handler.run(job, { hold, pause: async () => void rests++ }),
  })
  const { store } = jobsIn(database)
  const runner = jobRunner({
    store,
    hasRight: async () => mayEdit(written.length),
    audit: { append: async () => {}, during: (_, action) => action() },
    onError: (error) => void failures.push(error),
    pauseMs: () => 0,
  })
  runner.register({
    import: counted(importJob(deps)),
    'import-check': counted(checkJob(deps)),
    undo: {
      version: 1,
      async *run({ undoes }: Job) {
        takenBack.push(undoes)
        yield { isLast: true }
      },
    },
  })
  const input = { import: id, mapping: { name: 'name' }, match: match ?? null }
  const run = async () => {
    await runner.begin({ id, kind, table: 'birds', actor, right: { table: 'birds', level: 'edit' }, input })
    return (await runner.settled(id, 5_000))!
  }
  return { run, written, takenBack, failures, stored, rests: () => rests }
}

test('an import whose uploader may no longer change the table stops before its next rows, and can be undone', async () => {
  const { run, written } = setup({ mayEdit: (chunk) => chunk === 0 })
  expect(await run()).toMatchObject({ state: 'stopped', done: importChunk, changed: importChunk, reason: rightEnded })
  expect(written.map(({ length }) => length)).toEqual(pieces(importChunk))
})

test('an import goes on to its last row while the right lasts', async () => {
  const { run, written } = setup({})
  expect(await run()).toMatchObject({ state: 'done', done: importChunk + 1 })
  expect(written.map(({ length }) => length)).toEqual(pieces(importChunk + 1))
})

test('an error of the database in the middle does not end an import: it goes on with the rows that are left', async () => {
  const { run, written, failures, stored } = setup({ fault: (call) => (call === 1 ? 'before' : undefined) })
  expect(await run()).toMatchObject({ state: 'done', done: importChunk + 1, progress: { create: importChunk + 1 } })
  expect(failures).toHaveLength(1)
  expect(written.map(({ length }) => length)).toEqual(pieces(importChunk + 1))
  expect(stored.size).toBe(importChunk + 1)
})

test.each([undefined, 'name'])('rows whose write was not confirmed are not written again, match %s', async (match) => {
  const options = { fault: (call: number) => (call === 0 ? ('after' as const) : undefined), ...(match && { match }) }
  const { run, written } = setup(options)
  expect(await run()).toMatchObject({ progress: { create: importChunk + 1, update: 0, unchanged: 0 } })
  const ids = written.flat().map((write) => write.id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('an import that cannot be completed is taken back, never left half done', async () => {
  const { run, takenBack, failures } = setup({ fault: (call) => (call > 0 ? 'before' : undefined) })
  expect(await run()).toMatchObject({ state: 'failed' })
  // The first piece was written; the chunk was begun as often as one may be.
  expect(failures).toHaveLength(5)
  await expect.poll(() => takenBack).toEqual([id])
})

test.each(['import-check', 'import'] as const)('%s leaves time to requests after each chunk', async (kind) => {
  const { run, rests } = setup({ kind })
  expect(await run()).toMatchObject({ state: 'done', progress: { total: importChunk + 1 } })
  expect(rests()).toBeGreaterThan((2 * importChunk) / chunkSize)
})
