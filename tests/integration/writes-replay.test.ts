import { hours } from '@app/contracts/durations'
import { erasureCollection } from '@app/contracts/erasures'
import { everything } from '@app/record-query'
import type { TableSchema } from '@app/table-schema'
import fc from 'fast-check'
import { type Collection, type Db, type Document, ObjectId } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { historyReader } from '../../services/admin-tables/src/history/read-history'
import { erasureJob } from '../../services/admin-tables/src/people/erasure-job'
import { applyWrites } from '../../services/admin-tables/src/records/apply-writes'
import { sweepDeletions } from '../../services/admin-tables/src/records/delete-record'
import { erasureStore } from '../../services/admin-tables/src/records/erasure-store'
import { personRecords } from '../../services/admin-tables/src/records/person-records'
import { recordStore } from '../../services/admin-tables/src/records/record-store'
import { recordWriter, sweepRevisions } from '../../services/admin-tables/src/records/record-writer'
import { referenceIntegrity } from '../../services/admin-tables/src/records/reference-integrity'
import {
  pendingField,
  revisionStore,
  type StoredRevision,
} from '../../services/admin-tables/src/records/revision-store'
import { type Trashed, trashStore } from '../../services/admin-tables/src/records/trash-store'
import type { Write } from '../../services/admin-tables/src/records/write'
import { casesOf, everyCase } from '../support/cases'
import { heldAt } from '../support/held-steps'
import { Killed, killedAfter } from '../support/killed-writes'
import type { Product } from '../support/product'
import { shareServers } from '../support/shared-products'

let product: Product
beforeAll(async () => {
  product = await shareServers()
})
afterAll(() => product?.stop())

const boats: TableSchema = {
  name: 'boats',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    seats: { type: 'integer' },
    friend: { type: 'string', format: 'reference', table: 'boats' },
  },
}
const fields = Object.keys(boats.properties)
const students: TableSchema = {
  name: 'students',
  required: ['name'],
  properties: { name: { type: 'string' }, email: { type: 'string', format: 'email' } },
}
const tables = {
  find: async (name: string) => [boats, students].find((table) => table.name === name),
  all: async () => [boats, students],
}
const actor = { id: 'u1', email: 'ada@example.com', sid: 's1', requestId: 'r1' }

/** The code that writes records, on these collections. */
function desk(collection: (name: string) => Collection, later = 0) {
  const now = () => new Date(Date.now() + later)
  const records = recordStore(() => ({ collection }) as Db)
  const trash = trashStore(() => collection('trash') as unknown as Collection<Trashed>, now)
  const erasures = erasureStore(collection, now)
  const revisions = revisionStore(collection, async () => {}, erasures.covered, now)
  const persons = personRecords(collection, revisions, tables.all)
  const eraser = {
    async run() {
      const imports = { erase: async () => [], async *bytes() {} }
      const files = { removeUnused: async () => 0 }
      const [received, bookings] = [{ erase: async () => {} }, { forget: async () => {} }]
      const stored = { imports, received, bookings, files, personsOnPage: { erase: async () => {} } }
      const others = { ...stored, jobs: { forget: async () => {} }, audit: { append: async () => {} } }
      const { run } = erasureJob({ erasures, persons, ...others }, async () => {})
      for (const { _id } of await erasures.open()) {
        const job = { input: { erasure: _id.toHexString() } } as Parameters<typeof run>[0]
        for await (const _ of run(job, { hold: () => {}, pause: async () => {} }));
      }
    },
    async repeat() {
      for (const { records } of await erasures.all()) await persons.remove(records)
    },
  }
  const writes = {
    tables,
    records,
    writer: recordWriter(collection),
    trash,
    revisions,
    erasures,
    persons,
    files: { uploaderOf: async () => undefined, isUsed: async () => false },
    integrity: referenceIntegrity(collection, tables.all),
    rights: { setRole: async () => {}, remove: async () => false },
    hasRight: async () => true,
    copyLater: () => {},
  }
  const apply = applyWrites(writes)
  const history = historyReader({
    tables,
    namesOf: async () => new Map(),
    records,
    revisions,
    trash,
    references: { of: async () => ({}), labels: async () => ({}) },
  })
  const sweep = async () => {
    await sweepDeletions(writes)()
    await sweepRevisions({ tables, revisions })()
  }
  return { apply, eraser, history, revisions, sweep }
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
      await apply(actor, { source: 'form', scope: everything }, [
        { action: 'create', table: 'boats', id, values: { name: 'Argo' } },
      ])
      for (const one of sequence) {
        const about = { table: 'boats', id }
        if (one.kind === 'update') {
          const reason = one.batch
            ? ({ source: 'batch', scope: everything, batch: new ObjectId().toHexString() } as const)
            : ({ source: 'form', scope: everything } as const)
          await apply(actor, reason, [{ action: 'update', ...about, values: { seats: one.seats } }])
        } else if (one.kind === 'revert') {
          await revisions.flush('boats', [id])
          const past = await product.db
            .collection('revisions')
            .find({ record_id: id })
            .sort({ at: -1, _id: -1 })
            .toArray()
          const to = past[Math.min(one.back, past.length - 1)]!
          const values = await history.valuesToRestore(boats, id, { revision: String(to._id) })
          await apply(actor, { source: 'undo', scope: everything }, [{ action: 'update', ...about, values }])
        } else await apply(actor, { source: 'form', scope: everything }, [{ action: one.kind, ...about }])
      }
      await expectConsistent(id)
    }),
    { numRuns: everyCase ? 20 : 8 },
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
      for (const action of before)
        await alive().apply(actor, { source: 'form', scope: everything }, [cases[action]!.write(id)])
      const { collection, state } = killedAfter(product.db, at)
      const dying = desk(collection)
      const run = async () => {
        await dying.apply(actor, { source: 'form', scope: everything }, [write(id)])
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
    await apply(actor, { source: 'form', scope: everything }, [cases['create']!.write(id)])
    await apply(actor, { source: 'form', scope: everything }, [
      { action: 'create', table: 'boats', id: other, values: { name: 'Pinta', friend: id } },
    ])
    const { collection, state } = killedAfter(product.db, at)
    await desk(collection)
      .apply(actor, { source: 'form', scope: everything }, [{ action: 'delete', table: 'boats', id, unlink: true }])
      .catch((error) => {
        if (!(error instanceof Killed)) throw error
      })
    isComplete = !state.isDead
    await expectConsistent(id)
    await expectConsistent(other)
    expect(at).toBeLessThan(15)
  }
})

