import { checkedTableSchema, type TableSchema } from '@app/table-schema/schema'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isSame, moved, nameFor, withField, withoutField } from './draft'
import { asKind, differences, kindOfField, kinds, ruleTexts } from './rule-texts'

const students: TableSchema = {
  name: 'students',
  title_field: 'name',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Full Name', minLength: 2, maxLength: 100 },
    birth_date: { type: 'string', format: 'date', maximum_date: 'today' },
    guardian: { type: 'string', required_if: [{ field: 'birth_date', younger_than: 18 }] },
    created_at: { type: 'string', format: 'date-time', readOnly: true },
  },
}
const names = ({ properties }: TableSchema) => Object.keys(properties)

test.each([
  ['T-shirt size', [], 't_shirt_size'],
  ['Zoë’s café', [], 'zoe_s_cafe'],
  ['2nd name', [], 'field_2nd_name'],
  ['名前', [], 'field'],
  ['Name', ['name', 'name_2'], 'name_3'],
])('a field called %s gets a name that the database takes', (title, taken, name) => {
  expect(nameFor(title, taken, 'field')).toBe(name)
})

test('a field is added before the times, changed in its place, moved and taken out', () => {
  const added = withField(students, 'shirt', { type: 'string' }, true)
  expect([names(added), added.required]).toEqual([
    ['name', 'birth_date', 'guardian', 'shirt', 'created_at'],
    ['name', 'shirt'],
  ])
  const changed = withField(added, 'name', { type: 'string' }, false)
  expect([names(changed)[0], changed.required]).toEqual(['name', ['shirt']])
  expect(names(moved(students, 'guardian', -1)).slice(0, 3)).toEqual(['name', 'guardian', 'birth_date'])
  expect(moved(students, 'name', -1)).toBe(students)
  const without = withoutField(students, 'name')
  expect([names(without)[0], without.required, without.title_field]).toEqual(['birth_date', [], undefined])
  expect([isSame(students, { ...students }), isSame(students, moved(students, 'name', 1))]).toEqual([true, false])
})

test('with a field go the days that are watched by it and the first order; an exception goes alone', () => {
  const unless = { field: 'retired', equals: true }
  const bows: TableSchema = {
    name: 'bows',
    first_sort: { field: 'checked_on', direction: 'asc' },
    properties: {
      name: { type: 'string' },
      checked_on: { type: 'string', format: 'date' },
      ends_on: { type: 'string', format: 'date' },
      retired: { type: 'boolean' },
    },
    due: [
      { field: 'checked_on', overdueAfterDays: 90, label: 'last checked', unless },
      { field: 'ends_on', dueWithinDays: 30, label: 'license ends' },
    ],
  }
  const [checked, ends] = bows.due!
  const { unless: _unless, ...always } = checked!
  const without = (...names: string[]) => {
    const after = names.reduce(withoutField, bows)
    expect(v.safeParse(checkedTableSchema, after).issues).toBeUndefined()
    return [after.due, after.first_sort]
  }
  expect(without('checked_on')).toEqual([[ends], undefined])
  expect(without('checked_on', 'ends_on')).toEqual([undefined, undefined])
  expect(without('retired')).toEqual([[always, ends], bows.first_sort])
  expect(without('name')).toEqual([bows.due, bows.first_sort])
})

test('rules are shown in words', () => {
  expect(names(students).map((name) => ruleTexts(students, name))).toEqual([
    ['Required', '2 to 100 characters'],
    ['Not after today'],
    ['Required when Birth Date is less than 18 years ago'],
    ['Filled in automatically'],
  ])
})

test('two descriptions differ field by field', () => {
  const after = withField(withoutField(students, 'guardian'), 'shirt', { type: 'string' }, true)
  after.properties['name'] = { ...after.properties['name']!, title: 'Name' }
  expect(differences(students, after)).toEqual(['Full Name renamed to Name', 'Shirt added', 'Guardian retired'])
  expect(differences(students, moved(students, 'name', 1))).toEqual(['Order changed'])
  expect(differences(students, students)).toEqual([])
})

test('the kind of a field follows from its description, and a change of kind keeps only its texts', () => {
  expect(kinds.map(({ parts }) => kindOfField(parts)?.id)).toEqual(kinds.map(({ id }) => id))
  const number = kinds.find(({ id }) => id === 'integer')!
  expect(asKind({ type: 'string', title: 'Seats', maxLength: 3 }, number)).toEqual({ type: 'integer', title: 'Seats' })
  expect(kindOfField({ type: 'geo_point' })).toBeUndefined()
})
