import { hours } from '@app/contracts/durations'
import type { Descriptor } from '@app/table-schema'
import fc from 'fast-check'
import { type Collection, type Db, type Document, ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { historyReader } from '../../services/admin-tables/src/actions/read-history'
import { recordStore } from '../../services/admin-tables/src/models/record-store'
import { recordWriter } from '../../services/admin-tables/src/models/record-writer'
import { referenceIntegrity } from '../../services/admin-tables/src/models/reference-integrity'
import { pendingField, revisionStore, type StoredRevision } from '../../services/admin-tables/src/models/revision-store'
import { type Trashed, trashStore } from '../../services/admin-tables/src/models/trash-store'
import { applyWrites } from '../../services/admin-tables/src/writes/apply-writes'
import { sweepWrites } from '../../services/admin-tables/src/writes/copy-revisions'
import type { Write } from '../../services/admin-tables/src/writes/write'
import { Killed, killedAfter } from '../support/killed-writes'
import { type Product, startProduct } from '../support/product'

let product: Product
beforeAll(async () => {
  product = await startProduct({ SEED_SAMPLES: 'false' }, { pages: false })
})
afterAll(() => product?.stop())

const boats: Descriptor = {
  name: 'boats',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    seats: { type: 'integer' },
    friend: { type: 'string', format: 'reference', table: 'boats' },
  },
}
const fields = Object.keys(boats.properties)
const tables = { find: async () => boats, all: async () => [boats] }
const actor = { id: 'u1', email: 'ada@example.com', sid: 's1', requestId: 'r1' }

/** The code that writes records, on these collections. */
function desk(collection: (name: string) => Collection, later = 0) {
  const now = () => new Date(Date.now() + later)
  const records = recordStore(() => ({ collection }) as Db)
  const trash = trashStore(() => collection('trash') as unknown as Collection<Trashed>, now)
  const revisions = revisionStore(collection, async () => {}, now)
  const apply = applyWrites({
    tables,
    records,
    writer: recordWriter(collection),
    trash,
    revisions,
    files: { uploaderOf: async () => undefined, isUsed: async () => false },
    integrity: referenceIntegrity(collection, tables.all),
    rights: { setRole: async () => {}, remove: async () => false },
    copyLater: () => {},
  })
  const history = historyReader({
    tables,
    records,
    revisions,
    trash,
    references: { of: async () => ({}), labels: async () => ({}) },
  })
  return { apply, history, revisions, sweep: sweepWrites({ tables, records, revisions, trash }) }
}

const alive = () => desk((name) => product.db.collection(name))
const only = (document: Document | null | undefined) =>
  Object.fromEntries(fields.map((name) => [name, document?.[name] ?? null]))

/** What is stored of a record, and what its history makes of it. */
async function replayed(id: string) {
  const { db } = product
  const live = await db.collection('boats').findOne({ _id: new ObjectId(id) })
  const deleted = await db
    .collection<Trashed>('trash')
    .find({ _id: { $gte: `boats/${id}`, $lt: `boats/${id}0` } })
    .toArray()
  const revisions = await db
    .collection<StoredRevision>('revisions')
    .find({ table: 'boats', record_id: id })
    .sort({ at: 1, _id: 1 })
    .toArray()
  const values: Record<string, unknown> = only(undefined)
  let isLive = false
  const broken: string[] = []
  for (const { action, changes = {} } of revisions) {
    for (const [name, [before, after]] of Object.entries(changes)) {
      if (JSON.stringify(values[name] ?? null) !== JSON.stringify(before ?? null)) broken.push(`${action} of ${name}`)
      values[name] = after
    }
    isLive = action !== 'delete'
  }
  return { live, deleted, values, isLive, broken, revisions: revisions.length }
}

