import type { TableSchema } from '@app/table-schema'
import { expect, test } from 'vitest'
import type { WireRecord } from '../tables/read-record'
import { rowChecker } from './check-rows'

const people: TableSchema = {
  name: 'people',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Name' },
    born: { type: 'string', title: 'Born', format: 'date' },
    email: { type: 'string', format: 'email' },
  },
}
const ada: WireRecord = { id: 'a'.repeat(24), name: 'Ada Brook', born: '2014-02-28', email: null }

function check(rows: string[][], match?: string) {
  const mapping = { Name: 'name', Born: 'born' }
  const lookups = {
    existing: async (field: string, values: readonly unknown[]) =>
      values.some((value) => String(value).toLowerCase() === String(ada[field]).toLowerCase()) ? [ada] : [],
    named: async () => new Map(),
    refusedFiles: async () => new Set<string>(),
  }
  const checker = rowChecker(people, Object.keys(mapping), { mapping, match }, lookups, async () => {})
  return checker(rows.map((cells, at) => ({ row: at + 2, cells })))
}

test('a new person whose name a record or an earlier row has is a possible duplicate', async () => {
  expect(
    await check([
      ['ADA BROOK', '2014-02-28'],
      ['Ben', ''],
      ['ben ', ''],
    ]),
  ).toMatchObject([
    { action: 'create', duplicate: { name: 'ADA BROOK', id: ada.id } },
    { action: 'create' },
    { action: 'create', duplicate: { sameAsRow: 3 } },
  ])
})

test('name and date of birth together find a record; one without a date may be a duplicate', async () => {
  const rows = [
    ['ada brook', '2/28/2014'],
    ['Ada Brook', '2001-01-01'],
    ['Ada Brook', ''],
    ['Ada Brook', '2014-02-28'],
  ]
  expect(await check(rows, 'name+born')).toMatchObject([
    { action: 'update', before: ada, values: { name: 'ada brook' } },
    { action: 'create', duplicate: { id: ada.id } },
    { action: 'create', duplicate: { id: ada.id } },
    { action: 'error', errors: [{ column: 'Name', message: 'is the same record as row 2' }] },
  ])
})

test.each([['O\u2019Neil'], ['O`Neil'], ["O'NEIL"], ['O\u02bcNeil ']])(
  'search.txt: an import of %j with the same birth date makes no second student',
  async (name) => {
    const rows = [
      ["Shea O'Neil", '2015-03-04'],
      [`Shea ${name}`, '2015-03-04'],
    ]
    expect(await check(rows, 'name+born')).toMatchObject([
      { action: 'create' },
      { action: 'error', errors: [{ message: 'is the same record as row 2' }] },
    ])
  },
)
