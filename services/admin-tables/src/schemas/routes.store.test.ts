import type { Job } from '@app/contracts/jobs'
import type { EditableSchema, FixResult, SchemaImpact, SchemaVersions } from '@app/contracts/schema-editor'
import type { TableSchema } from '@app/table-schema'
import { expect, test, vi } from 'vitest'
import type { WireRecord } from '../tables/read-record'
import { testApp } from '../test-app.fixture'
import { manageSchemas } from './manage-schemas'

const setup = testApp()

const trips: TableSchema = {
  name: 'trips',
  title: 'Trips',
  title_field: 'goal',
  required: ['goal'],
  properties: { goal: { type: 'string' }, size: { type: 'string' }, guide: { type: 'string' } },
}
const id = (number: number) => number.toString(16).padStart(24, '0')
const at = '2026-05-01T09:00:00.000Z'
const trip = (number: number, values: object = {}): WireRecord => ({
  id: id(number),
  goal: `Trip ${number}`,
  size: null,
  guide: null,
  updated_at: at,
  ...values,
})
const field = (properties: TableSchema['properties'], change: Partial<TableSchema> = {}): TableSchema => ({
  ...trips,
  ...change,
  properties: { ...trips.properties, ...properties },
})

async function desk(options: Parameters<typeof setup>[0] = {}) {
  const app = await setup({ tables: [trips], ...options })
  const ask = async <T>(path: string, given: Parameters<typeof app.send>[1] = {}) => {
    const answer = await app.send(`/api/admin/shape${path}`, given)
    return { status: answer.status, ...((await answer.json()) as T & { error?: string; code?: string }) }
  }
  const read = (name = 'trips') => ask<EditableSchema>(`/${name}`)
  const save = (schema: object, version: string, who = 'ada') =>
    ask<EditableSchema & { savedBy?: string }>('/trips', { who, method: 'PUT', body: { schema, version } })
  const create = (schema: object) => ask<EditableSchema>('', { method: 'POST', body: { schema } })
  const impact = (schema: object, after?: string) =>
    ask<SchemaImpact>('/trips/impact', { method: 'POST', body: { schema, ...(after && { after }) } })
  const fix = (version: string, fixes: object) =>
    ask<FixResult & { fields?: object }>('/trips/fixes', { method: 'POST', body: { version, fixes } })
  const publish = (schema: object, version: string, fixes?: object) =>
    ask<Job>('/trips/publish', { method: 'POST', body: { schema, version, ...(fixes && { fixes }) } })
  return { ...app, ask, read, save, create, impact, fix, publish }
}

test('a column is added, and records take values for it', async () => {
  const { read, save, send } = await desk({ records: [trip(1)] })
  const { version } = await read()
  const sizes = {
    type: 'string',
    title: 'T-shirt size',
    enum: ['S', 'M'],
    enumColors: ['green' as const, 'blue' as const],
  }
  const saved = await save(field({ shirt: sizes }), version)
  expect([saved.status, saved.savedBy, saved.version === version]).toEqual([200, 'ada@example.com', false])
  const put = await send(`/api/tables/trips/${id(1)}`, { method: 'PUT', body: { shirt: 'M' } })
  expect(await put.json()).toMatchObject({ shirt: 'M' })
})

test('two admins edit one table: the second save is refused and names who saved first', async () => {
  const { read, save } = await desk()
  const { version } = await read()
  expect((await save(field({ one: { type: 'string' } }), version, 'eve')).status).toBe(200)
  const late = await save(field({ two: { type: 'string' } }), version)
  expect(late).toMatchObject({ status: 409, code: 'conflict', savedBy: 'eve@example.com' })
  expect(late.error).toContain('eve@example.com has saved this table')
  expect(Object.keys((await read()).schema.properties)).not.toContain('two')
})

test('a description that another hand changed counts as another version, and a broken one is shown with its reason', async () => {
  const { read, save, collection, ask } = await desk()
  const { version } = await read()
  const change = (values: object) => collection('table_schemas').updateOne({ name: 'trips' }, { $set: values })
  await change({ title: 'Journeys' })
  expect((await save(trips, version)).status).toBe(409)
  await change({ required: ['nowhere'] })
  const broken = await read()
  expect(broken.error).toContain('requires a field that it does not have')
  expect(broken.schema).toMatchObject({ required: ['nowhere'] })
  expect((await ask<{ data: { error?: string }[] }>('')).data[0]?.error).toContain('not valid')
  expect((await save(trips, broken.version)).status).toBe(200)
  expect((await read()).error).toBeUndefined()
})

