import type { DueRule } from '@app/contracts/table-schema'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { badgeFields, badgesOf, holdsWaiver } from './badges'
import { dueFilters } from './conditions'
import { checkedTableSchema } from './schema'

const waiver = [
  {
    label: 'Waiver missing',
    tone: 'red' as const,
    when: [
      { field: 'waiver_signed', equals: false },
      { field: 'waiver', empty: true },
      { field: 'waiver_until', empty: true },
    ],
  },
  {
    label: 'Waiver expired {waiver_until}',
    tone: 'red' as const,
    when: [{ field: 'waiver_until', before: 'today' as const }],
  },
  {
    label: 'Waiver expires {waiver_until}',
    tone: 'amber' as const,
    when: [{ field: 'waiver_until', within_days: 30 }],
  },
]
const schema = {
  name: 'students',
  properties: {
    waiver_signed: { type: 'boolean' },
    waiver: { type: 'string', format: 'file' },
    waiver_until: { type: 'string', format: 'date' },
  },
  badges: waiver,
}
const none = { waiver_signed: false, waiver: null, waiver_until: null }

test.each([
  ['nothing', {}, 'Waiver missing', false],
  ['a paper', { waiver_signed: true }, '', true],
  ['an uploaded file', { waiver: '/api/files/1' }, '', true],
  ['a signature', { waiver_signed: true, waiver_until: '2027-11-04' }, '', true],
  ['one that ends soon', { waiver_until: '2026-12-04' }, 'Waiver expires Dec 4', true],
  ['one that ends next year', { waiver_until: '2027-01-01' }, '', true],
  ['its last day', { waiver_until: '2026-11-25' }, 'Waiver expires Nov 25', true],
  ['one that has ended', { waiver_signed: true, waiver_until: '2026-11-24' }, 'Waiver expired Nov 24', false],
  ['one that ended in another year', { waiver_until: '2025-11-24' }, 'Waiver expired Nov 24, 2025', false],
])('the waiver of a student with %s', (_, values, label, holds) => {
  const student = { ...none, ...values }
  const badges = badgesOf(schema, student, '2026-11-25')
  expect(badges.map((badge) => badge.label).join()).toBe(label)
  expect(badges.every(({ about }) => about === 'waiver')).toBe(true)
  expect(holdsWaiver(student, '2026-11-25')).toBe(holds)
})

test('whether a waiver holds is read from what is known, not from badges', () => {
  expect(holdsWaiver({}, '2026-11-25')).toBe(false)
  expect(holdsWaiver({ waiver_signed: true, waiver_until: '' }, '2026-11-25')).toBe(true)
})

test('a badge about something else is not about the waiver, and a day that is missing leaves no gap', () => {
  const badges = [{ label: 'Since {joined}', tone: 'blue' as const, when: [{ field: 'name', empty: false }] }]
  expect(badgesOf({ badges }, { name: 'Ada', joined: 'soon' }, '2026-11-25')).toEqual([
    { label: 'Since', tone: 'blue' },
  ])
  expect(badgeFields({ badges })).toEqual(['joined', 'name'])
})

test('a text of a badge names dates of the table only', () => {
  expect(v.is(checkedTableSchema, schema)).toBe(true)
  const named = (label: string) => v.is(checkedTableSchema, { ...schema, badges: [{ ...waiver[0]!, label }] })
  expect([named('Until {waiver_until}'), named('Until {waiver}'), named('Until {end}')]).toEqual([true, false, false])
})

const rules: Record<string, DueRule> = {
  checked: { field: 'checked_on', overdueAfterDays: 90, label: 'last checked' },
  ends: {
    ...{ field: 'ends_on', dueWithinDays: 60, label: 'license ends', past: 'license ended' },
    unless: { field: 'active', equals: false },
  },
}

