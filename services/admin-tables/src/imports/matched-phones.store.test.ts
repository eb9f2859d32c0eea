import type { TableSchema } from '@app/contracts/table-schema'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { rowChecker } from './check-rows'
import { importLookups } from './import-lookups'

const guardians: TableSchema = {
  name: 'guardians',
  required: ['name'],
  properties: { name: { type: 'string', title: 'Name' }, phone: { type: 'string', title: 'Phone' } },
}
const database = testDatabase()
beforeEach(database.clear)

const lookups = () =>
  importLookups({
    collection: database.mongo.collection,
    tables: { find: async () => guardians },
    files: { uploaderOf: async () => undefined, isUsed: async () => false },
  })(guardians, 'a'.repeat(24))

/** What a row with this phone does while one guardian has the other. */
async function outcomeOf(stored: string, phone: string, name = 'R. Brook') {
  await database.mongo
    .db()
    .collection('guardians')
    .insertMany([
      { name: 'R. Brook', phone: stored, updated_at: new Date(0) },
      { name: 'Other', phone: '916-555-0177', updated_at: new Date(0) },
      { name: 'Without', phone: null, updated_at: new Date(0) },
    ])
  const mapping = { name: 'name', phone: 'phone' }
  const check = rowChecker(guardians, ['name', 'phone'], { mapping, match: 'phone' }, lookups(), async () => {})
  const [outcome] = await check([{ row: 2, cells: [name, phone] }])
  return outcome!
}

test.each([
  ['(916) 555-0142', '916-555-0142'],
  ['9165550142', '+1 916 555 0142'],
  ['+1.916.555.0142', 'Cell: 916\u00b7555\u00b70142'],
  ['916-555-0142 x12', '(916) 555-0142 ext. 12'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+442079460958', '0044 20 7946 0958'],
  ['555-0142', '555 0142'],
  ['ask her mother', 'Ask her mother'],
])('the record with the phone %j is that of a row with %j, and such a row changes nothing', async (stored, phone) => {
  expect(await outcomeOf(stored, phone)).toMatchObject({ action: 'unchanged' })
})

test('of such a record a row changes what differs, and its phone stays as it is stored', async () => {
  const outcome = await outcomeOf('(916) 555-0142', '+1 916 555 0142', 'Robin Brook')
  expect(outcome).toMatchObject({ action: 'update', values: { name: 'Robin Brook' } })
  expect(outcome).not.toHaveProperty('values.phone')
})

test.each([
  ['(916) 555-0142', '916-555-0143'],
  ['916-555-0142', '555-0142'],
  ['916-555-0142 x12', '916-555-0142'],
])('a row with another phone than %j, such as %j, makes a record', async (stored, phone) => {
  expect(await outcomeOf(stored, phone)).toMatchObject({ action: 'create' })
})

test('the same phone twice in a file is named, however it is written', async () => {
  const rows = ['916-555-0142', '+1 (916) 555-0142'].map((phone, at) => ({ row: at + 2, cells: ['R. Brook', phone] }))
  const mapping = { name: 'name', phone: 'phone' }
  const check = rowChecker(guardians, ['name', 'phone'], { mapping, match: 'phone' }, lookups(), async () => {})
  expect(await check(rows)).toMatchObject([
    { action: 'create' },
    { action: 'error', errors: [{ message: 'is the same record as row 2' }] },
  ])
})
