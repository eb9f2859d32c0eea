import { cleanRichText } from '@app/rich-text/clean-rich-text'
import { payloadForCreate, type TableSchema, validateRecord } from '@app/table-schema'
import { expect, test } from 'vitest'
import { seedRecords, seeds } from '../seed'
import { sampleRecords } from '../seed/samples'
import type { Interests } from './interests'
import { tableSchemaStore } from './table-schema-store'

type Row = Record<string, unknown> & { _id: string }

/** As much of a collection as the store uses. */
function collection(rows: Row[]) {
  let reads = 0
  const byPosition = (a: Row, b: Row) => Number(a.position ?? -1) - Number(b.position ?? -1)
  return {
    reads: () => reads,
    find: () => ({
      sort: () => ({
        toArray: async () => {
          reads++
          return rows.toSorted(byPosition)
        },
      }),
    }),
    findOne: async ({ _id }: { _id: string }) => rows.find((row) => row._id === _id) ?? null,
    updateOne: async ({ _id }: { _id: string }, change: { $setOnInsert?: object; $addToSet?: { names: string } }) => {
      let row = rows.find((row) => row._id === _id)
      if (!row) {
        row = { _id, ...change.$setOnInsert }
        rows.push(row)
      }
      if (change.$addToSet) row.names = [...((row.names as string[]) ?? []), change.$addToSet.names]
    },
  }
}

function setup(rows: Row[] = [], marks: Row[] = [], interests?: Interests) {
  const broken: [string, string][] = []
  let time = 0
  const schemas = collection(rows)
  const store = tableSchemaStore(
    { schemas: () => schemas as never, marks: () => collection(marks) as never },
    { onBroken: (name, reason) => broken.push([name, reason]), interests: async () => interests, now: () => time },
  )
  const wait = (ms: number) => {
    time += ms
  }
  return { store, rows, broken, schemas, wait }
}

const lessons: TableSchema = { name: 'lessons', properties: { title: { type: 'string' } } }
const stored = (schema: object, position = 0) => ({
  _id: `s${position}`,
  position,
  created_at: new Date(0),
  ...schema,
})

test('interests are those of the contact form, and inquiries keep those that are offered no more', async () => {
  const interest = { type: 'string', enum: ['Lessons', 'Leagues'], enumNames: ['Archery Lessons', 'Archery Leagues'] }
  const rows = ['contact_submissions', 'reply_templates', 'lessons'].map((name, at) =>
    stored({ name, properties: { interest } }, at),
  )
  const lessons = { value: 'Lessons', label: 'Lessons for all' }
  const { store } = setup(rows, [], { offered: [lessons], past: [{ value: 'Leagues', label: 'Archery Leagues' }] })
  const optionsOf = async (name: string) => (await store.find(name))?.properties['interest']?.enumNames
  expect(await optionsOf('contact_submissions')).toEqual(['Lessons for all', 'Archery Leagues'])
  expect(await optionsOf('reply_templates')).toEqual(['Lessons for all', 'Any interest', 'Archery Leagues'])
  expect(await optionsOf('lessons')).toEqual(interest.enumNames)
})

test('inquiries have a field for how visitors heard about the school once they were asked, also when they no longer are', async () => {
  const text = { type: 'string' }
  const interest = { ...text, enum: ['Lessons'] }
  const rows = ['contact_submissions', 'reply_templates'].map((name, at) =>
    stored({ name, properties: { interest, message: text, status: text } }, at),
  )
  const offered = [{ value: 'Lessons', label: 'Lessons' }]
  const namesIn = async (heardFrom?: string[]) => {
    const { store } = setup(rows, [], { offered, past: [], ...(heardFrom && { heardFrom }) })
    const found = await Promise.all(['contact_submissions', 'reply_templates'].map((name) => store.find(name)))
    return found.map((schema) => Object.keys(schema!.properties).join())
  }
  const without = 'interest,message,status'
  expect(await namesIn()).toEqual([without, without])
  for (const answers of [['A friend'], []])
    expect(await namesIn(answers)).toEqual(['interest,message,heard_from,status', without])
})