test('what a later release has described stays in a table, which is used without it; nobody else adds such a part', async () => {
  const { read, save, send, collection } = await desk({ records: [trip(1)] })
  await collection('table_schemas').updateOne({ name: 'trips' }, { $set: { sails: [{ color: 'red' }] } })
  const before = await read()
  expect(before.error).toBeUndefined()
  expect((await send('/api/tables/trips')).status).toBe(200)
  expect(await (await send('/api/admin/schemas')).text()).not.toContain('sails')
  const changed = { ...before.schema, title: 'Journeys' }
  const refused = await save({ ...changed, sails: [] }, before.version)
  expect([refused.status, refused.error]).toEqual([422, expect.stringContaining('sails')])
  expect((await save(changed, before.version)).status).toBe(200)
  expect((await read()).schema).toMatchObject({ title: 'Journeys', sails: [{ color: 'red' }] })
})

test.each([
  ['a name of an internal table', { name: 'sessions', properties: {} }, 'names an internal collection'],
  ['versions of tables', { name: 'table_schema_versions', properties: {} }, 'names an internal collection'],
  ['a name with a sign', { name: 'x.y', properties: {} }, 'name'],
  ['a field that is an operator', { name: 'x', properties: { $where: { type: 'string' } } }, 'properties'],
  [
    'a pattern that is none of those offered',
    { name: 'x', properties: { a: { type: 'string', pattern: '^(red|blue)$' } } },
    'none of those offered',
  ],
  [
    'a reference to nowhere',
    { name: 'x', properties: { a: { type: 'string', format: 'reference', table: 'none' } } },
    'table none, which does not exist',
  ],
  ['hidden fields', { name: 'users', properties: { passkeys: { type: 'string' } } }, 'stays hidden'],
])('%s is refused with the reason', async (_, schema, reason) => {
  const { create } = await desk()
  const refused = await create(schema)
  expect([refused.status, refused.code]).toEqual([422, 'invalid_input'])
  expect(refused.error).toContain(reason)
})

test('a table is added once, and only under a free name that the database allows', async () => {
  const { create, send, values } = await desk()
  const walks = { name: 'walks', title: 'Walks', properties: { goal: { type: 'string' } } }
  expect((await create(walks)).status).toBe(201)
  expect((await send('/api/tables/walks', { method: 'POST', body: { goal: 'Folsom' } })).status).toBe(201)
  expect((await create(walks)).status).toBe(409)
  vi.spyOn(values, 'open').mockResolvedValueOnce(false)
  const refused = await create({ ...walks, name: 'not_granted' })
  expect([refused.status, refused.error]).toEqual([409, expect.stringContaining('NEW_TABLES=not_granted ')])
})

test('the impact counts the values that would not validate, in the fields that change alone', async () => {
  const records = [trip(1, { size: '12' }), trip(2, { size: 'large' }), trip(3, { goal: null }), trip(4)]
  const { impact } = await desk({ records })
  expect(await impact(field({ size: { type: 'integer' } }))).toMatchObject({
    total: 4,
    checked: 4,
    next: null,
    faults: [{ field: 'size', message: 'Size must be a number', count: 2 }],
    records: [{ id: id(1), label: 'Trip 1', fields: { size: 'Size must be a number' } }, { id: id(2) }],
  })
  expect((await impact(field({}, { title: 'Journeys' }))).faults).toEqual([])
  const required = await impact({ ...trips, required: ['goal', 'guide'] })
  expect(required.faults).toEqual([{ field: 'guide', message: 'Guide is required', count: 4 }])
})

test('values that do not fit are set, cleared or kept', async () => {
  const records = [trip(1, { size: 'large' }), trip(2, { size: 'small' }), trip(3)]
  const { read, save, fix, row, rows, send } = await desk({ records })
  const saved = await save(field({ size: { type: 'string', enum: ['small', 'medium'] } }), (await read()).version)
  expect((await fix(saved.version, { size: { action: 'set', value: 'huge' } })).status).toBe(422)
  expect(await row(id(1))).toMatchObject({ size: 'large' })
  expect(await fix(saved.version, { size: { action: 'set', value: 'medium' } })).toMatchObject({
    status: 200,
    changed: 1,
    next: null,
    skipped: [],
  })
  expect((await rows()).map(({ size }) => size)).toEqual(['medium', 'small', null])
  const history = await (await send(`/api/tables/trips/${id(1)}/history`)).json()
  expect(history).toMatchObject({ data: [{ source: 'batch', changes: { size: ['large', 'medium'] } }] })

  const numbers = await save(field({ size: { type: 'integer' } }), saved.version)
  expect(await fix(numbers.version, { size: { action: 'clear' } })).toMatchObject({ changed: 2 })
  expect((await row(id(2)))?.['size']).toBeNull()
  expect((await fix(saved.version, { size: { action: 'clear' } })).status).toBe(409)
})

