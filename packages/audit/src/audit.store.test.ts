import { AppError } from '@app/contracts/errors'
import { expect, test } from 'vitest'
import { actionRecorder, appendAudit } from './audit'
import { auditDatabase } from './models/audit.fixture'
import { type AuditEntry, pendingStore, placeOf, type StoredPending } from './models/audit-collection'
import { verifyAudit, witness } from './verify'

const actor = { id: 'u1', email: 'ada@example.com', requestId: 'r1' }
const update = (recordId: string, ref?: string) => ({
  actor,
  action: 'update' as const,
  table: 'lessons',
  recordId,
  ...(ref && { ref }),
})

const { stored, entries, at, put, remove, cutAfter, mongo } = auditDatabase()
const placeIn = (number: number) => placeOf('forms', number)
const append = (entry: AuditEntry) => appendAudit(stored, 'forms')(entry)
async function fill() {
  const add = appendAudit(stored, 'forms')
  await Promise.all(Array.from({ length: 6 }, (_, n) => add(update(`l${n + 1}`))))
}

test('two replicas that write at the same moment share one chain without a gap', async () => {
  const replicas = [1, 2, 3].map(() => appendAudit(stored, 'admin-tables'))
  await Promise.all(
    replicas.flatMap((add, replica) => Array.from({ length: 20 }, (_, n) => add(update(`${replica}-${n}`)))),
  )
  const all = await entries()
  expect(all).toHaveLength(60)
  expect(new Set(all.map((one) => one.record_id)).size).toBe(60)
  const result = await verifyAudit(stored)
  expect(result).toMatchObject({ entries: 60, faults: [], heads: { 'admin-tables': { number: 60 } } })
})

test.each([0, 1, 2, 3, 4, 5])(
  'an insert that is interrupted after %d entries leaves the chain intact, and a retry stores each event once',
  async (count) => {
    const events = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => update(name, `event-${name}`))
    const before = appendAudit(cutAfter(count), 'admin-tables')
    const results = await Promise.allSettled(events.map((event) => before(event)))
    expect(results.some(({ status }) => status === 'rejected')).toBe(true)
    expect((await verifyAudit(stored)).faults).toEqual([])
    const after = appendAudit(stored, 'admin-tables')
    await Promise.all(events.map((event) => after(event)))
    expect((await entries()).map(({ ref }) => ref).sort()).toEqual(events.map(({ ref }) => ref))
    expect((await verifyAudit(stored)).faults).toEqual([])
  },
)

test('a chain with new entries, a new chain and a chain without its last entry are noticed by one read', async () => {
  await fill()
  expect(await stored.endAt({ forms: 6 })).toBe(true)
  expect(await stored.endAt({ forms: 5 })).toBe(false)
  expect(await stored.endAt({})).toBe(false)
  await appendAudit(stored, 'auth')(update('l1'))
  expect(await stored.endAt({ forms: 6 })).toBe(false)
  expect(await stored.endAt({ forms: 6, auth: 1 })).toBe(true)
  await remove(placeIn(6))
  expect(await stored.endAt({ forms: 6, auth: 1 })).toBe(false)
})

test('a changed entry is named by its place', async () => {
  await fill()
  await put({ ...(await at(placeIn(3))), email: 'eve@example.com' })
  expect((await verifyAudit(stored)).faults).toMatchObject([{ place: placeIn(3), kind: 'changed' }])
})

test('a gap and an inserted entry are named by their place', async () => {
  await fill()
  const second = await at(placeIn(2))
  await remove(placeIn(2), placeIn(3))
  expect((await verifyAudit(stored)).faults).toEqual([
    { place: placeIn(2), kind: 'missing', text: 'and all up to 3 are missing' },
  ])
  await put({ ...second, _id: placeIn(7) })
  expect((await verifyAudit(stored)).faults).toMatchObject([{}, { kind: 'moved', place: placeIn(7) }])
})

