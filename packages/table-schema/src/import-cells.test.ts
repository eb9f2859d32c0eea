import type { FieldSchema } from '@app/contracts/table-schema'
import { expect, test } from 'vitest'
import { orderIn } from './import-dates'
import { importedCell } from './import-value'

const string = (format?: string, title = 'Title'): FieldSchema => ({ type: 'string', title, ...(format && { format }) })
const number = (title: string): FieldSchema => ({ type: 'number', title })
const phone = string(undefined, 'Phone')

test.each([
  ['3/4/01', '2001-03-04'],
  ['03/04/2001', '2001-03-04'],
  ['3-4-2001', '2001-03-04'],
  ['3/4/98', '1998-03-04'],
  ['13/4/2001', '2001-04-13'],
  ['12/25/2001', '2001-12-25'],
  ['Mar 4, 2001', '2001-03-04'],
  ['March 4th, 2001', '2001-03-04'],
  ['Mar. 4 2001', '2001-03-04'],
  ['Sunday, March 4, 2001', '2001-03-04'],
  ['Sun, Mar 4, 2001', '2001-03-04'],
  ['4-Mar-2001', '2001-03-04'],
  ['4-Mar-01', '2001-03-04'],
  ['4 March 2001', '2001-03-04'],
  ['4th of March 2001', '2001-03-04'],
  ['04MAR2001', '2001-03-04'],
  ['2001-Mar-04', '2001-03-04'],
  ['2001/03/04', '2001-03-04'],
  ['2001.3.4', '2001-03-04'],
  ['20010304', '2001-03-04'],
  ['3/4/2001 0:00', '2001-03-04'],
  ['3/4/2001 12:00:00 AM', '2001-03-04'],
  ['2001-03-04T00:00:00', '2001-03-04'],
  ['2001-03-04 00:00:00', '2001-03-04'],
  ['2001-03-04T00:00:00.000Z', '2001-03-04'],
  ['2001-03-05T02:00:00Z', '2001-03-04'],
  ['36954', '2001-03-04'],
  ['36954.0', '2001-03-04'],
  ['\u200e2001-03-04\u200e', '2001-03-04'],
  ['\u00a02001-03-04\u00a0', '2001-03-04'],
  ['2001‑03‑04', '2001-03-04'],
  ['="2001-03-04"', '2001-03-04'],
  ["'3/4/2001", '2001-03-04'],
  ['12/31/2026 23:59:59', '2026-12-31'],
  ['13.4.2001', '2001-04-13'],
  ['4.4.2001', '2001-04-04'],
  ['20010304T000000Z', '2001-03-04'],
  ['2001-03-04 00:00:00+00', '2001-03-04'],
  ['Sun Mar 04 2001 00:00:00 GMT-0800 (Pacific Standard Time)', '2001-03-04'],
  ['Sun Mar  4 00:00:00 PST 2001', '2001-03-04'],
  ['٢٠٠١-٠٣-٠٤', '2001-03-04'],
  ['۲۰۰۱/۰۳/۰۴', '2001-03-04'],
  ['１３/４/２００１', '2001-04-13'],
  ['१३/४/२००१', '2001-04-13'],
])('the date %j is %s', (text, value) => {
  expect(importedCell(string('date'), text)).toEqual({ value })
})

test.each([
  '13/13/2001',
  '2/30/2001',
  '2001-02-29',
  '1',
  '3/4',
  'March 2001',
  '3.2.2015',
  '#N/A',
  '########',
  'n/a',
  '99999999',
  '12:30',
  '๒๕๔๔-๐๓-๐๔',
  '2544-03-04',
  '۱۳۸۰/۰۱/۰۲',
  '1/1/0001 12:00:00 AM',
])('the date %j is refused', (text) => {
  expect(importedCell(string('date'), text)).toHaveProperty('error')
})