test('a rule that 1,200 records break: counted, set in parts, and the rest of each record is as it was', async () => {
  const records = Array.from({ length: 1_200 }, (_, number) => trip(number + 1))
  const { read, save, impact, ask, row } = await desk({ records })
  const wanted = { ...trips, required: ['goal', 'guide'] }
  const counts: number[] = []
  let next: string | null | undefined
  do {
    const part: SchemaImpact = await impact(wanted, next ?? undefined)
    counts.push(part.faults[0]?.count ?? 0)
    next = part.next
  } while (next)
  expect(counts.reduce((sum, count) => sum + count)).toBe(1_200)
  const { version } = await save(wanted, (await read()).version)
  let [after, changed]: [string | null | undefined, number] = [undefined, 0]
  while (after !== null) {
    const body = { version, fixes: { guide: { action: 'set', value: 'Robin' } }, ...(after && { after }) }
    const part: FixResult = await ask<FixResult>('/trips/fixes', { method: 'POST', body })
    changed += part.changed
    after = part.next
  }
  expect(changed).toBe(1_200)
  expect(await row(id(1_199))).toMatchObject({ goal: 'Trip 1199', guide: 'Robin' })
})

test('a retired field is hidden, comes back with its values, and goes for good after 30 days', async () => {
  const { read, save, impact, send, row, ...app } = await desk({ records: [trip(1, { guide: 'Robin' })] })
  const { guide: _gone, ...left } = trips.properties
  const without = { ...trips, properties: left }
  expect((await impact(without)).retired).toEqual([{ field: 'guide', filled: 1 }])
  const hidden = await save(without, (await read()).version)
  expect(hidden.retiredFields).toMatchObject([{ name: 'guide', daysLeft: 30 }])
  const put = await send(`/api/tables/trips/${id(1)}`, { method: 'PUT', body: { guide: 'Ada' } })
  expect([put.status, await put.json()]).toMatchObject([
    422,
    { fields: { guide: 'guide is not a field of this table' } },
  ])
  expect(await row(id(1))).toMatchObject({ guide: 'Robin' })
  const back = await save(trips, hidden.version)
  expect([back.retiredFields, (await row(id(1)))?.['guide']]).toEqual([[], 'Robin'])

  await save(without, back.version)
  const sweepAt = (days: number) => manageSchemas(app, () => new Date(Date.now() + days * 86_400_000)).sweep()
  expect([await sweepAt(29), (await row(id(1)))?.['guide']]).toEqual([0, 'Robin'])
  expect([await sweepAt(31), (await row(id(1)))?.['guide']]).toEqual([1, undefined])
  expect((await app.audited()).at(-1)).toEqual({ who: null, action: 'schema', table: 'trips', id: null })
  expect((await read()).retiredFields).toEqual([])
})

test('fields and tables that the product itself uses keep their kind and stay', async () => {
  const students: TableSchema = {
    name: 'students',
    properties: { name: { type: 'string' }, phone: { type: 'string' }, hobby: { type: 'string' } },
  }
  const { read, ask } = await desk({ tables: [students] })
  const stored = await read('students')
  expect(stored.neededFields).toEqual(['name', 'phone'])
  const put = (properties: object) =>
    ask('/students', { method: 'PUT', body: { schema: { ...students, properties }, version: stored.version } })
  expect((await put({ name: { type: 'string' } })).error).toContain('need the field Phone')
  expect((await put({ name: { type: 'string' }, phone: { type: 'integer' } })).error).toContain('Phone as it is')
  const body = { version: stored.version, isRetired: true }
  expect((await ask('/students/retire', { method: 'POST', body })).status).toBe(409)
  expect((await put({ phone: { type: 'string', title: 'Telephone' }, name: { type: 'string' } })).status).toBe(200)
})

test('a table is retired with its records, and brought back; one that others refer to stays', async () => {
  const walks: TableSchema = {
    name: 'walks',
    title: 'Walks',
    properties: { trip: { type: 'string', format: 'reference', table: 'trips' } },
  }
  const { read, ask, send, rows } = await desk({ tables: [trips, walks], records: [trip(1)] })
  const retire = async (name: string, isRetired: boolean) =>
    ask<EditableSchema>(`/${name}/retire`, { method: 'POST', body: { version: (await read(name)).version, isRetired } })
  expect((await retire('trips', true)).error).toContain('The table Walks refers to this one')
  expect(await retire('walks', true)).toMatchObject({ status: 200, isRetired: true })
  expect((await send('/api/tables/walks')).status).toBe(404)
  expect((await retire('trips', true)).status).toBe(200)
  expect([(await send('/api/tables/trips')).status, (await rows()).length]).toEqual([404, 1])
  expect((await retire('trips', false)).isRetired).toBe(false)
  expect((await send('/api/tables/trips')).status).toBe(200)
})

