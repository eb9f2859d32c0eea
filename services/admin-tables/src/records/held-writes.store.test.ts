import { peopleTable } from '@app/contracts/policy'
import { everything } from '@app/record-query'
import { expect, test, vi } from 'vitest'
import { users } from '../seed/users'
import { personId, testApp } from '../test-app.fixture'
import { lessons } from './tables.fixture'
import type { Write } from './write'

const setup = testApp()

const actor = { id: personId('ada'), email: 'ada@example.com', requestId: 'r' }
const [first, second, gone] = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [string, string, string]
const table = 'lessons'
const create = (letter: string): Write => ({
  ...{ table, action: 'create', id: letter.repeat(24) },
  values: { title: 'New' },
})
const update = (id: string): Write => ({ table, action: 'update', id, values: { seats: 9 } })
const remove = (id: string): Write => ({ table, action: 'delete', id })

const writes: [what: string, writes: Write[]][] = [
  ['a new record', [create('d')]],
  ['new records', [create('d'), create('e')]],
  ['a change', [update(first)]],
  ['changes', [update(first), update(second)]],
  ['a deletion', [remove(first)]],
  ['deletions', [remove(first), remove(second)]],
  ['a return from the trash', [{ table, action: 'restore', id: gone }]],
  ['a role', [{ table: peopleTable, action: 'update', id: personId('sam'), values: { role: 'admin' } }]],
  ['a deleted person', [{ table: peopleTable, action: 'delete', id: personId('sam') }]],
]

test.each(writes)('%s is written for a job only while the process holds its lease', async (_, writes) => {
  const records = [first, second, gone].map((id) => ({ id, title: 'First', created_at: null, updated_at: null }))
  const { apply, collection, settle } = await setup({ tables: [lessons, users], records })
  await apply(actor, { source: 'form', scope: everything }, [remove(gone)])
  await settle()
  const stored = () =>
    Promise.all([table, peopleTable].map((name) => collection(name).find().sort({ _id: 1 }).toArray()))
  const before = await stored()
  const lost = new Error('Another process holds the job.')
  const hold = vi.fn<() => void>(() => {
    throw lost
  })
  const reason = { source: 'batch', batch: 'f'.repeat(24), scope: everything, hold } as const
  await expect(apply(actor, reason, writes)).rejects.toBe(lost)
  expect(await stored()).toEqual(before)

  hold.mockImplementation(() => {})
  const outcomes = await apply(actor, reason, writes)
  expect(outcomes.map((one) => 'error' in one)).toEqual(writes.map(() => false))
  expect(hold).toHaveBeenCalled()
  expect(await stored()).not.toEqual(before)
})
