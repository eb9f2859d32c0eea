import type { FieldSchema, TableSchema } from '@app/contracts/table-schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText } from './csv'
import { unguarded } from './formula-guard'
import { guessMapping, matchChoices, proposedMatch } from './import-columns'
import { importedCell } from './import-value'

const level: FieldSchema = {
  type: 'string',
  enum: ['beginner', 'team_building'],
  enumNames: ['Beginner', 'Team Building'],
}
const string = (format?: string): FieldSchema => ({ type: 'string', ...(format && { format }) })

test.each([
  [level, 'beginner', 'beginner'],
  [level, ' TEAM building ', 'team_building'],
  [{ type: 'boolean' }, 'Yes', true],
  [{ type: 'boolean' }, 'no', false],
  [{ type: 'number' }, '34.5', 34.5],
  [string('date'), '2015-02-03', '2015-02-03'],
  [string('date'), '2/3/2015', '2015-02-03'],
  [string('date-time'), '2026-11-28T18:00:00.000Z', '2026-11-28T18:00:00.000Z'],
  [string('date-time'), '2026-11-28 10:00', '2026-11-28T18:00:00.000Z'],
  [string('date-time'), '2026-11-28T10:00', '2026-11-28T18:00:00.000Z'],
  [string('date-time'), '2026-07-04T12:30:00', '2026-07-04T19:30:00.000Z'],
  [string('date-time'), '7/4/2026 12:30 PM', '2026-07-04T19:30:00.000Z'],
  [string('date-time'), '7/4/2026 12:05 AM', '2026-07-04T07:05:00.000Z'],
  [{ type: 'array', items: level }, 'Beginner; team building', ['beginner', 'team_building']],
  [string(), "'=1+1", '=1+1'],
  [string(), '  ', null],
] as [FieldSchema, string, unknown][])('%j reads %j', (field, text, value) => {
  expect(importedCell(field, text)).toEqual({ value })
})

test.each([
  [level, 'expert', 'must be one of the valid options'],
  [{ type: 'boolean' }, 'perhaps', 'must be Yes or No'],
  [{ type: 'number' }, '1,5', 'must be a number'],
  [string('date'), '3.2.2015', 'must be a valid date'],
  [string('date-time'), '2026-11-28 25:00', 'must be a valid date'],
  [string('date-time'), '99/99/2026 10:00', 'must be a valid date'],
  [{ type: 'array', items: level }, 'Beginner; expert', 'contains invalid options'],
] as [FieldSchema, string, string][])('%j refuses %j', (field, text, error) => {
  expect(importedCell(field, text)).toEqual({ error })
})

test('a time on the day of a clock change is local time', () => {
  expect(importedCell(string('date-time'), '2026-03-08 10:00')).toEqual({ value: '2026-03-08T17:00:00.000Z' })
  expect(importedCell(string('date-time'), '2026-11-01 10:00')).toEqual({ value: '2026-11-01T18:00:00.000Z' })
})

test('a label that stands for two options names neither', () => {
  const twice: FieldSchema = { type: 'string', enum: ['a', 'b'], enumNames: ['Same', 'same'] }
  expect(importedCell(twice, 'Same')).toHaveProperty('error')
})

test('a text comes back from an export as it was, guarded or not', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('', "'", "''", '=', "'=", '-'), (text, start) => {
      const cell = csvText(start + text)
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      expect(unguarded(read)).toBe(start + text)
    }),
    { numRuns: 5_000 },
  )
})

const students = {
  name: 'students',
  properties: {
    name: { type: 'string', title: 'Full Name' },
    level,
    group: { type: 'string', format: 'reference', table: 'groups' } as FieldSchema,
    kept: { type: 'string', readOnly: true },
  },
}

test('columns are guessed by name, by title, by options and by the labels of a reference; each field once', () => {
  expect(
    guessMapping(
      students,
      ['ID', 'full name', 'Skill', 'Name', 'group_label', 'kept', 'Shoe'],
      [['', 'Ada', 'Beginner', 'x', 'Owls', '1', '38']],
    ),
  ).toEqual({ ID: 'id', 'full name': 'name', Skill: 'level', Name: null, group_label: 'group', kept: null, Shoe: null })
  expect(guessMapping(students, ['group', 'group_label'], [])).toEqual({ group: 'group', group_label: null })
})

const people: TableSchema = {
  name: 'students',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Full Name' },
    birth_date: { type: 'string', title: 'Date of birth', format: 'date' },
    email: { type: 'string', title: 'Email', format: 'email' },
    phone: { type: 'string', title: 'Phone', format: 'phone' },
    guardian: { type: 'string', title: 'Guardian' },
    level,
    signed: { type: 'boolean' },
  },
}

test('common headings are understood', () => {
  const headings = ['Student name', 'Birthday', 'E-mail', 'Mobile', 'Parent / Guardian', 'Skill level', 'Shoe size']
  expect(Object.values(guessMapping(people, headings, []))).toEqual([
    ...['name', 'birth_date', 'email', 'phone', 'guardian', 'level'],
    null,
  ])
  expect(guessMapping(people, ['Student', 'DOB', 'Parent', 'Mobile', 'Phone'], [])).toEqual({
    ...{ Student: 'name', DOB: 'birth_date', Parent: 'guardian', Mobile: null, Phone: 'phone' },
  })
})

test('columns mean what they meant in the last import, as far as the table has the fields', () => {
  const last = { Contact: 'email', Group: 'gone', Name: 'guardian' }
  expect(guessMapping(people, ['Contact', 'Group', 'Name'], [], last)).toEqual({
    ...{ Contact: 'email', Group: null, Name: 'guardian' },
  })
})

test('a choice never identifies a record; the id does, or name and date of birth together', () => {
  const mapping = { A: 'name', B: 'birth_date', C: 'level', D: 'signed', E: 'email' }
  expect(matchChoices(people, mapping)).toEqual([
    { value: 'name+birth_date', label: 'Full Name and Date of birth' },
    { value: 'name', label: 'Full Name' },
    { value: 'birth_date', label: 'Date of birth' },
    { value: 'email', label: 'Email' },
  ])
  expect(proposedMatch(people, mapping)).toBe('name+birth_date')
  expect(proposedMatch(people, { ...mapping, F: 'id' })).toBe('id')
  expect(proposedMatch(people, { A: 'name' })).toBeNull()
})