test.each([
  ['3/4/2001', 'either'],
  ['13/4/2001', 'day'],
  ['3/14/2001', 'month'],
  ['4/4/2001', undefined],
  ['2001-03-04', undefined],
  ['3/4/2001 0:00', 'either'],
  ['3.4.2001', 'either'],
  ['13.4.2001', 'day'],
  ['13/13/2001', undefined],
])('%j could begin with: %s', (text, order) => {
  expect(orderIn(text)).toBe(order)
  if (order === 'either')
    expect(importedCell(string('date'), text, { dayFirst: true })).toEqual({ value: '2001-04-03' })
})

test.each([
  ['12/5/2026, 9:30\u202fAM', '2026-12-05T17:30:00.000Z'],
  ['12/5/2026 9:30:15 AM', '2026-12-05T17:30:15.000Z'],
  ['٢٠٢٦-١٢-٠٥ ٠٩:٣٠', '2026-12-05T17:30:00.000Z'],
  ['２０２６/１２/５ ９：３０', '2026-12-05T17:30:00.000Z'],
  ['2026-12-05T09:30:00-0800', '2026-12-05T17:30:00.000Z'],
  ['2026-12-05T17:30:00Z', '2026-12-05T17:30:00.000Z'],
  ['2026-12-05 17:30 UTC', '2026-12-05T17:30:00.000Z'],
  ['2026-12-05T17:30:00.123456Z', '2026-12-05T17:30:00.000Z'],
  ['Dec 5, 2026 9:30 AM', '2026-12-05T17:30:00.000Z'],
  ['Sat, Dec 5, 2026 at 9:30 a.m.', '2026-12-05T17:30:00.000Z'],
  ['Dec 5, 2026 9am', '2026-12-05T17:00:00.000Z'],
  ['12/5/26 9:30p', '2026-12-06T05:30:00.000Z'],
  ['12/5/2026 21:30', '2026-12-06T05:30:00.000Z'],
  ['12/5/2026 9:30 AM PST', '2026-12-05T17:30:00.000Z'],
  ['2026-12-05T09:30:00+01:00', '2026-12-05T08:30:00.000Z'],
  ['46361.395833333336', '2026-12-05T17:30:00.000Z'],
  ['12/5/2026 23:59:59', '2026-12-06T07:59:59.000Z'],
  ['Saturday 5 December 2026 09:30', '2026-12-05T17:30:00.000Z'],
  ['20261205T173000Z', '2026-12-05T17:30:00.000Z'],
  ['20261205T093000', '2026-12-05T17:30:00.000Z'],
  ['2026-12-05T09:30-08:00', '2026-12-05T17:30:00.000Z'],
  ['2026-12-05T09:30:00-08', '2026-12-05T17:30:00.000Z'],
  ['Sat, 05 Dec 2026 09:30:00 -0800', '2026-12-05T17:30:00.000Z'],
  ['Sat Dec 05 2026 09:30:00 GMT-0800 (Pacific Standard Time)', '2026-12-05T17:30:00.000Z'],
  ['Sat Dec  5 09:30:00 PST 2026', '2026-12-05T17:30:00.000Z'],
  ['12/5/2026 9:30 AM GMT-8', '2026-12-05T17:30:00.000Z'],
  ['12/5/2026 9:30 AM UTC+1', '2026-12-05T08:30:00.000Z'],
  ['12/5/2026 @ 9:30 AM', '2026-12-05T17:30:00.000Z'],
  ['12/5/2026 - 9:30 AM', '2026-12-05T17:30:00.000Z'],
])('the time %j is %s', (text, value) => {
  expect(importedCell(string('date-time'), text)).toEqual({ value })
})

test.each([
  '2026-12-05 9:00-11:00',
  '12/5/2026 9:30-10:30',
  '12/5/2026 9:30 AM - 10:30 AM',
  '12/5/2026 25:00',
  '12/5/2026 9:75',
  '12/5/2026 13:30 PM',
  '9:30 AM',
  '12/5/2026 0:30 PM',
])('the time %j is refused', (text) => {
  expect(importedCell(string('date-time'), text)).toHaveProperty('error')
})