/** What must hold after the sweep, whatever happened before. */
async function expectConsistent(id: string): Promise<void> {
  await desk((name) => product.db.collection(name), hours(2)).sweep()
  const { live, deleted, values, isLive, broken, revisions } = await replayed(id)
  expect(broken).toEqual([])
  expect(deleted.filter(({ pending }) => pending)).toEqual([])
  if (revisions === 0) expect([live, deleted]).toEqual([null, []])
  else {
    expect([live !== null, isLive]).toEqual([isLive, live !== null])
    if (!live) expect(deleted).toHaveLength(1)
    expect(only(live ?? deleted[0]?.record)).toEqual(values)
    expect(live?.[pendingField] ?? []).toEqual([])
  }
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      seats: fc.integer({ min: 0, max: 9 }),
      batch: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('revert' as const), back: fc.nat({ max: 5 }) }) },
)

test('any sequence of writes, batches, returns and restores replays to the stored record', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (sequence) => {
      const { apply, history, revisions } = alive()
      const id = new ObjectId().toHexString()
      await apply(actor, { source: 'form' }, [{ action: 'create', table: 'boats', id, values: { name: 'Argo' } }])
      for (const one of sequence) {
        const about = { table: 'boats', id }
        if (one.kind === 'update') {
          const reason = one.batch
            ? ({ source: 'batch', batch: new ObjectId().toHexString() } as const)
            : ({ source: 'form' } as const)
          await apply(actor, reason, [{ action: 'update', ...about, values: { seats: one.seats } }])
        } else if (one.kind === 'revert') {
          await revisions.flush('boats', [id])
          const past = await product.db
            .collection('revisions')
            .find({ record_id: id })
            .sort({ at: -1, _id: -1 })
            .toArray()
          const to = past[Math.min(one.back, past.length - 1)]!
          const values = await history.valuesAfter(boats, id, String(to._id))
          await apply(actor, { source: 'undo' }, [{ action: 'update', ...about, values }])
        } else await apply(actor, { source: 'form' }, [{ action: one.kind, ...about }])
      }
      await expectConsistent(id)
    }),
    { numRuns: 20 },
  )
})

type Case = { before: Write['action'][]; write: (id: string) => Write }
const cases: Record<string, Case> = {
  create: { before: [], write: (id) => ({ action: 'create', table: 'boats', id, values: { name: 'Argo', seats: 3 } }) },
  update: { before: ['create'], write: (id) => ({ action: 'update', table: 'boats', id, values: { seats: 5 } }) },
  delete: { before: ['create'], write: (id) => ({ action: 'delete', table: 'boats', id }) },
  restore: { before: ['create', 'delete'], write: (id) => ({ action: 'restore', table: 'boats', id }) },
}

test.each(Object.entries(cases))(
  'killed at every step of a %s, record and history agree after the sweep',
  async (_, { before, write }) => {
    let isComplete = false
    for (let at = 0; !isComplete; at++) {
      const id = new ObjectId().toHexString()
      for (const action of before) await alive().apply(actor, { source: 'form' }, [cases[action]!.write(id)])
      const { collection, state } = killedAfter(product.db, at)
      const dying = desk(collection)
      const run = async () => {
        await dying.apply(actor, { source: 'form' }, [write(id)])
        await dying.revisions.flush('boats', [id])
      }
      await run().catch((error) => {
        if (!(error instanceof Killed)) throw error
      })
      isComplete = !state.isDead
      await expectConsistent(id)
      expect(at).toBeLessThan(12)
    }
  },
)

test('killed at every step of a deletion that takes the record out of another, the other one agrees with its history', async () => {
  let isComplete = false
  for (let at = 0; !isComplete; at++) {
    const [id, other] = [new ObjectId().toHexString(), new ObjectId().toHexString()]
    const { apply } = alive()
    await apply(actor, { source: 'form' }, [cases['create']!.write(id)])
    await apply(actor, { source: 'form' }, [
      { action: 'create', table: 'boats', id: other, values: { name: 'Pinta', friend: id } },
    ])
    const { collection, state } = killedAfter(product.db, at)
    await desk(collection)
      .apply(actor, { source: 'form' }, [{ action: 'delete', table: 'boats', id, unlink: true }])
      .catch((error) => {
        if (!(error instanceof Killed)) throw error
      })
    isComplete = !state.isDead
    await expectConsistent(id)
    await expectConsistent(other)
    expect(at).toBeLessThan(15)
  }
})
