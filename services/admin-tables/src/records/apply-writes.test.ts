import { AppError } from '@app/contracts/errors'
import { fileUrl } from '@app/contracts/file-url'
import type { TableSchema } from '@app/table-schema'
import { expect, test, vi } from 'vitest'
import { applyWrite, applyWrites } from './apply-writes'
import type { Reason, Write, WriteDeps } from './write'

const id = (n: number) => n.toString(16).padStart(24, '0')
const actor = { id: id(99), email: 'ivy@archery.example', requestId: 'r' }
const lessons: TableSchema = {
  name: 'lessons',
  title: 'Lessons',
  required: ['title'],
  properties: {
    title: { type: 'string' },
    place: { type: 'string', format: 'reference', table: 'places' },
    teacher: { type: 'string', format: 'reference', table: 'users' },
    plan: { type: 'string', format: 'file' },
  },
}

/** Collaborators that find every record, and change all but `lost`. */
function setup({ lost = [] as string[], schema = lessons } = {}) {
  const record = (of: string) => ({ _id: of, id: of, title: 'x', updated_at: null })
  const asked = (ids: readonly string[]) => ids.map(record)
  const changed = async () => new Set(lost)
  const deps = {
    copyLater: vi.fn(),
    tables: { find: vi.fn(async (name: string) => ({ ...schema, name })) },
    records: { one: vi.fn(async (_, of: string) => record(of)), some: vi.fn(async (_, ids: string[]) => asked(ids)) },
    writer: {
      now: () => new Date(0),
      newId: () => id(50),
      insert: vi.fn(async (_, { id: of }) => ({ record: record(of), isNew: true })),
      insertMany: vi.fn(changed),
      update: vi.fn(async (_, before) => before),
      updateMany: vi.fn(changed),
      whole: vi.fn(async () => undefined),
      rawDocuments: vi.fn(async (_, ids: string[]) => asked(ids)),
      removeMany: vi.fn(changed),
    },
    rights: { setRole: vi.fn() },
    hasRight: vi.fn(async () => true),
    files: { uploaderOf: vi.fn(async () => actor.id), isUsed: async () => false },
    integrity: { referred: vi.fn(async () => new Set()), missing: vi.fn(async () => new Set()) },
    revisions: { pendingIn: () => [], copy: vi.fn(), flush: vi.fn(), creation: vi.fn() },
    trash: { find: async () => undefined, put: async (copies: object[]) => copies, drop: vi.fn(), complete: vi.fn() },
  }
  const reason = { source: 'batch', scope: { reach: () => 'all' } } as unknown as Reason
  const apply = (...writes: object[]) =>
    applyWrites(deps as unknown as WriteDeps)(actor as never, reason, writes as Write[])
  return { deps, apply }
}
const create = (n: number, values: object = {}) => ({
  ...{ table: 'lessons', action: 'create', id: id(n), values: { title: 'x', ...values } },
})
const update = (n: number, values: object = { title: 'y' }) => ({
  ...{ table: 'lessons', action: 'update', id: id(n), values },
})
const remove = (n: number) => ({ table: 'lessons', action: 'delete', id: id(n) })

test.each([
  ['creations', create, 'insertMany'],
  ['changes', update, 'updateMany'],
  ['deletions', remove, 'removeMany'],
] as const)('several %s of a table are one call, and make no other', async (_, write, call) => {
  const { deps, apply } = setup()
  const outcomes = await apply(write(1), write(2))
  expect(outcomes).toEqual([1, 2].map((n) => ({ id: id(n), isChanged: true })))
  const { insertMany, updateMany, removeMany, rawDocuments } = deps.writer
  const calls = { insertMany, updateMany, removeMany }
  for (const [name, made] of Object.entries(calls)) expect(made).toHaveBeenCalledTimes(name === call ? 1 : 0)
  expect(deps.records.some).toHaveBeenCalledTimes(call === 'updateMany' ? 1 : 0)
  expect(rawDocuments).toHaveBeenCalledTimes(call === 'removeMany' ? 1 : 0)
  expect(deps.copyLater.mock.calls).toEqual(call === 'removeMany' ? [] : [1, 2].map((n) => ['lessons', id(n)]))
})

test('of writes to several tables those of the first are one call', async () => {
  const { deps, apply } = setup()
  await apply(update(1), { ...update(2), table: 'places' }, update(3))
  expect(deps.records.some.mock.calls).toEqual([
    [expect.objectContaining({ name: 'lessons' }), [id(1), id(3)], expect.anything()],
  ])
  expect(deps.records.one.mock.calls.map(([{ name }, of]) => [name, of])).toEqual([['places', id(2)]])
})

