import { AppError } from '@app/contracts/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendAudit } from './append'
import type { AuditEntry } from './entry'
import { auditInMemory } from './models/audit.fixture'
import { actionRecorder } from './record-action'
import { verifyAudit, witness } from './verify'

const actor = { id: 'u1', email: 'ada@example.com', requestId: 'r1' }
const update = (recordId: string, ref?: string) => ({
  actor,
  action: 'update' as const,
  table: 'lessons',
  recordId,
  ...(ref && { ref }),
})

async function filled(count = 6) {
  const audit = auditInMemory()
  const append = appendAudit(audit.stored, 'forms')
  for (let at = 1; at <= count; at++) await append(update(`l${at}`))
  return { ...audit, append, at: (number: number) => audit.entries.get(`forms/${String(number).padStart(12, '0')}`)! }
}

test('two replicas that write at the same moment share one chain without a gap', async () => {
  const { stored, entries } = auditInMemory()
  const replicas = [1, 2, 3].map(() => appendAudit(stored, 'admin-tables'))
  await Promise.all(
    replicas.flatMap((append, replica) => Array.from({ length: 20 }, (_, at) => append(update(`${replica}-${at}`)))),
  )
  expect(entries.size).toBe(60)
  expect(new Set([...entries.values()].map((one) => one.record_id)).size).toBe(60)
  const result = await verifyAudit(stored)
  expect(result).toMatchObject({ entries: 60, faults: [], heads: { 'admin-tables': { number: 60 } } })
})

test('an interrupted insert leaves the chain intact, and a retry stores the event once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 5 }), async (cutAfter) => {
      const { stored, entries, faults } = auditInMemory()
      const events = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => update(name, `event-${name}`))
      faults.cutAfter = cutAfter
      const before = appendAudit(stored, 'admin-tables')
      const results = await Promise.allSettled(events.map((event) => before(event)))
      expect(results.some(({ status }) => status === 'rejected')).toBe(true)
      expect((await verifyAudit(stored)).faults).toEqual([])
      faults.cutAfter = Number.POSITIVE_INFINITY
      const after = appendAudit(stored, 'admin-tables')
      await Promise.all(events.map((event) => after(event)))
      expect([...entries.values()].map(({ ref }) => ref).sort()).toEqual(events.map(({ ref }) => ref))
      expect((await verifyAudit(stored)).faults).toEqual([])
    }),
  )
})

test('a changed entry, a gap and an inserted entry are named by their place', async () => {
  const changed = await filled()
  changed.at(3).email = 'eve@example.com'
  expect((await verifyAudit(changed.stored)).faults).toMatchObject([{ place: 'forms/000000000003', kind: 'changed' }])

  const gap = await filled()
  gap.entries.delete(gap.at(2)._id)
  gap.entries.delete(gap.at(3)._id)
  expect((await verifyAudit(gap.stored)).faults).toEqual([
    { place: 'forms/000000000002', kind: 'missing', text: 'and all up to 3 are missing' },
  ])

  const moved = await filled()
  moved.entries.set('forms/000000000007', { ...moved.at(2), _id: 'forms/000000000007' })
  expect((await verifyAudit(moved.stored)).faults).toMatchObject([{ kind: 'moved', place: 'forms/000000000007' }])
})

test('details and their order of keys are part of what is verified', async () => {
  const { stored, append, at } = await filled(0)
  await append({ actor: null, action: 'sign-in', about: { method: 'code', kept: true, text: 'lone \ud800' } })
  at(1).about = { text: 'lone \ufffd', kept: true, method: 'code' }
  expect((await verifyAudit(stored)).faults).toEqual([])
  at(1).about = { text: 'lone \ufffd', kept: true, method: 'google' }
  expect((await verifyAudit(stored)).faults).toMatchObject([{ kind: 'changed' }])
})

test('a truncated chain is detected from the result of the last verification', async () => {
  const { stored, entries, append, at } = await filled()
  const log = appendAudit(stored, 'admin-tables')
  await log({ actor: null, action: 'verify', about: witness(await verifyAudit(stored)) })
  expect((await verifyAudit(stored)).faults).toEqual([])
  entries.delete(at(6)._id)
  expect((await verifyAudit(stored)).faults).toMatchObject([{ place: 'forms/000000000006', kind: 'missing' }])
  await append(update('another in its place'))
  expect((await verifyAudit(stored)).faults).toMatchObject([{ place: 'forms/000000000006', kind: 'changed' }])
})

function recording() {
  const left = new Map<string, AuditEntry>()
  const entries: AuditEntry[] = []
  const state = { fails: false }
  const record = actionRecorder({
    append: async (entry) => {
      if (state.fails) throw new Error('connection closed')
      entries.push(entry)
    },
    pending: {
      put: async (entry) => {
        left.set('one', entry)
        return 'one'
      },
      drop: async (id) => void left.delete(id ?? ''),
    },
    onFailure: () => {},
  })
  return { record, left, entries, state }
}

test('the entry of an action is pending while the action runs, then in the audit with its outcome', async () => {
  const { record, left, entries } = recording()
  const action = async () => {
    expect(left.get('one')).toMatchObject({ action: 'update', recordId: 'a' })
    return 'b'
  }
  await record(update('a'), action, (recordId) => ({ recordId }))
  expect([entries.map(({ recordId }) => recordId), left.size]).toEqual([['b'], 0])
})

test('a refused action leaves no entry; an interrupted one, and one that could not be appended, are left for the sweep', async () => {
  const { record, left, entries, state } = recording()
  const failing = (error: Error) => record(update('a'), () => Promise.reject(error))
  await expect(failing(new AppError('conflict', 'No.'))).rejects.toThrow('No.')
  expect(left.size).toBe(0)
  await expect(failing(new Error('gone'))).rejects.toThrow('gone')
  expect(left.size).toBe(1)
  left.clear()
  state.fails = true
  expect(await record(update('a'), async () => 'done')).toBe('done')
  expect([entries, left.size]).toEqual([[], 1])
})
