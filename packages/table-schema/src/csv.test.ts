import { cpuMs } from '@app/contracts/testing/cpu-ms'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteOrderMark, csvCell, csvHeader, csvLines, csvText } from './csv'
import { guarded, unguarded } from './formula-guard'
import type { TableSchema } from './schema'

const table: TableSchema = {
  name: 'lessons',
  properties: {
    created_at: { type: 'string', format: 'date-time', readOnly: true },
    title: { type: 'string' },
    seats: { type: 'integer' },
    about: { type: 'string', format: 'rich_text' },
    gear: { type: 'array' },
  },
}
const record = {
  id: 'a1',
  title: 'Long, "bow"\nclass ü',
  seats: -3,
  about: '<p>One</p><p>=1+1</p>',
  gear: ['bow', 'glove'],
  created_at: '2026-05-01T10:00:00.000Z',
  updated_at: null,
}

test('the names come first, id before all and the two times behind', () => {
  expect(csvHeader(table)).toBe('id,title,seats,about,gear,created_at,updated_at\r\n')
})

test('a record is one line by RFC 4180; what is empty stays empty', () => {
  expect(csvLines(table)(record)).toBe(
    'a1,"Long, ""bow""\nclass ü",-3,One =1+1,bow; glove,2026-05-01T10:00:00.000Z,\r\n',
  )
  expect(csvLines(table)({ id: 'a1' })).toBe('a1,,,,,,\r\n')
})

const dangerous = [
  ...['=HYPERLINK("http://x")', '=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '|cmd', '%0A'],
  ...[
    ' =1',
    '\u00a0=1',
    '\u3000＝1',
    '＋1',
    '－1',
    '＠a',
    '\u200b=1',
    '\ufeff=1',
    '\n=1',
    '\u0000=1',
    "=cmd|' /C calc'!A0",
  ],
]

test.each(dangerous)('%j is not computed', (text) => {
  const [[cell]] = parse(csvCell({ type: 'string' }, text)) as [[string]]
  expect(cell[0]).toBe("'")
  expect(csvCell({ type: 'array' }, [text])).toMatch(/^"?'/)
  expect(csvCell({ type: 'number' }, text)).toMatch(/^"?'/)
  expect(csvCell({ type: 'string', format: 'rich_text' }, `<p>${text.trim()}</p>`)).toMatch(/^"?['&]/)
})

test('numbers stay numbers', () => {
  expect([-1, 0, 2.5].map((value) => csvCell({ type: 'number' }, value))).toEqual(['-1', '0', '2.5'])
  expect(csvCell({ type: 'boolean' }, false)).toBe('false')
})

test('whatever a text holds, no cell begins as a formula does', () => {
  const part = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    ' ',
    '"',
    "'",
    ',',
    '\u0000',
    '＝',
    '|',
    '%',
    'a',
    '1',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const [row] = parse(`${csvCell({ type: 'string' }, parts.join(''))},x`) as string[][]
      expect(row).toHaveLength(2)
      expect(row![0]).not.toMatch(/^[\s]*[=+\-@|%＝]/)
    }),
    { numRuns: 2_000 },
  )
})

test('what a reader of CSV gets is what the cell held', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\u0000'))
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
      const file = `${byteOrderMark}${texts.map(csvText).join(',')}\r\n`
      const [row = []] = parse(file, { bom: true, skip_empty_lines: false }) as string[][]
      expect(row.map(unguarded)).toEqual(texts)
    }),
    { numRuns: 1_000 },
  )
})

const signs = ['=', '+', '-', '@', '＝', ';', ',', '\t', '\r', '\n', ' ', '"', "'", '\u200b', 'a', '1']
const hostile = fc.array(fc.constantFrom(...signs), { maxLength: 14 }).map((parts) => parts.join(''))

test('no field begins as a formula does where semicolons or tabs separate, whatever quotes count for', () => {
  expect(csvText('x;=1+1')).toBe("x;'=1+1")
  expect(csvText('x\n"=1+1"')).toBe(`"x\n'""=1+1"""`)
  expect(csvText('Bring: bow, -5 °C; x=1')).toBe('"Bring: bow, -5 °C; x=1"')
  fc.assert(
    fc.property(hostile, hostile, (one, other) => {
      const line = `a1,${csvText(one)},${csvText(other)}`
      for (const field of line.split(/[;\t\r\n]/)) expect(field).not.toMatch(/^["\s\u200b]*[=+\-@＝]/)
    }),
    { numRuns: 5_000 },
  )
})

test('reading takes away exactly the guards that writing has added', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(unguarded(guarded(text))).toBe(text)
    }),
    { numRuns: 10_000 },
  )
  expect(unguarded("it's; 'quoted'")).toBe("it's; 'quoted'")
})

test('a text of separators only is guarded in linear time', () => {
  const started = cpuMs()
  expect(unguarded(guarded(`${'\n'.repeat(200_000)}=1`))).toHaveLength(200_002)
  expect(cpuMs() - started).toBeLessThan(1_000)
})

test('an export with labels has titles, options and names; chosen columns come alone, in their order', () => {
  const archers: TableSchema = {
    name: 'archers',
    properties: {
      name: { type: 'string' },
      level: { type: 'string', title: 'Level', enum: ['b', 'a'], enumNames: ['Beginner', 'Advanced'] },
      signed: { type: 'boolean', title: 'Waiver signed' },
      gear: { type: 'array', items: { type: 'string', enum: ['b'], enumNames: ['Bow'] } },
      coach: { type: 'string', title: 'Coach', format: 'reference', table: 'coaches' },
    },
  }
  const values = { id: 'a1', name: '=Ada', level: 'a', signed: false, gear: ['b'], coach: 'c1', age: 3 }
  const references = { coaches: { c1: { label: 'Marian' } } }
  const labels = { values: 'labels', columns: ['name', 'coach', 'level', 'signed', 'gear', 'created_at'] } as const
  expect(csvHeader(archers, labels)).toBe('Name,Coach,Level,Waiver signed,Gear,Created At\r\n')
  expect(csvLines(archers, labels)(values, references)).toBe("'=Ada,Marian,Advanced,No,Bow,\r\n")
  const stored = { columns: ['coach', 'level'] }
  expect(csvHeader(archers, stored)).toBe('coach,coach_label,level\r\n')
  expect(csvLines(archers, stored)(values, references)).toBe('c1,Marian,a\r\n')
})