test('former descriptions are listed, and saving one returns to it', async () => {
  const { read, save, ask } = await desk()
  const first = await read()
  await save(field({ more: { type: 'string' } }), first.version)
  const { data } = await ask<SchemaVersions>('/trips/versions')
  expect(data.map(({ schema }) => Object.keys(schema.properties))).toEqual([['goal', 'size', 'guide']])
  const back = await save(data[0]!.schema, (await read()).version)
  expect(Object.keys(back.schema.properties)).toEqual(['goal', 'size', 'guide'])
})

test('who signed in more than 15 minutes ago may look, and confirms the sign-in before a change', async () => {
  const { read, save, create, impact } = await desk({ signedInAt: new Date(Date.now() - 16 * 60_000) })
  const { status, version } = await read()
  expect([status, (await impact(trips)).status]).toEqual([200, 200])
  for (const refused of [await save(trips, version), await create({ name: 'walks', properties: {} })])
    expect([refused.status, refused.code]).toEqual([403, 'recent_sign_in_required'])
})

test('staff, users and strangers do not reach the schema editor', async () => {
  const { ask } = await desk({ rights: { trips: 'edit' } })
  expect([(await ask('', { who: 'sam' })).status, (await ask('/trips', { who: 'sam' })).status]).toEqual([403, 403])
  expect((await ask('', { who: '' })).status).toBe(401)
})

const sized = (sizes: string[]) => field({ size: { type: 'string', enum: sizes } })

test('one call publishes a schema: values are fixed, others are named with the reason, and all of it is undone', async () => {
  const records = [trip(1, { size: 'XL', goal: 'A very long way' }), trip(2, { size: 'S' })]
  const { read, publish, send, row } = await desk({ records })
  const { version, schema } = await read()
  const next = {
    ...sized(['S', 'M']),
    properties: { ...sized(['S', 'M']).properties, goal: { type: 'string', maxLength: 10 } },
  }
  const job = await publish(next, version, { size: { action: 'set', value: 'M' } })
  expect(job).toMatchObject({ status: 202, kind: 'publish', state: 'done', changed: 1, undoable: true })
  expect(job.skipped).toEqual([{ id: id(1), reason: expect.stringContaining('10') }])
  expect(job.about).toEqual({ change: 'publish', fields: 'size' })
  expect((await read()).schema).toEqual(next)
  expect([(await row(id(1)))!['size'], (await row(id(2)))!['size']]).toEqual(['M', 'S'])

  const undo = (await (await send(`/api/jobs/${job.id}/undo`, { method: 'POST', body: {} })).json()) as Job
  await expect.poll(async () => ((await (await send(`/api/jobs/${undo.id}`)).json()) as Job).state).toBe('done')
  expect((await read()).schema).toEqual(schema)
  expect((await row(id(1)))!['size']).toBe('XL')
})

test('publishing is refused before it starts: another version, a schema or a fix that is not valid', async () => {
  const { read, publish } = await desk({ records: [trip(1)] })
  const { version } = await read()
  expect(await publish(sized(['S']), 'an older one')).toMatchObject({ status: 409, code: 'conflict' })
  expect((await publish({ ...trips, required: ['nowhere'] }, version)).status).toBe(422)
  expect((await publish(sized(['S']), version, { size: { action: 'set', value: 'XXL' } })).status).toBe(422)
  expect((await read()).version).toBe(version)
})

test('a schema that changed no record is undone; one that was saved again is not', async () => {
  const { read, publish, save, send } = await desk({ records: [trip(1)] })
  const before = await read()
  const undo = async (job: Job) => {
    const begun = (await (await send(`/api/jobs/${job.id}/undo`, { method: 'POST', body: {} })).json()) as Job
    const now = async () => (await (await send(`/api/jobs/${begun.id}`)).json()) as Job
    await expect.poll(async () => (await now()).endedAt).not.toBeNull()
    return now()
  }
  const first = await publish(sized(['S']), before.version)
  expect(first).toMatchObject({ state: 'done', changed: 0, undoable: true })
  expect(await undo(first)).toMatchObject({ state: 'done' })
  const back = await read()
  expect(back.schema).toEqual(before.schema)

  const second = await publish(sized(['M']), back.version)
  const kept = field({ later: { type: 'string' } })
  expect((await save(kept, (await read()).version, 'eve')).status).toBe(200)
  expect(await undo(second)).toMatchObject({ state: 'failed', reason: expect.stringContaining('eve@example.com') })
  expect((await read()).schema).toEqual(kept)
})