/** A boat, and one that names it. */
async function friends() {
  const [id, other] = [new ObjectId().toHexString(), new ObjectId().toHexString()]
  const { apply } = alive()
  await apply(actor, { source: 'form', scope: everything }, [cases['create']!.write(id)])
  await apply(actor, { source: 'form', scope: everything }, [
    { action: 'create', table: 'boats', id: other, values: { name: 'Pinta', friend: id } },
  ])
  const state = async () => {
    const [live, friend] = await Promise.all(
      [id, other].map((one) => product.db.collection('boats').findOne({ _id: new ObjectId(one) })),
    )
    return { isLive: live !== null, isNamed: friend?.friend === id }
  }
  return { id, other, state, remove: { action: 'delete', table: 'boats', id, unlink: true } as const }
}

test('killed at every step of a deletion with unlink, the sweep completes or reverts all of it', async () => {
  const ends = new Set<boolean>()
  let isComplete = false
  for (let at = 0; !isComplete; at++) {
    const { id, remove, state } = await friends()
    const { collection, state: process } = killedAfter(product.db, at)
    await desk(collection)
      .apply(actor, { source: 'form', scope: everything }, [remove])
      .catch(() => {})
    isComplete = !process.isDead
    await desk((name) => product.db.collection(name), hours(2)).sweep()
    const { isLive, isNamed } = await state()
    expect([at, isNamed]).toEqual([at, isLive])
    ends.add(isLive)
    if (!isLive) {
      await alive().apply(actor, { source: 'form', scope: everything }, [{ action: 'restore', table: 'boats', id }])
      expect(await state()).toEqual({ isLive: true, isNamed: true })
    }
    expect(at).toBeLessThan(15)
  }
  expect(ends).toEqual(new Set([true, false]))
})

test('a database that fails while a referenced record is removed leaves the reference, or the copy where it was removed', async () => {
  for (const isApplied of [false, true]) {
    const { id, remove, state } = await friends()
    const boatsOnly = product.db.collection('boats')
    const failing = (name: string) =>
      name === 'boats'
        ? new Proxy(boatsOnly, {
            get(target, key) {
              const value = Reflect.get(target, key, target)
              if (key !== 'deleteOne') return typeof value === 'function' ? value.bind(target) : value
              return async (...given: Parameters<typeof boatsOnly.deleteOne>) => {
                if (isApplied) await target.deleteOne(...given)
                throw new Error('connection lost')
              }
            },
          })
        : product.db.collection(name)
    await expect(desk(failing).apply(actor, { source: 'form', scope: everything }, [remove])).rejects.toThrow(
      'connection lost',
    )
    expect(await state()).toEqual({ isLive: !isApplied, isNamed: !isApplied })
    const entries = await product.db.collection('trash').countDocuments({ 'record._id': new ObjectId(id) })
    expect(entries).toBe(isApplied ? 1 : 0)
    await expectConsistent(id)
  }
})

