import type { Descriptor } from '@app/contracts/table-descriptor'
import { expect, test } from 'vitest'
import type { Import } from '../models/import-store'
import type { Write } from '../writes/write'
import { noCounts } from './check-import'
import { importChunk } from './check-rows'
import { importRunner } from './run-import'

const birds: Descriptor = { name: 'birds', required: ['name'], properties: { name: { type: 'string' } } }
const actor = { id: 'a'.repeat(24), email: 'ivy@archery.example', sid: 's', requestId: 'r' }
const id = 'b'.repeat(24)

/** An import of two chunks that is being applied. */
function setup(mayEdit: (chunk: number) => boolean) {
  const rows = Array.from({ length: importChunk + 1 }, (_, at) => `Finch ${at}`)
  let imported: Import & { id: string } = {
    id,
    table: 'birds',
    fileName: 'birds.csv',
    state: 'applying',
    headers: ['name'],
    samples: [],
    mapping: { name: 'name' },
    match: null,
    ...noCounts(),
    actor,
    applied: 0,
    batch: id,
  }
  const written: Write[][] = []
  const undoable: string[] = []
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
    lookups: () => ({ existing: async () => [], named: async () => new Map() }),
    apply: async (_, __, writes) => {
      written.push([...writes])
      return writes.map((write) => ({ id: write.id!, isChanged: true }))
    },
    batches: { addImport: async ({ id: batch }) => void undoable.push(batch) },
    mayEdit: async () => mayEdit(written.length),
    holder: 'h',
    onFailure: (_, error) => {
      throw error
    },
  })
  return { run: () => runner.start(imported), written, undoable, now: () => imported }
}

test('an import whose uploader may no longer change the table stops before its next rows, and can be undone', async () => {
  const { run, written, undoable, now } = setup((chunk) => chunk === 0)
  await run()
  expect(written.map(({ length }) => length)).toEqual([importChunk])
  expect(now()).toMatchObject({
    state: 'failed',
    applied: importChunk,
    failure: 'The right to change this table has ended. The import stopped; the rows before are kept.',
  })
  expect(undoable).toEqual([id])
})

test('an import goes on to its last row while the right lasts', async () => {
  const { run, written, now } = setup(() => true)
  await run()
  expect(written.map(({ length }) => length)).toEqual([importChunk, 1])
  expect(now()).toMatchObject({ state: 'applied', applied: importChunk + 1 })
})