test.each([
  ['checked', { checked_on: '2026-08-27' }, [], { checked_on__lte: 'today-91' }],
  ['checked', { checked_on: '2026-08-26' }, ['amber Last checked Aug 26'], { checked_on__lte: 'today-91' }],
  ['checked', { checked_on: null }, [], { checked_on__lte: 'today-91' }],
  ['ends', { ends_on: '2027-01-25' }, [], { ends_on__lte: 'today+60', active__ne: 'false' }],
  ['ends', { ends_on: '2027-01-24' }, ['amber License ends Jan 24, 2027'], expect.anything()],
  ['ends', { ends_on: '2026-11-25' }, ['amber License ends Nov 25'], expect.anything()],
  ['ends', { ends_on: '2026-11-24', active: true }, ['red License ended Nov 24'], expect.anything()],
  ['ends', { ends_on: '2026-11-24', active: false }, [], expect.anything()],
])('a day that is watched (%s) gives a badge and a filter: %j', (name, record, badges, filters) => {
  const rule = rules[name]!
  expect(badgesOf({ due: [rule] }, record, '2026-11-25').map(({ tone, label }) => `${tone} ${label}`)).toEqual(badges)
  expect(dueFilters(rule)).toEqual(filters)
})

test("a table's own badge about a day takes the place of the one that is made", () => {
  const badges = [
    { label: 'Check it', tone: 'blue' as const, when: [{ field: 'checked_on', before: 'today' as const }] },
  ]
  const due = [rules['checked']!]
  expect(badgesOf({ badges, due }, { checked_on: '2026-01-01' }, '2026-11-25')).toEqual([
    { label: 'Check it', tone: 'blue' },
  ])
  expect(badgeFields({ due: [rules['ends']!] })).toEqual(['ends_on', 'active'])
})

test('a watched day is a date of the table, and says when it is due in one way', () => {
  const properties = { ends_on: { type: 'string', format: 'date' }, active: { type: 'boolean' } }
  const fits = (rule: object) => v.is(checkedTableSchema, { name: 'licenses', properties, due: [rule] })
  expect(fits(rules['ends']!)).toBe(true)
  for (const change of [{ field: 'active' }, { field: 'gone' }, { unless: { field: 'gone', equals: 1 } }])
    expect(fits({ ...rules['ends'], ...change })).toBe(false)
  expect(fits({ ...rules['ends'], overdueAfterDays: 1 })).toBe(false)
  expect(fits({ field: 'ends_on', label: 'ends' })).toBe(false)
})

const oneValue = 'unless needs a field and one value of it: a text, a number, true or false'

test.each<[unless: unknown, fault: string]>([
  [{}, oneValue],
  [[], oneValue],
  ['active', oneValue],
  [{ field: 'active' }, oneValue],
  [{ equals: false }, oneValue],
  [{ field: 'active', equals: null }, oneValue],
  [{ field: 'active', equals: '' }, oneValue],
  [{ field: 'state', equals: {} }, oneValue],
  [{ field: 'state', equals: ['gone', 'sold'] }, oneValue],
  [{ field: 'state', equals: 'gone', or: 'sold' }, oneValue],
  [
    { field: 'active', equals: 'false' },
    'the field active in the exception of the day "license ends", which is not a text',
  ],
  [{ field: 'state', equals: false }, 'which is not true or false'],
  [{ field: 'state', equals: 1 }, 'which is not a number'],
  [{ field: 'tags', equals: 'gone' }, 'which is not a text'],
])('an exception that can leave no record out is refused: %j', (unless, fault) => {
  const properties = {
    ends_on: { type: 'string', format: 'date' },
    active: { type: 'boolean' },
    state: { type: 'string', enum: ['new', 'gone'] },
    tags: { type: 'array', items: { type: 'string' } },
  }
  for (const when of [{ dueWithinDays: 60 }, { overdueAfterDays: 60 }]) {
    const rule = { field: 'ends_on', label: 'license ends', ...when, unless }
    const [issue] = v.safeParse(checkedTableSchema, { name: 'licenses', properties, due: [rule] }).issues ?? []
    expect(issue?.message).toContain(fault)
  }
})

test.each([
  [{ type: 'boolean' }, false],
  [{ type: 'string' }, 'gone'],
  [{ type: 'integer' }, 0],
  [{ type: 'number' }, 1.5],
])('an exception is one value of a field %j', (field, equals) => {
  const properties = { ends_on: { type: 'string', format: 'date' }, field }
  const due = [{ ...rules['ends'], unless: { field: 'field', equals } }]
  expect(v.safeParse(checkedTableSchema, { name: 'licenses', properties, due }).issues).toBeUndefined()
})