test.each(['3/8/2026 2:30 AM', '2026-03-08T02:00', '46089.104166666664'])(
  'the time %j, which the clock skips, is refused with the reason',
  (text) => {
    const error = 'is a time that the clock skips that day (DST)'
    expect(importedCell(string('date-time'), text)).toEqual({ error })
  },
)

test.each([
  ['3/8/2026 1:59 AM', '2026-03-08T09:59:00.000Z'],
  ['3/8/2026 3:00 AM', '2026-03-08T10:00:00.000Z'],
  ['11/1/2026 1:30 AM', '2026-11-01T08:30:00.000Z'],
  ['46089.999999', '2026-03-09T07:00:00.000Z'],
])('the time %j next to a change of the clock is %s', (text, value) => {
  expect(importedCell(string('date-time'), text)).toEqual({ value })
})

test.each([
  ['Price ($)', '$35.00', 35],
  ['Price ($)', '١٬٢٠٠٫٥', 1200.5],
  ['Length (minutes)', '६० min', 60],
  ['Draw length (inches)', '２８½', 28.5],
  ['Price ($)', '1,200', 1200],
  ['Price ($)', 'US$ 1,200.50', 1200.5],
  ['Price ($)', '35 USD', 35],
  ['Price ($)', '$.50', 0.5],
  ['Price ($)', 'USD 35', 35],
  ['Price ($)', '35 dollars', 35],
  ['Price', '€35', 35],
  ['Draw length (inches)', '28"', 28],
  ['Draw length (inches)', '28″', 28],
  ['Draw length (inches)', '28.5 in', 28.5],
  ['Draw length (inches)', '28 1/2', 28.5],
  ['Draw length (inches)', '28½', 28.5],
  ['Draw length (inches)', '28 1/2"', 28.5],
  ['Draw length (inches)', '28 inches', 28],
  ['Draw weight (lbs)', '25#', 25],
  ['Draw weight (lbs)', '25 lbs', 25],
  ['Minutes', '60 min', 60],
  ['Minutes', '60 minutes', 60],
  ['Minutes', '1.5 hours', 90],
  ['Minutes', '1 h 30 min', 90],
  ['Minutes', '1:30', 90],
  ['Minutes', '60\u00a0min.', 60],
  ['Seats', '8', 8],
  ['Seats', '８', 8],
  ['Seats', '-3', -3],
  ['Seats', '1e3', 1000],
  ['Seats', '="8"', 8],
])('%s: %j is %d', (title, text, value) => {
  expect(importedCell(number(title), text)).toEqual({ value })
})

test.each([
  ['Draw length (inches)', '71 cm'],
  ['Minutes', '28"'],
  ['Seats', '1,5'],
  ['Seats', '8-10'],
  ['Seats', '12,34'],
  ['Seats', 'eight'],
  ['Seats', '8 9'],
  ['Price ($)', '10%'],
  ['Price ($)', '€35'],
  ['Price ($)', '35 £'],
  ['Seats', '8/10'],
  ['Price ($)', '(5)'],
  ['Seats', '3/4/2001'],
])('%s: %j is refused', (title, text) => {
  expect(importedCell(number(title), text)).toEqual({ error: 'must be a number' })
})

test.each([
  ['916.555.0142 x12', '916.555.0142 x12'],
  ['916-555-0142 ext. 12', '916-555-0142 x12'],
  ['916‑555‑0142', '916-555-0142'],
  ['\u202a+1 916 555 0142\u202c', '+1 916 555 0142'],
  ['(916)\u00a0555-0142', '(916) 555-0142'],
  ['tel:+19165550142', '+19165550142'],
  ['Cell: 916-555-0142', '916-555-0142'],
  ['916·555·0142', '916.555.0142'],
  ['916–555–0142', '916-555-0142'],
  ['９１６-555-0142', '916-555-0142'],
  ['9165550142.0', '9165550142'],
  ['9.165550142E+09', '9165550142'],
  ['="9165550142"', '9165550142'],
  ['916-555-0142.', '916-555-0142'],
])('the phone %j is %s', (text, value) => {
  expect(importedCell(phone, text)).toEqual({ value })
})