test('details and their order of keys are part of what is verified', async () => {
  await append({ actor: null, action: 'sign-in', about: { method: 'code', kept: true, text: 'lone \ud800' } })
  const entry = await at(placeIn(1))
  await put({ ...entry, about: { text: 'lone \ufffd', kept: true, method: 'code' } })
  expect((await verifyAudit(stored)).faults).toEqual([])
  await put({ ...entry, about: { text: 'lone \ufffd', kept: true, method: 'google' } })
  expect((await verifyAudit(stored)).faults).toMatchObject([{ kind: 'changed' }])
})

test('a truncated chain is detected from the result of the last verification', async () => {
  await fill()
  const log = appendAudit(stored, 'admin-tables')
  await log({ actor: null, action: 'verify', about: witness(await verifyAudit(stored)) })
  expect((await verifyAudit(stored)).faults).toEqual([])
  await remove(placeIn(6))
  expect((await verifyAudit(stored)).faults).toMatchObject([{ place: placeIn(6), kind: 'missing' }])
  await append(update('another in its place'))
  expect((await verifyAudit(stored)).faults).toMatchObject([{ place: placeIn(6), kind: 'changed' }])
})

test('entries of a release that had no chains are counted, and one that goes later is a fault', async () => {
  const former = { at: new Date(0), email: 'ada@example.com', action: 'sign-in' as const }
  const { insertedIds } = await mongo
    .db()
    .collection('audit_log')
    .insertMany([{ ...former }, { ...former }])
  await fill()
  const before = await verifyAudit(stored)
  expect(before).toMatchObject({ entries: 6, unchained: 2, faults: [] })
  await appendAudit(stored, 'admin-tables')({ actor: null, action: 'verify', about: witness(before) })
  expect((await verifyAudit(stored)).faults).toEqual([])
  await mongo.db().collection('audit_log').deleteOne({ _id: insertedIds[0] })
  expect((await verifyAudit(stored)).faults).toMatchObject([{ kind: 'changed', text: 'were 2, now 1' }])
})

test('the entries of some actions between two places of a chain are read in order', async () => {
  await fill()
  await append({ actor, action: 'delete', table: 'lessons', recordId: 'l3' })
  await append({ actor, action: 'export', table: 'lessons' })
  await appendAudit(stored, 'auth')({ actor, action: 'delete' })
  const between = async (from: number, to: number) =>
    (await stored.between('forms', { from, to }, ['update', 'delete'])).map(({ number }) => number)
  expect(await between(4, 8)).toEqual([5, 6, 7])
  expect(await between(0, 2)).toEqual([1, 2])
  expect(await between(8, 9)).toEqual([])
})

const pendingEntries = () => mongo.db().collection<StoredPending>('audit_pending')
const left = () => pendingEntries().find().toArray()
function recorder(fails = false) {
  const add = appendAudit(fails ? cutAfter(0) : stored, 'forms')
  return actionRecorder({ append: add, pending: pendingStore(pendingEntries, 'forms'), onFailure: () => {} })
}

test('the entry of an action is pending while the action runs, then in the audit with its outcome', async () => {
  const action = async () => {
    expect(await left()).toMatchObject([{ entry: { action: 'update', recordId: 'a' } }])
    return 'b'
  }
  await recorder()(update('a'), action, (recordId) => ({ recordId }))
  expect([(await entries()).map(({ record_id }) => record_id), await left()]).toEqual([['b'], []])
})

test('a refused action leaves no entry; an interrupted one, and one that could not be appended, are left for the sweep', async () => {
  const failing = (error: Error) => recorder()(update('a'), () => Promise.reject(error))
  await expect(failing(new AppError('conflict', 'No.'))).rejects.toThrow('No.')
  expect(await left()).toEqual([])
  await expect(failing(new Error('gone'))).rejects.toThrow('gone')
  expect(await left()).toHaveLength(1)
  expect(await recorder(true)(update('b'), async () => 'done')).toBe('done')
  expect((await left()).map(({ entry }) => entry.recordId).sort()).toEqual(['a', 'b'])
  expect(await entries()).toEqual([])
})
