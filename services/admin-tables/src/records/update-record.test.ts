import { fileUrl } from '@app/contracts/file-url'
import type { TableSchema } from '@app/table-schema'
import { expect, test, vi } from 'vitest'
import type { WireRecord } from '../tables/read-record'
import { changedValues, changesOf, checkedBody, expectedVersion, updateRecord } from './update-record'
import type { WriteDeps, Writing } from './write'

const students: TableSchema = {
  name: 'students',
  title: 'Students',
  title_field: 'name',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    waiver_signed: { type: 'boolean' },
    waiver_until: { type: 'string', format: 'date' },
  },
}
const signed = { id: 'a', name: 'Zoe', waiver_signed: true, waiver_until: '2027-01-01' } as unknown as WireRecord
const change = (values: object, { source = 'edit', schema = students, before = signed } = {}) =>
  changedValues({} as never, { schema, reason: { source } } as unknown as Writing, before, values as never)

test('a waiver that is taken back has no day on which it ends', async () => {
  expect(await change({ waiver_signed: false })).toEqual({ waiver_signed: false, waiver_until: null })
  expect(await change({ waiver_signed: false, waiver_until: '2027-01-01' })).toMatchObject({ waiver_until: null })
})

test('a day that is given with it stays', async () => {
  expect(await change({ waiver_signed: false, waiver_until: '2026-12-01' })).toEqual({
    ...{ waiver_signed: false, waiver_until: '2026-12-01' },
  })
})

test.each(['undo', 'restore'])('a return to former values (%s) brings just those', async (source) => {
  expect(await change({ waiver_signed: false }, { source })).toEqual({ waiver_signed: false })
})

test('another change, another table and a waiver that was never signed imply nothing', async () => {
  expect(await change({ name: 'Ada' })).toEqual({ name: 'Ada' })
  const guests = { ...students, name: 'guests' }
  expect(await change({ waiver_signed: false }, { schema: guests })).toEqual({ waiver_signed: false })
  const before = { ...signed, waiver_signed: null } as unknown as WireRecord
  expect(await change({ waiver_signed: false }, { before })).toEqual({ waiver_signed: false })
  const { waiver_until: _, ...properties } = students.properties
  expect(await change({ waiver_signed: false }, { schema: { ...students, properties } })).toEqual({
    waiver_signed: false,
  })
})

test('a field of that name that is no day keeps its value', async () => {
  const properties = { ...students.properties, waiver_until: { type: 'string' } } as const
  const values = await change({ waiver_signed: false }, { schema: { ...students, properties } })
  expect(values).toEqual({ waiver_signed: false })
})

test('values that the schema refuses are written only where the record had them before', async () => {
  const writing = { schema: students, reason: { source: 'undo' } } as unknown as Writing
  const changed = (isFormer?: boolean) => changedValues({} as never, writing, signed, { name: '' }, isFormer)
  for (const isFormer of [undefined, false])
    await expect(changed(isFormer)).rejects.toMatchObject({ fields: { name: expect.any(String) } })
  expect(await changed(true)).toEqual({ name: null })
})

test('a history entry names the value before, null where there was none', () => {
  expect(changesOf(signed, { name: 'Ada', phone: '1' })).toEqual({ name: ['Zoe', 'Ada'], phone: [null, '1'] })
})

test.each([undefined, null, 'text', 7, [], [{}]])('the body %j is no record', (body) => {
  const message = 'Send the fields of the record as a JSON object.'
  expect(() => checkedBody(students, body)).toThrow(expect.objectContaining({ code: 'invalid_request', message }))
})

test('of a body rich texts are cleaned, and nothing else', () => {
  const notes = { type: 'string', format: 'rich_text' } as const
  const schema = { ...students, properties: { ...students.properties, notes } }
  const text = '<b>Bow</b><script>x</script>'
  expect(checkedBody(schema, { name: text, notes: text })).toEqual({ name: text, notes: '<b>Bow</b>' })
  expect(checkedBody(schema, { notes: 7 })).toEqual({ notes: 7 })
  const fields = { other: expect.stringContaining('not a field') }
  expect(() => checkedBody(schema, { name: 'x', other: 1 })).toThrow(expect.objectContaining({ fields }))
})

const seen = '2026-05-01T09:00:00.000Z'
const id = (n: number) => n.toString(16).padStart(24, '0')
const actor = { id: id(99), email: 'ada@example.com', requestId: 'r' }