test('a single write is none of several', async () => {
  const { deps, apply } = setup()
  expect(await apply(create(1))).toMatchObject([{ id: id(1), isChanged: true, record: { title: 'x' } }])
  expect(deps.writer.insertMany).not.toHaveBeenCalled()
  expect(await apply()).toEqual([])
})

test('several people are written one by one', async () => {
  const { deps, apply } = setup()
  await apply({ ...update(1), table: 'users' }, { ...update(2), table: 'users' })
  expect([deps.records.some.mock.calls.length, deps.records.one.mock.calls.length]).toEqual([0, 2])
})

test.each([
  ['with a key', { id: id(1), key: 'k' }],
  ['without an id', {}],
])('creations %s are written one by one', async (_, change) => {
  const { id: _id, ...rest } = create(1)
  const write = { ...rest, ...change }
  const { deps, apply } = setup()
  expect(await apply(write, write)).toMatchObject([{ isChanged: true }, { isChanged: true }])
  expect([deps.writer.insertMany.mock.calls.length, deps.writer.insert.mock.calls.length]).toEqual([0, 2])
})

test.each([
  ['creations', create],
  ['changes', update],
] as const)('what several %s refer to is looked up once for each value', async (_, write) => {
  const { deps, apply } = setup()
  await apply(write(1, { place: id(7) }), write(2, { place: id(7) }), write(3, { place: id(8) }))
  expect(deps.integrity.missing.mock.calls).toEqual([
    ['places', [id(7)]],
    ['places', [id(8)]],
  ])
})

test('several changes are checked for files and people like one', async () => {
  const { deps, apply } = setup()
  deps.hasRight.mockResolvedValue(false)
  deps.files.uploaderOf.mockResolvedValue('another')
  const outcomes = await apply(update(1, { teacher: id(7) }), update(2, { plan: fileUrl(id(9)) }), update(3))
  expect(outcomes.map((one) => ('error' in one ? one.error.fields : one.isChanged))).toEqual([
    { teacher: expect.stringContaining('admins') },
    { plan: expect.stringContaining('does not exist') },
    true,
  ])
})

test('of several deletions only those that happened are completed', async () => {
  const { deps, apply } = setup({ lost: [id(2)] })
  expect(await apply(remove(1), remove(2))).toMatchObject([
    { isChanged: true },
    { id: id(2), error: expect.any(AppError) },
  ])
  expect(deps.trash.complete.mock.calls).toMatchObject([[[{ id: id(1) }]]])
  expect(deps.revisions.copy.mock.calls).toMatchObject([[[{ record_id: id(1), action: 'delete' }]]])
  expect(deps.trash.drop.mock.calls).toMatchObject([[{ id: id(2) }]])
})

test('one of each is reported in the order of the call', async () => {
  const { apply } = setup()
  const outcomes = await apply(remove(1), update(2), create(3))
  expect(outcomes).toEqual([1, 2, 3].map((n) => ({ id: id(n), isChanged: true })))
})

test('a fault is none of the outcomes', async () => {
  const { deps, apply } = setup()
  deps.records.one.mockRejectedValue(new Error('a defect'))
  await expect(apply(update(1))).rejects.toThrow('a defect')
})

test('a single write gives its record, or throws what refuses it', async () => {
  const { deps } = setup()
  const reason = { source: 'edit', scope: { reach: () => 'all' } } as unknown as Reason
  const write = (one: object) =>
    applyWrite(applyWrites(deps as unknown as WriteDeps), actor as never, reason, one as Write)
  expect(await write(create(1))).toMatchObject({ id: id(1), isChanged: true })
  await expect(write(create(1, { title: '' }))).rejects.toMatchObject({ fields: { title: expect.any(String) } })
  const none = applyWrite(async () => [], actor as never, reason, create(1) as Write)
  await expect(none).rejects.toMatchObject({ code: 'internal', message: 'No outcome.' })
})

test('what is refused before it has an id is named by none', async () => {
  const { deps, apply } = setup()
  deps.tables.find.mockResolvedValue(undefined as never)
  const { id: _, ...write } = create(1)
  expect(await apply(write)).toEqual([{ id: '', error: expect.objectContaining({ code: 'not_found' }) }])
})
