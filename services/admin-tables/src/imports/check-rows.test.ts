import type { TableSchema } from '@app/contracts/table-schema'
import { expect, test } from 'vitest'
import type { WireRecord } from '../tables/read-record'
import { rowChecker } from './check-rows'

const birds: TableSchema = {
  name: 'birds',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Name', minLength: 2 },
    ring: { type: 'string', title: 'Ring' },
    size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'], default: 's' },
    about: { type: 'string', format: 'rich_text' },
    nest: { type: 'string', format: 'reference', table: 'nests' },
    photo: { type: 'string', title: 'Photo', format: 'image' },
    friends: { type: 'array', items: { type: 'string', format: 'reference', table: 'birds' } },
    state: { type: 'string', readOnly: true, default: 'free' },
  },
}
const wren = 'a'.repeat(24)
const oak = 'b'.repeat(24)
const ours = `/api/files/${'1'.repeat(24)}`
const gone = `/api/files/${'2'.repeat(24)}`
const stored: WireRecord[] = [
  {
    id: wren,
    name: 'Wren',
    ring: 'R1',
    size: 's',
    about: '<p>Sings <b>well</b></p>',
    photo: gone,
    nest: null,
    friends: null,
    updated_at: 't',
  },
  { id: 'c'.repeat(24), name: 'Owl', ring: 'R2', size: 'l', about: null, nest: null, friends: null, updated_at: 't' },
  { id: 'd'.repeat(24), name: 'Owl', ring: 'R3', size: 'l', about: null, nest: null, friends: null, updated_at: 't' },
]
const named = new Map([
  ['Oak', [oak]],
  ['Wren', [wren]],
  ['Twin', ['e'.repeat(24), 'f'.repeat(24)]],
])

function check(headers: string[], rows: string[][], match?: string, mapping?: Record<string, string | null>) {
  const asked: string[] = []
  const checker = rowChecker(
    birds,
    headers,
    { mapping: mapping ?? Object.fromEntries(headers.map((header) => [header, header])), match },
    {
      existing: async (field, values) =>
        stored.filter((record) =>
          values.some((value) => String(value).toLowerCase() === String(record[field]).toLowerCase()),
        ),
      named: async (table, labels) => {
        asked.push(table)
        return new Map(labels.map((label) => [label, named.get(label) ?? []]))
      },
      refusedFiles: async (urls) => new Set(urls.filter((url) => url !== ours)),
    },
    async () => {},
  )
  return checker(rows.map((cells, at) => ({ row: at + 2, cells }))).then((outcomes) => ({ outcomes, asked }))
}
const messages = async (...given: Parameters<typeof check>) =>
  (await check(...given)).outcomes.map((outcome) =>
    outcome.action === 'error'
      ? outcome.errors.map(({ column, message }) => `${column}: ${message}`).join('; ')
      : outcome.action,
  )

test('without a match every row is a new record, with the defaults of its table', async () => {
  const { outcomes } = await check(['name'], [['Wren'], ['Wren']])
  expect(outcomes).toMatchObject([
    { row: 2, action: 'create', values: { name: 'Wren', size: 's', ring: null } },
    { row: 3, action: 'create' },
  ])
  expect(outcomes[0]).not.toHaveProperty('values.state')
})

test('a matched row changes only the fields that differ; an equal row changes nothing', async () => {
  const { outcomes } = await check(
    ['ring', 'name', 'size'],
    [
      ['R1', 'Wren', 'Large'],
      ['R2', 'Owl', 'Large'],
      ['R9', 'Tit', ''],
    ],
    'ring',
  )
  expect(outcomes).toMatchObject([
    { action: 'update', before: { id: wren }, values: { size: 'l' } },
    { action: 'unchanged' },
    { action: 'create', values: { ring: 'R9', size: null } },
  ])
})

test('a rich text exported as plain text comes back without a change', async () => {
  expect(await messages(['id', 'about'], [[wren, 'Sings well']], 'id')).toEqual(['unchanged'])
})

test('a match that is not unique, in the table or in the file, is an error of its row', async () => {
  expect(await messages(['name'], [['Owl'], ['Wren'], ['wren']], 'name')).toEqual([
    'name: matches several records',
    'unchanged',
    'name: is the same record as row 3',
  ])
})

test('an id that no record has is an error; an empty one makes a record', async () => {
  expect(
    await messages(
      ['id', 'name'],
      [
        ['9'.repeat(24), 'Tit'],
        ['', 'Tit'],
      ],
      'id',
    ),
  ).toEqual(['id: No record has this id. Empty the cell to create one.', 'create'])
})

