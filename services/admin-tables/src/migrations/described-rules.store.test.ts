import type { Database } from '@app/mongo/run-migrations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import type { TableSchema } from '@app/table-schema'
import { beforeEach, expect, test } from 'vitest'
import { seeds } from '../seed/module'
import { usableSchema } from '../tables/table-schema-store'
import { describedRules } from './described-rules'

type Stored = TableSchema & { _id: string; updated_at: Date }

const database = testDatabase()
const db = () => database.mongo.db() as unknown as Database
const schemas = () => db().collection<Stored>('table_schemas')
const stored = async (name: string) => (await schemas().findOne({ _id: name }))!
const described = ['equipment', 'instructors', 'students']

const logged: unknown[] = []
const log = { info: () => {}, warn: (about: object, event: string) => void logged.push([event, about]) }
const run = (change: Partial<Database> = {}) =>
  describedRules(
    {
      db: { ...change, collection: change.collection ?? db().collection.bind(db()) } as Database,
      keepLease: async () => {},
    },
    log,
  )

/** The tables as the release before described them. */
beforeEach(async () => {
  await database.clear()
  logged.length = 0
  const before = seeds
    .filter(({ name }) => described.includes(name))
    .map(({ due: _due, first_sort: _sort, ...rest }) => rest)
  await schemas().insertMany(before.map((table) => ({ ...table, _id: table.name, updated_at: new Date(0) })))
})

/** The database, where somebody edits a description after it was read for the first time. */
function editedMeanwhile(edit: () => Promise<unknown>): Pick<Database, 'collection'> {
  let isEdited = false
  const collection = (name: string) =>
    new Proxy(db().collection(name), {
      get(target, key) {
        const value = Reflect.get(target, key)
        if (key !== 'findOne') return typeof value === 'function' ? value.bind(target) : value
        return async (filter: object) => {
          const found = await target.findOne(filter)
          if (!isEdited) await edit()
          isEdited = true
          return found
        }
      },
    })
  return { collection } as never
}

test('the tables that the product watched describe it themselves, once', async () => {
  expect(await run()).toBe(3)
  for (const { name, due, first_sort } of seeds.filter((one) => described.includes(one.name)))
    expect(await stored(name)).toMatchObject({ ...(due && { due }), ...(first_sort && { first_sort }) })
  expect(await run()).toBe(0)
  expect(logged).toEqual([])
})

test('what an admin changes at the same moment stays, and the rule follows if it still fits', async () => {
  const rename = { $set: { title: 'Coaches', updated_at: new Date() } }
  expect(await run(editedMeanwhile(() => schemas().updateOne({ _id: 'instructors' }, rename)))).toBe(3)
  expect(await stored('instructors')).toMatchObject({ title: 'Coaches', due: [{ field: 'certified_until' }] })
})

test('no rule names a field that is removed at the same moment', async () => {
  const remove = { $unset: { 'properties.active': 1, badges: 1 }, $set: { updated_at: new Date() } } as object
  expect(await run(editedMeanwhile(() => schemas().updateOne({ _id: 'instructors' }, remove)))).toBe(2)
  const after = await stored('instructors')
  expect(after).not.toHaveProperty('due')
  expect(usableSchema(after).name).toBe('instructors')
})

test.each([{ properties: null }, { properties: { name: 'text' } }, { required: 7 }, { due: 'soon', properties: [] }])(
  'a description that cannot be read (%j) is named and left, and the others are described',
  async (change) => {
    await schemas().updateOne({ _id: 'equipment' }, { $set: change as object })
    const before = await stored('equipment')
    expect(await run()).toBe(2)
    expect(await stored('equipment')).toEqual(before)
    expect(logged).toEqual([['table description not readable, left as it is', { table: 'equipment' }]])
  },
)
