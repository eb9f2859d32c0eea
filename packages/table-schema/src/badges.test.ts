import * as v from 'valibot'
import { expect, test } from 'vitest'
import { badgeFields, badgesOf, holdsWaiver } from './badges'
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