/** A record in a store that keeps what is written, unless `isLost`: then another person was faster, each time. */
function stored(schema: TableSchema, values: object, { reach = 'all', isLost = false } = {}) {
  const store = { record: { id: id(1), updated_at: seen, ...values } as unknown as WireRecord }
  const put = async (change: object) => {
    store.record = { ...store.record, ...change }
    return store.record
  }
  const deps = {
    records: { one: vi.fn(async () => store.record as WireRecord | undefined) },
    writer: {
      update: vi.fn(async (_schema, _before, change: object) => (isLost ? undefined : put(change))),
      now: vi.fn(),
    },
    revisions: { copy: vi.fn() },
    rights: {
      setRole: vi.fn(
        async (_actor, _id, right: string) => void (await put({ role: right, updated_at: '2026-05-01T09:00:01.000Z' })),
      ),
    },
    trash: { find: async () => undefined },
    hasRight: vi.fn(async () => false),
    integrity: {
      missing: vi.fn(async (_table: string, ids: string[]) => new Set(ids.filter((one) => one === id(404)))),
    },
    files: { uploaderOf: vi.fn(async () => undefined as string | undefined), isUsed: vi.fn(async () => false) },
  }
  deps.writer.now.mockReturnValue(new Date('2026-05-02T09:00:00.000Z'))
  const write = (change: object, expectedVersion?: string, source = 'edit') => {
    const writing = { actor, schema, reason: { source, scope: { reach: () => reach } } } as unknown as Writing
    const given = { table: schema.name, action: 'update' as const, id: id(1), values: change, expectedVersion }
    return updateRecord(deps as unknown as WriteDeps, writing, given)
  }
  return { ...deps, write, store }
}
const refusal = (code: string, message: unknown = expect.any(String), fields?: object) =>
  expect.objectContaining({ code, message, ...(fields && { fields }) })

test('a role is written by its own rules first and has an entry of its own; the other values follow', async () => {
  const users = {
    ...students,
    name: 'users',
    properties: { ...students.properties, role: { type: 'string' } },
  } as const
  const { write, rights, revisions, writer } = stored(users, { name: 'Zoe', role: 'user' })
  const record = { name: 'Ada', role: 'staff' }
  expect(await write({ name: 'Ada', role: 'staff' }, seen)).toMatchObject({ id: id(1), isChanged: true, record })
  expect(rights.setRole.mock.calls).toEqual([[actor, id(1), 'staff']])
  const about = { table: 'users', record_id: id(1), action: 'update', at: new Date('2026-05-02T09:00:00.000Z') }
  expect(revisions.copy.mock.calls).toMatchObject([[[{ ...about, changes: { role: ['user', 'staff'] } }]]])
  const revision = { ...about, changes: { name: ['Zoe', 'Ada'] } }
  expect(writer.update.mock.calls).toMatchObject([[users, { role: 'staff' }, { name: 'Ada' }, revision]])
  expect(writer.update.mock.calls[0]![2]).toEqual({ name: 'Ada' })
  expect(await write({ role: 'user' })).toMatchObject({ id: id(1), isChanged: true, record: { role: 'user' } })
  expect(await write({ role: 'user' })).toMatchObject({ id: id(1), isChanged: false, record: { role: 'user' } })
  await expect(write({ role: 'boss' })).rejects.toEqual(
    refusal('invalid_input', expect.anything(), { role: 'Role must be one of the valid options' }),
  )
  expect(writer.update).toHaveBeenCalledTimes(1)
})

test('a role that another admin has revoked meanwhile is not written again', async () => {
  const users = {
    ...students,
    name: 'users',
    properties: { ...students.properties, role: { type: 'string' } },
  } as const
  const { write, rights } = stored(users, { name: 'Zoe', role: 'user' })
  rights.setRole.mockResolvedValue(undefined)
  expect(await write({ role: 'staff' })).toMatchObject({ isChanged: true, record: { role: 'user' } })
  expect(rights.setRole).toHaveBeenCalledTimes(1)
})

test('the time of a change is later than that of the version before', async () => {
  const late = stored(students, { name: 'Zoe', updated_at: '2026-06-01T09:00:00.000Z' })
  await late.write({ name: 'Ada' })
  expect(late.writer.update.mock.calls).toMatchObject([[{}, {}, {}, { at: new Date('2026-06-01T09:00:00.001Z') }]])
  const never = stored(students, { name: 'Zoe', updated_at: null })
  await never.write({ name: 'Ada' })
  expect(never.writer.update.mock.calls).toMatchObject([[{}, {}, {}, { at: new Date('2026-05-02T09:00:00.000Z') }]])
})

test('a field named role is no right in another table', async () => {
  const schema = { ...students, properties: { role: { type: 'string' } } } as unknown as TableSchema
  const { write, rights } = stored({ ...schema, required: [] }, { role: 'x' })
  expect(await write({ role: 'boss' })).toMatchObject({ isChanged: true, record: { role: 'boss' } })
  expect(rights.setRole).not.toHaveBeenCalled()
})

test('a change that others overtake is tried five times', async () => {
  const { write, writer } = stored(students, { name: 'Zoe' }, { isLost: true })
  await expect(write({ name: 'Ada' })).rejects.toEqual(refusal('unavailable', expect.stringContaining('try again')))
  expect(writer.update).toHaveBeenCalledTimes(5)
})