test('a new database gets every seed, in order and as it is', async () => {
  const { store, broken } = setup()
  await store.seed(seeds)
  expect(await store.all()).toEqual([...seeds])
  expect(broken).toEqual([])
})

test('the shipped tables show nothing of mails, tokens or sign-in internals', () => {
  const fields = seeds.flatMap(({ properties }) => Object.keys(properties))
  for (const secret of ['mails', 'replies', 'dedupe_key', 'idempotency_key', 'oidc_subject', 'access_requested_at'])
    expect(fields).not.toContain(secret)
})

test.each(seeds.map((seed) => [seed.name, seed] as const))('the first records of %s keep its rules', (name, seed) => {
  const records = [...seedRecords, ...sampleRecords(Date.parse('2026-05-01T10:00:00Z'))]
    .filter(({ table }) => table.name === name)
    .flatMap(({ records }): Record<string, unknown>[] => records)
  for (const record of records) {
    expect(validateRecord(seed, record)).toEqual({})
    // Fields without a value are stored as null.
    expect(payloadForCreate(seed, record)).toMatchObject(record)
    for (const [field, about] of Object.entries(seed.properties))
      if (about.format === 'rich_text' && record[field])
        expect(cleanRichText(String(record[field]))).toBe(record[field])
  }
})

test('a seed that an admin has changed or removed stays so', async () => {
  const { store, rows } = setup()
  await store.seed(seeds)
  rows[0]!.title = 'Inquiries'
  rows.splice(1)
  await store.seed(seeds)
  expect((await store.all()).map(({ title }) => title)).toEqual(['Inquiries'])
})

test('a seed must keep the rules, too', async () => {
  await expect(setup().store.seed([{ name: 'Bad Name', properties: {} }])).rejects.toThrow()
})

test('a broken description disables its own table, and the reason is logged once', async () => {
  const { store, broken } = setup([
    stored({ name: 'bad', properties: { $where: { type: 'string' } } }, 0),
    stored(lessons, 1),
    stored({ name: 'odd', properties: {}, required: ['ghost'] }, 2),
  ])
  expect(await store.all()).toEqual([lessons])
  expect(await store.listed()).toEqual([
    { name: 'bad', error: expect.stringContaining('must name its fields') },
    lessons,
    { name: 'odd', error: expect.stringContaining('requires a field that it does not have') },
  ])
  expect(broken).toEqual([
    ['bad', 'properties must name its fields by letters, digits and single underscores'],
    ['odd', 'requires a field that it does not have'],
  ])
})

test.each([
  'sessions',
  'login_codes',
  'table_schemas',
  'forms',
  'seed_marks',
  'migrations',
  'system_users',
  'audit_log',
  'revisions',
  'imports',
  'import_files',
])('the internal collection %s stays closed, whatever describes it', async (name) => {
  const { store, broken } = setup([stored({ name, properties: { token: { type: 'string' } } })])
  expect(await store.find(name)).toBeUndefined()
  expect(broken).toEqual([[name, 'it names an internal collection']])
})

test.each([
  ['users', 'google_sub'],
  ['contact_submissions', 'mails'],
  ['contact_submissions', 'dedupe_key'],
])('the table %s cannot show %s', async (name, field) => {
  const { store, broken } = setup([stored({ name, properties: { [field]: { type: 'string' } } })])
  expect(await store.all()).toEqual([])
  expect(broken[0]?.[1]).toContain(field)
})

test('a table is looked up in memory for two seconds, and a new one is found at once', async () => {
  const { store, rows, schemas, wait } = setup([stored(lessons)])
  await store.find('lessons')
  await store.find('lessons')
  expect(schemas.reads()).toBe(1)
  rows.push(stored({ ...lessons, name: 'students' }, 1))
  expect(await store.find('students')).toBeDefined()
  rows.shift()
  wait(2_000)
  expect(await store.find('lessons')).toBeUndefined()
})

test.each(['__proto__', 'constructor', 'toString', '', 'users.x', 'lessons\u0000'])(
  'the name %j finds nothing',
  async (name) => {
    expect(await setup([stored(lessons)]).store.find(name)).toBeUndefined()
  },
)
