import type { Descriptor } from '@app/contracts/table-descriptor'
import { expect, test } from 'vitest'
import type { Import } from '../models/import-store'
import { chunkSize } from '../models/pacer'
import type { Write } from '../writes/write'
import { noCounts } from './check-import'
import { importChunk } from './check-rows'
import { importRunner } from './run-import'

const birds: Descriptor = { name: 'birds', required: ['name'], properties: { name: { type: 'string' } } }
const actor = { id: 'a'.repeat(24), email: 'ivy@archery.example', sid: 's', requestId: 'r' }
const id = 'b'.repeat(24)

type Options = {
  mayEdit?: (chunk: number) => boolean
  /** Fails a write after so many pieces, before or after the rows reached the database. */
  fault?: (piece: number) => 'before' | 'after' | undefined
  match?: string
  attempts?: number
  state?: Import['state']
}

/** The sizes of the writes of so many rows. */
const pieces = (rows: number) =>
  Array.from({ length: Math.ceil(rows / chunkSize) }, (_, at) => Math.min(chunkSize, rows - at * chunkSize))

/** An import of two chunks. */
function setup({ mayEdit = () => true, fault = () => undefined, match, attempts, state = 'applying' }: Options) {
  const rows = Array.from({ length: importChunk + 1 }, (_, at) => `Finch ${at}`)
  let imported: Import & { id: string } = {
    id,
    table: 'birds',
    fileName: 'birds.csv',
    state,
    headers: ['name'],
    samples: [],
    mapping: { name: 'name' },
    match: match ?? null,
    ...noCounts(),
    actor,
    applied: 0,
    ...(attempts && { attempts }),
    batch: id,
  }
  const written: Write[][] = []
  const undoable: string[] = []
  const takenBack: string[] = []
  const failures: unknown[] = []
  let rests = 0
  const stored = new Map<string, string>()
  let calls = 0
  const runner = importRunner({
    imports: {
      file: async () => Buffer.from(['name', ...rows].join('\r\n')),
      find: async () => imported,
      lease: async () => true,
      change: async (_, states, change) => {
        if (!states.includes(imported.state)) return undefined
        imported = { ...imported, ...change }
        return imported
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
    }),
    apply: async (_, __, writes) => {
      const failing = fault(calls++)
      if (failing === 'before') throw new Error('no connection')
      written.push([...writes])
      for (const write of writes) stored.set(write.id!, (write as { values: { name: string } }).values.name)
      if (failing === 'after') throw new Error('no connection')
      return writes.map((write) => ({ id: write.id!, isChanged: true }))
    },
    batches: { addImport: async ({ id: batch }) => void undoable.push(batch) },
    revisions: {
      flushBatch: async () => {},
      recordsOfBatch: async (_, __, ids) => new Set(ids.filter((one) => stored.has(one))),
    },
    undo: async ({ id: batch }) => {
      takenBack.push(batch)
      return { state: 'done', restored: stored.size, kept: [] }
    },
    mayEdit: async () => mayEdit(written.length),
    holder: 'h',
    onFailure: (_, error) => void failures.push(error),
    pauseMs: () => 0,
    newPacer: () => async () => void rests++,
  })
  const run = () => runner.start(imported)
  return { run, written, undoable, takenBack, failures, stored, now: () => imported, rests: () => rests }
}

test('an import whose uploader may no longer change the table stops before its next rows, and can be undone', async () => {
  const { run, written, undoable, now } = setup({ mayEdit: (chunk) => chunk === 0 })
  await run()
  expect(written.map(({ length }) => length)).toEqual(pieces(importChunk))
  expect(now()).toMatchObject({
    state: 'failed',
    applied: importChunk,
    failure: 'The right to change this table has ended. The import stopped; the rows before are kept.',
  })
  expect(undoable).toEqual([id])
})

test('an import goes on to its last row while the right lasts', async () => {
  const { run, written, now } = setup({})
  await run()
  expect(written.map(({ length }) => length)).toEqual(pieces(importChunk + 1))
  expect(now()).toMatchObject({ state: 'applied', applied: importChunk + 1 })
})

test('an error of the database in the middle does not end an import: it goes on with the rows that are left', async () => {
  const { run, written, failures, now, stored } = setup({ fault: (call) => (call === 1 ? 'before' : undefined) })
  await run()
  expect(failures).toHaveLength(1)
  expect(written.map(({ length }) => length)).toEqual(pieces(importChunk + 1))
  expect(now()).toMatchObject({ state: 'applied', applied: importChunk + 1, create: importChunk + 1 })
  expect(stored.size).toBe(importChunk + 1)
})

test.each([undefined, 'name'])('rows whose write was not confirmed are not written again, match %s', async (match) => {
  const options = { fault: (call: number) => (call === 0 ? ('after' as const) : undefined), ...(match && { match }) }
  const { run, written, now } = setup(options)
  await run()
  const ids = written.flat().map((write) => write.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(now()).toMatchObject({ state: 'applied', create: importChunk + 1, update: 0, unchanged: 0 })
})

test('an import that cannot be completed is taken back, never left half done', async () => {
  const { run, takenBack, failures, now } = setup({ fault: (call) => (call > 0 ? 'before' : undefined) })
  await run()
  // The first piece was written; the chunk was begun as often as one may be.
  expect(failures).toHaveLength(5)
  expect(takenBack).toEqual([id])
  expect(now()).toMatchObject({
    state: 'failed',
    failure: 'The import could not be completed, and its rows were taken back. Please try again.',
  })
})

test('an import that ends its process each time is taken back, too', async () => {
  const { run, written, takenBack, now } = setup({ attempts: 5 })
  await run()
  expect([written, takenBack, now().state]).toEqual([[], [id], 'failed'])
})

test.each(['checking', 'applying'] as const)('%s a file leaves time to requests after each chunk', async (state) => {
  const { run, now, rests } = setup({ state })
  await run()
  expect(now().total).toBe(importChunk + 1)
  expect(rests()).toBeGreaterThan((2 * importChunk) / chunkSize)
})
