import type { TableSchema } from '@app/table-schema'
import { expect, test, vi } from 'vitest'
import { applyWrites } from './apply-writes'
import type { Reason, Write, WriteDeps } from './write'

const lessons: TableSchema = {
  name: 'lessons',
  title: 'Lessons',
  title_field: 'title',
  required: ['title'],
  properties: { title: { type: 'string' } },
}
const actor = { id: 'a'.repeat(24), email: 'ivy@archery.example', requestId: 'r' }
const id = (n: number) => n.toString(16).padStart(24, '0')

/** What a person of this reach may write; no collaborator is there to write with. */
function attempt(reach: 'none' | 'own', writes: readonly Write[]) {
  const find = vi.fn(async () => lessons)
  const deps = { tables: { find }, writer: {}, rights: {}, copyLater: vi.fn() } as unknown as WriteDeps
  const reason = { source: 'batch', scope: { reach: () => reach } } as unknown as Reason
  return applyWrites(deps)(actor as never, reason, writes)
}
const two = (action: 'create' | 'delete') =>
  [1, 2].map((n) => ({
    action,
    table: 'lessons',
    id: id(n),
    ...(action === 'create' && { values: { title: 'x' } }),
  })) as Write[]
const errorsOf = (outcomes: Awaited<ReturnType<typeof attempt>>) =>
  outcomes.map((outcome) =>
    'error' in outcome ? { id: outcome.id, code: outcome.error.code, message: outcome.error.message } : outcome,
  )

test.each(['create', 'delete'] as const)(
  'several writes (%s) to a table out of reach are refused one by one, as one is',
  async (action) => {
    const refused = (n: number) => ({ id: id(n), code: 'not_found', message: 'Not found.' })
    expect(errorsOf(await attempt('none', two(action)))).toEqual([refused(1), refused(2)])
  },
)

test.each(['create', 'delete'] as const)(
  'who has records of their own alone adds and deletes none, also not several (%s)',
  async (action) => {
    const message = 'You may neither add nor delete records here.'
    const refused = (n: number) => ({ id: id(n), code: 'forbidden', message })
    expect(errorsOf(await attempt('own', two(action)))).toEqual([refused(1), refused(2)])
  },
)

test('the revisions of changed records are copied soon; those of a deletion are copied with it', async () => {
  const copyLater = vi.fn()
  const stored = [1, 2].map((n) => ({ _id: id(n), id: id(n), title: 'x', updated_at: null }))
  const none = async () => new Set<string>()
  const deps = {
    copyLater,
    tables: { find: async () => lessons },
    records: { some: async () => stored },
    writer: { now: () => new Date(0), updateMany: none, rawDocuments: async () => stored, removeMany: none },
    integrity: { referred: none },
    revisions: { pendingIn: () => [], copy: async () => {} },
    trash: { find: async () => undefined, put: async (copies: object[]) => copies, complete: async () => {} },
  } as unknown as WriteDeps
  const reason = { source: 'batch', scope: { reach: () => 'all' } } as unknown as Reason
  const apply = (writes: object[]) => applyWrites(deps)(actor as never, reason, writes as Write[])
  const update = (n: number, title: string) => ({ table: 'lessons', action: 'update', id: id(n), values: { title } })
  const [changed, same, gone] = await apply([update(1, 'y'), update(2, 'x'), update(3, 'y')])
  expect([changed, same, gone]).toMatchObject([{ isChanged: true }, { isChanged: false }, { error: expect.any(Error) }])
  expect(copyLater.mock.calls).toEqual([['lessons', id(1)]])
  const deleted = await apply(two('delete'))
  expect(deleted).toMatchObject([{ isChanged: true }, { isChanged: true }])
  expect(copyLater).toHaveBeenCalledTimes(1)
})