test('a change of a version that is no longer there is refused with the record', async () => {
  const { write, store, records } = stored(students, { name: 'Zoe' })
  const refused = write({ name: 'Ada' }, 'earlier')
  await expect(refused).rejects.toEqual(refusal('conflict', expect.stringContaining('Another person')))
  await expect(refused).rejects.toMatchObject({ details: { record: store.record } })
  expect(await write({ name: 'Ada' }, seen)).toMatchObject({ isChanged: true })
  records.one.mockResolvedValue(undefined)
  await expect(write({ name: 'Eve' })).rejects.toEqual(refusal('not_found'))
})

test.each([
  [undefined, undefined],
  ['*', undefined],
  [' * ', undefined],
  [seen, seen],
  [`"${seen}"`, seen],
  [` W/"${seen};3" `, seen],
])('the header If-Match %j names the version %j', (given, version) => {
  expect(expectedVersion({ 'If-Match': given })).toBe(version)
})

const people = (table: string) => ({ type: 'array', items: { type: 'string', format: 'reference', table } }) as const
const lessons: TableSchema = {
  name: 'lessons',
  title: 'Lessons',
  properties: {
    title: { type: 'string' },
    notes: { type: 'string' },
    students: people('students'),
    present: people('students'),
    absent: people('students'),
    teacher: { type: 'string', format: 'reference', table: 'users' },
    follows: { type: 'string', format: 'reference', table: 'lessons' },
    plan: { type: 'string', format: 'file' },
  },
}

test('in own lessons only notes and marks change, and only who is in the lesson is marked', async () => {
  const lesson = { title: 'x', students: [id(2), id(3)], present: [id(4)] }
  const { write } = stored(lessons, lesson, { reach: 'own' })
  const others = refusal('forbidden', expect.stringContaining('nothing else'))
  await expect(write({ title: 'y' })).rejects.toEqual(others)
  await expect(write({ title: 'y', notes: 'y' })).rejects.toEqual(others)
  const notThere = refusal('forbidden', expect.stringContaining('can be marked'))
  await expect(write({ present: [id(2), id(5)] })).rejects.toEqual(notThere)
  await expect(write({ absent: [id(4)] })).rejects.toEqual(notThere)
  expect(await write({ present: [id(4), id(2)], absent: [id(3)], notes: 'y', title: 'x' })).toMatchObject({
    isChanged: true,
  })
  expect(await stored(lessons, lesson).write({ title: 'y', present: [id(5)] })).toMatchObject({ isChanged: true })
})

test('only admins link people, and only new links are looked up', async () => {
  const { write, hasRight, integrity } = stored(lessons, { teacher: id(7), students: [id(404), id(2)] })
  await expect(write({ teacher: id(8) })).rejects.toEqual(
    refusal('invalid_input', expect.anything(), { teacher: 'Only admins can choose Teacher' }),
  )
  expect(hasRight.mock.calls).toEqual([[actor.id, 'users', 'edit']])
  await write({ teacher: null, students: [id(404), id(2), id(3)], present: [id(3)] })
  expect(hasRight).toHaveBeenCalledTimes(1)
  expect(integrity.missing.mock.calls).toEqual([['students', [id(3)]]])
  hasRight.mockResolvedValue(true)
  expect(await write({ teacher: id(8) })).toMatchObject({ isChanged: true })
})

test('what does not exist, and the record itself, are not linked', async () => {
  const { write, integrity } = stored(lessons, { title: 'x' })
  const invalid = (fields: object) => refusal('invalid_input', expect.anything(), fields)
  await expect(write({ present: [id(2), id(404)], absent: [id(2)] })).rejects.toEqual(
    invalid({ present: 'Present names a record that does not exist' }),
  )
  expect(integrity.missing.mock.calls).toEqual([['students', [id(2), id(404)]]])
  await expect(write({ follows: id(404) })).rejects.toEqual(
    invalid({ follows: 'Follows names a record that does not exist' }),
  )
  await expect(write({ follows: id(1) })).rejects.toEqual(invalid({ follows: 'Follows cannot name the record itself' }))
  expect(await write({ follows: id(2), students: [id(1)] })).toMatchObject({ isChanged: true })
})

test('a file is linked by who uploaded it, or where the table has it already; what is undone may bring back any', async () => {
  const [old, added] = [fileUrl(id(8)), fileUrl(id(9))]
  const { write, files } = stored(lessons, { plan: old })
  const refused = refusal('invalid_input', expect.anything(), { plan: 'Plan names a file that does not exist' })
  expect(await write({ plan: old, title: 'y' })).toMatchObject({ isChanged: true })
  expect(files.uploaderOf).not.toHaveBeenCalled()
  await expect(write({ plan: added })).rejects.toEqual(refused)
  await expect(write({ plan: added }, undefined, 'undo')).rejects.toEqual(refused)
  files.uploaderOf.mockResolvedValue('another')
  await expect(write({ plan: added })).rejects.toEqual(refused)
  expect(await write({ plan: added }, undefined, 'undo')).toMatchObject({ isChanged: true })
  files.uploaderOf.mockResolvedValue(actor.id)
  expect(await write({ plan: old })).toMatchObject({ isChanged: true })
  expect(await write({ plan: null })).toMatchObject({ isChanged: true })
})
