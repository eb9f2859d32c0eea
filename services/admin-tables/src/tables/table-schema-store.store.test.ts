import { testDatabase } from '@app/mongo/test-database.fixture'
import type { TableSchema } from '@app/table-schema'
import type { Document } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { seeds } from '../seed/module'
import type { Interests } from './interests'
import { tableSchemaStore } from './table-schema-store'

type Stored = Document & { _id: string }

const database = testDatabase()
const schemas = () => database.mongo.db().collection<Stored>('table_schemas')
const marks = () => database.mongo.db().collection<{ _id: string; names: string[] }>('seed_marks')
beforeEach(database.clear)

async function setup(rows: Stored[] = [], interests?: Interests) {
  if (rows.length > 0) await schemas().insertMany(rows)
  const broken: [string, string][] = []
  let time = 0
  const store = tableSchemaStore(
    { schemas: () => schemas() as never, marks },
    { onBroken: (name, reason) => broken.push([name, reason]), interests: async () => interests, now: () => time },
  )
  const wait = (ms: number) => {
    time += ms
  }
  return { store, broken, wait }
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
  const { store } = await setup(rows, { offered: [lessons], past: [{ value: 'Leagues', label: 'Archery Leagues' }] })
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
    await database.clear()
    const { store } = await setup(rows, { offered, past: [], ...(heardFrom && { heardFrom }) })
    const found = await Promise.all(['contact_submissions', 'reply_templates'].map((name) => store.find(name)))
    return found.map((schema) => Object.keys(schema!.properties).join())
  }
  const without = 'interest,message,status'
  expect(await namesIn()).toEqual([without, without])
  for (const answers of [['A friend'], []])
    expect(await namesIn(answers)).toEqual(['interest,message,heard_from,status', without])
})

test('a new database gets every seed, in order and as it is', async () => {
  const { store, broken } = await setup()
  await expect(store.requireSome()).rejects.toThrow('No table is described.')
  await store.seed(seeds)
  await store.requireSome()
  expect(await store.all()).toEqual([...seeds])
  expect(broken).toEqual([])
})

test('replicas that start together store each seed once', async () => {
  const { store } = await setup()
  const { store: other } = await setup()
  await Promise.all([store.seed(seeds), other.seed(seeds)])
  expect(await store.all()).toEqual([...seeds])
  expect((await marks().findOne())!.names.toSorted()).toEqual(seeds.map(({ name }) => name).toSorted())
})

test('a seed that an admin has changed or removed stays so', async () => {
  const { store } = await setup()
  await store.seed(seeds)
  const [first] = await store.all()
  await schemas().updateOne({ _id: first!.name }, { $set: { title: 'Inquiries' } })
  await schemas().deleteMany({ _id: { $ne: first!.name } })
  await store.seed(seeds)
  expect((await store.all()).map(({ title }) => title)).toEqual(['Inquiries'])
})

test('inquiries get what the contact form has asked since; what an admin has made of the other fields stays', async () => {
  const { store } = await setup()
  await store.seed(seeds)
  const shipped = (await store.all())[0]!
  const { interest: _, ...others } = shipped.properties
  const before = { ...others, email: { ...others['email']!, title: 'Address' } }
  const required = shipped.required!.filter((name) => name !== 'interest')
  await schemas().updateOne(
    { _id: shipped.name },
    { $set: { properties: before, required }, $unset: { updated_at: 1 } },
  )
  await Promise.all([store.seed(seeds), (await setup()).store.seed(seeds)])
  const { properties } = (await store.all())[0]!
  expect(properties).toEqual({ ...shipped.properties, email: before.email })
  expect(Object.keys(properties)).toEqual(Object.keys(shipped.properties))
})

test('a schema of inquiries that cannot be read is left as it is', async () => {
  const { store } = await setup()
  await store.seed(seeds)
  const broken = { $set: { properties: { name: 7 } } }
  await schemas().updateOne({ _id: seeds[0].name }, broken)
  await store.seed(seeds)
  expect(await schemas().findOne({ _id: seeds[0].name })).toMatchObject({ properties: { name: 7 } })
})

test('a retired table is not listed, and its name is known', async () => {
  const retired = { _shape: { revision: 1, saved_by: '', retired_at: new Date() } }
  const { store } = await setup([stored(lessons), stored({ ...lessons, name: 'bows', ...retired }, 1)])
  expect(await store.listed()).toEqual([lessons])
  expect(await store.find('bows')).toBeUndefined()
  expect(await store.retired()).toEqual(['bows'])
})

test('a seed must keep the rules, too', async () => {
  const { store } = await setup()
  await expect(store.seed([{ name: 'Bad Name', properties: {} }])).rejects.toThrow()
})

test('a broken description disables its own table, and the reason is logged once', async () => {
  const { store, broken } = await setup([
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
  const { store, broken } = await setup([stored({ name, properties: { token: { type: 'string' } } })])
  expect(await store.find(name)).toBeUndefined()
  expect(broken).toEqual([[name, 'it names an internal collection']])
})

test.each([
  ['users', 'google_sub'],
  ['contact_submissions', 'mails'],
  ['contact_submissions', 'dedupe_key'],
])('the table %s cannot show %s', async (name, field) => {
  const { store, broken } = await setup([stored({ name, properties: { [field]: { type: 'string' } } })])
  expect(await store.all()).toEqual([])
  expect(broken[0]?.[1]).toContain(field)
})

test('a table is looked up in memory for two seconds, and a new one is found at once', async () => {
  const { store, wait } = await setup([stored(lessons)])
  await store.find('lessons')
  await schemas().deleteMany({})
  wait(1_999)
  expect(await store.find('lessons')).toEqual(lessons)
  wait(1)
  expect(await store.find('lessons')).toBeUndefined()
  await schemas().insertOne(stored({ ...lessons, name: 'students' }, 1))
  expect(await store.find('students')).toBeDefined()
})

test.each(['__proto__', 'constructor', 'toString', '', 'users.x', 'lessons\u0000'])(
  'the name %j finds nothing',
  async (name) => {
    const { store } = await setup([stored(lessons)])
    expect(await store.find(name)).toBeUndefined()
  },
)