test('a deletion that was interrupted and then repeated leaves one copy, with every reference that was removed', async () => {
  const { id, remove, state } = await friends()
  // Killed once the other boat is changed, before this one is removed.
  const { collection } = killedAfter(product.db, 2)
  await desk(collection)
    .apply(actor, { source: 'form', scope: everything }, [remove])
    .catch(() => {})
  expect(await state()).toEqual({ isLive: true, isNamed: false })
  await alive().apply(actor, { source: 'form', scope: everything }, [remove])
  await expectConsistent(id)
  await alive().apply(actor, { source: 'form', scope: everything }, [{ action: 'restore', table: 'boats', id }])
  expect(await state()).toEqual({ isLive: true, isNamed: true })
})

describe('an erasure beside a write', () => {
  const address = 'gone@example.com'
  const by = { source: 'form', scope: everything } as const
  const about = (id: string) => ({ table: 'students', id })
  const email = (value: string) => ({ values: { email: value } })
  type Beside = { before: Write[]; write: Write; source?: 'undo' }
  const beside = (id: string): Record<string, Beside> => {
    const create: Write = { action: 'create', ...about(id), values: { name: 'Ada', email: 'Gone@Example.com' } }
    const remove: Write = { action: 'delete', ...about(id) }
    const leave: Write = { action: 'update', ...about(id), ...email('other@example.com') }
    return {
      create: { before: [], write: create },
      'a change of another field': {
        before: [create],
        write: { action: 'update', ...about(id), values: { name: 'Bo' } },
      },
      'a change to another address': { before: [create], write: leave },
      'a delete': { before: [create], write: remove },
      'a restore': { before: [create, remove], write: { action: 'restore', ...about(id) } },
      'an undo': {
        before: [create, leave],
        write: { action: 'update', ...about(id), ...email(address) },
        source: 'undo',
      },
    }
  }
  const names = Object.keys(beside(''))

  // Apart from the product's own, which would carry out the erasures itself.
  const database = () => product.db.client.db('erasures')
  afterAll(() => product && database().dropDatabase())

  async function begin(name: string) {
    // An earlier erasure would catch the write as well.
    await database().collection(erasureCollection).deleteMany({})
    const id = new ObjectId().toHexString()
    const { before, write, source = 'form' } = beside(id)[name]!
    const desks = desk((of) => database().collection(of))
    for (const one of before) {
      await desks.apply(actor, by, [one])
      await desks.revisions.flush('students', [id])
    }
    const run = async ({ apply, revisions }: ReturnType<typeof desk>) => {
      const [outcome] = await apply(actor, { source, scope: everything }, [write])
      if (outcome && 'error' in outcome && outcome.error.status >= 500) throw outcome.error
      await revisions.flush('students', [id])
    }
    const ask = () => database().collection(erasureCollection).insertOne({ address, asked_at: new Date(), records: [] })
    return { desks, run, ask }
  }

  /** The collections that hold the address anywhere. */
  async function holders(): Promise<string[]> {
    const found = await Promise.all(
      ['students', 'trash', 'revisions', erasureCollection].map(async (name) => {
        const text = JSON.stringify(await database().collection(name).find().toArray())
        return text.toLowerCase().includes(address) ? [name] : []
      }),
    )
    return found.flat()
  }

  test.each(casesOf(names, (name) => name === 'a restore'))(
    'held at any step of %s, nothing of the address is left once both have ended',
    async (name) => {
      let isComplete = false
      for (let at = 0; !isComplete; at++) {
        const { desks, run, ask } = await begin(name)
        const { collection, state } = heldAt(database(), at, async () => {
          await ask()
          await desks.eraser.run()
        })
        await run(desk(collection))
        isComplete = !state.wasHeld
        if (!isComplete) expect([at, await holders()]).toEqual([at, []])
        expect(at).toBeLessThan(30)
      }
      expect((await holders()).length).toBeGreaterThan(0)
    },
    60_000,
  )

  test.each(casesOf(['a delete', 'a restore'], (name) => name === 'a restore'))(
    'held at any step itself while %s runs, nothing of the address is left',
    async (name) => {
      let isComplete = false
      // A hundred steps: by day some of them.
      for (let at = 0; !isComplete; at += everyCase ? 1 : 17) {
        const { desks, run, ask } = await begin(name)
        await ask()
        const { collection, state } = heldAt(database(), at, () => run(desks))
        await desk(collection).eraser.run()
        isComplete = !state.wasHeld
        if (!isComplete) expect([at, await holders()]).toEqual([at, []])
        expect(at).toBeLessThan(150)
      }
    },
    240_000,
  )

  test('what a crash brought back is removed by the next round', async () => {
    const { desks, ask } = await begin('a restore')
    await ask()
    const trashed = await database()
      .collection('trash')
      .findOne({ 'record.email': /^gone@/i })
    await desks.eraser.run()
    await database().collection('students').insertOne(trashed!.record)
    await desks.eraser.repeat()
    expect(await holders()).toEqual([])
  })
})