test.each([
  ['\u200bann@example.org', 'ann@example.org'],
  ['mailto:ann@example.org', 'ann@example.org'],
  ['Ann Lee <ann@example.org>', 'ann@example.org'],
  ['ann@example.org.', 'ann@example.org'],
  ['ann@ example.org', 'ann@example.org'],
  ['ann@example.org; bo@example.org', 'ann@example.org; bo@example.org'],
  ['ann@example.org,', 'ann@example.org'],
  ['Ann@Example.ORG', 'ann@example.org'],
  ['mailto:%20ann@example.org?subject=Archery', 'ann@example.org'],
  ['"ann@example.org"', 'ann@example.org'],
  ['(ann@example.org)', 'ann@example.org'],
  ['E-mail: ann@example.org', 'ann@example.org'],
  ['"Lee, Ann" <ann@example.org>', 'ann@example.org'],
  ['ann lee@example.org', 'ann lee@example.org'],
  ['ann@example .org', 'ann@example .org'],
  ['ann@example.org bo@example.org', 'ann@example.org bo@example.org'],
  ['ann@example.org (work)', 'ann@example.org (work)'],
])('the address %j is %j', (text, value) => {
  expect(importedCell(string('email'), text)).toEqual({ value })
})

test.each([
  ['="Ann Lee"', 'Ann Lee'],
  ['="Ann ""Bo"" Lee"', 'Ann "Bo" Lee'],
  ['\'="Ann"', '="Ann"'],
  ['\u00a0Ann Lee\u200b', 'Ann Lee'],
  ['❤️', '❤️'],
  ['#1 fan', '#1 fan'],
])('the text %j is %j', (text, value) => {
  expect(importedCell(string(), text)).toEqual({ value })
})

test.each(['#N/A', '#REF!', '#VALUE!', '######', '#NAME?'])('%j never becomes a value', (text) => {
  expect(importedCell(string(), text)).toEqual({ error: 'is an error of the spreadsheet' })
})

test.each([
  ['Yes', true],
  ['yes.', true],
  ['T', true],
  ['On', true],
  ['1.0', true],
  ['✅', true],
  ['✔️', true],
  ['No', false],
  ['f', false],
  ['OFF', false],
  ['❌', false],
  ['✗', false],
])('%j is %s', (text, value) => {
  expect(importedCell({ type: 'boolean' }, text)).toEqual({ value })
})

test.each(['0/0/00', '00/00/0000', '0000-00-00', '0000-00-00 00:00:00'])('%s is no day, and empties a date', (text) => {
  for (const format of ['date', 'date-time']) expect(importedCell(string(format), text)).toEqual({ value: null })
})

test.each(['1.200', '$1.200', '12.500'])('the amount %s may be thousands, and is asked', (text) => {
  expect(importedCell(number('Price ($)'), text)).toEqual({ error: 'must be a number' })
  expect(importedCell(number('Draw length (inches)'), '28.125')).toEqual({ value: 28.125 })
})

test.each([
  ['Sean O&#39;Neil', "Sean O'Neil"],
  ['Bo &amp; Co', 'Bo & Co'],
  ['Zo&#xEB;&nbsp;Lee', 'Zo\u00eb\u00a0Lee'],
  ['a &lt; b &copyright; &#9;', 'a < b &copyright; &#9;'],
])('%j, as a page has it, is %j', (text, value) => {
  expect(importedCell(string('textarea'), text)).toEqual({ value })
  expect(importedCell(string('rich_text'), text)).toEqual({ value: text })
})