test('references are found by label or id, by one query per table; what is not there or not unique is named', async () => {
  const { outcomes, asked } = await check(
    ['name', 'nest', 'friends'],
    [
      ['Tit', 'Oak', 'Wren'],
      ['Jay', 'Elm', ''],
      ['Roc', 'Twin', ''],
    ],
  )
  expect(outcomes).toMatchObject([
    { action: 'create', values: { nest: oak } },
    { action: 'error', errors: [{ row: 3, column: 'nest', message: '"Elm" does not exist' }] },
    { action: 'error', errors: [{ column: 'nest', message: '"Twin" is not unique: give the id' }] },
  ])
  expect(asked.toSorted()).toEqual(['birds', 'nests'])
})

test('every error of a row is listed with its column and the value of its cell', async () => {
  const mapping = { Bird: 'name', size: 'size', nest: 'nest', friends: 'friends' }
  const { outcomes } = await check(
    Object.keys(mapping),
    [['x', `Huge ${'y'.repeat(60)}`, 'Elm', 'Wren; Roc; Twin', 'more']],
    undefined,
    mapping,
  )
  expect(outcomes).toEqual([
    {
      row: 2,
      action: 'error',
      errors: [
        { row: 2, column: null, message: 'has 5 cells, the first row has 4' },
        {
          row: 2,
          column: 'size',
          message: 'Size must be one of the valid options',
          value: `Huge ${'y'.repeat(42)}...`,
          cell: `Huge ${'y'.repeat(60)}`,
        },
        { row: 2, column: 'nest', message: '"Elm" does not exist', cell: 'Elm' },
        { row: 2, column: 'friends', message: '"Roc" does not exist', cell: 'Wren; Roc; Twin' },
        { row: 2, column: 'friends', message: '"Twin" is not unique: give the id', cell: 'Wren; Roc; Twin' },
        { row: 2, column: 'Bird', message: 'Name must be at least 2 characters', value: 'x', cell: 'x' },
      ],
    },
  ])
  expect(await messages(['Bird'], [['x']], undefined, { Bird: 'name' })).toEqual([
    'Bird: Name must be at least 2 characters',
  ])
})

test('a matched row lists the errors of its cells and of its values together, and is no new record', async () => {
  expect(await messages(['ring', 'name', 'size'], [['R1', 'x', 'Huge']], 'ring')).toEqual([
    'size: Size must be one of the valid options; name: Name must be at least 2 characters',
  ])
  // Which record it is stays unknown: what a new one would need is not asked for.
  expect(await messages(['ring', 'name', 'size'], [['', '', 'Huge']], 'size')).toEqual([
    'size: Size must be one of the valid options',
  ])
  expect(
    await messages(
      ['name', 'ring', 'size'],
      [
        ['Owl', '', 'Huge'],
        ['Jay', '', ''],
        ['jay', '', 'Vast'],
      ],
      'name',
    ),
  ).toEqual([
    'size: Size must be one of the valid options; name: matches several records',
    'create',
    'size: Size must be one of the valid options; name: is the same record as row 3',
  ])
})

test('columns that are left out change nothing', async () => {
  expect(await messages(['ring', 'note'], [['R1', 'hello']], 'ring', { ring: 'ring', note: null })).toEqual([
    'unchanged',
  ])
})

test('records that are created automatically cannot be imported', async () => {
  const closed = rowChecker(
    { ...birds, creatable: false },
    ['name'],
    { mapping: { name: 'name' }, match: undefined },
    {
      existing: async () => [],
      named: async () => new Map(),
      refusedFiles: async () => new Set(),
    },
    async () => {},
  )
  expect(await closed([{ row: 2, cells: ['Wren'] }])).toMatchObject([{ action: 'error' }])
})

test('a file that does not exist is an error of its row, unless the record has it already', async () => {
  const rows = [
    ['R1', 'Wren', gone],
    ['R2', 'Owl', gone],
    ['R3', 'Owl', ours],
    ['R4', 'Robin', gone],
    ['R5', 'Robin', ours],
  ]
  expect(await messages(['ring', 'name', 'photo'], rows, 'ring')).toEqual([
    'unchanged',
    'photo: Photo names a file that does not exist',
    'update',
    'photo: Photo names a file that does not exist',
    'create',
  ])
})
