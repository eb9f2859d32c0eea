import { expect, test } from 'vitest'
import { cellsOf, pastedInto } from './pasted-cells'

const schema = {
  name: 'birds',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Name', minLength: 2 },
    size: { type: 'string', title: 'Size', enum: ['s', 'l'], enumNames: ['Small', 'Large'] },
    eggs: { type: 'integer', title: 'Eggs' },
    nest: { type: 'string', title: 'Nest', format: 'reference', table: 'nests' },
    state: { type: 'string', title: 'State', readOnly: true },
  },
}
const columns = Object.entries(schema.properties).map(([key, field]) => ({ key, field, title: field.title })) as never[]
const records = ['a', 'b', 'c'].map((id) => ({ id, name: `Bird ${id}`, updated_at: 't' })) as never[]
const into = (text: string, row = 0, column = 0) => pastedInto(schema, cellsOf(text), { records, columns, row, column })

test('copied cells are parted by tabs and lines; quotation marks hold line breaks', () => {
  expect(cellsOf('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(cellsOf('"two\nlines"\t"say ""hi"""\nx\t')).toEqual([
    ['two\nlines', 'say "hi"'],
    ['x', ''],
  ])
  expect(cellsOf('one')).toEqual([['one']])
})

test('values go right and down, read as an import reads them', () => {
  expect(into('large\t3\nSmall\t', 1, 1)).toEqual({
    changes: [
      { record: records[1], values: { size: 'l', eggs: 3 } },
      { record: records[2], values: { size: 's', eggs: null } },
    ],
  })
})

test.each([
  ['a value that does not fit', 'Huge', 0, 1, 'Size must be one of the valid options'],
  ['a required value that is empty', 'Wren\n""\nOwl', 0, 0, 'Name is required'],
  ['a value that is too short', 'x', 0, 0, 'Name must be at least 2 characters'],
  ['references', 'Oak', 0, 3, 'Nest names records'],
  ['a field that is filled in automatically', 'free', 0, 4, 'State cannot be pasted into'],
  ['too many rows', 'aa\nbb\ncc\ndd', 0, 0, 'fewer follow here'],
  ['too many columns', 'a\tb', 0, 4, 'cannot be pasted into'],
  ['too many cells', Array.from({ length: 501 }, () => '1').join('\n'), 0, 2, 'At most 500 cells'],
])('nothing is pasted of %s', (_, text, row, column, reason) => {
  expect(into(text, row, column)).toEqual({ refusal: expect.stringContaining(reason) })
})
