import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { enteredCode } from './entered-code'
import { enteredLine, enteredLines, normalEmail } from './entered-line'
import { enteredPhone } from './entered-phone'

test.each([
  ['123456'],
  ['123-456'],
  ['123 456'],
  ['123\u00a0456'],
  ['123–456'],
  ['1 2 3 4 5 6'],
  ['Your code is 123456.'],
  ['Your code is 123456. It is valid for 10 minutes.'],
  ['G-123456'],
  ['FB-123456'],
  ['\u200b123456'],
  ['\u202a123456\u202c'],
  ['123456\n\n@archery.example #123456'],
  ['１２３４５６'],
  ['١٢٣٤٥٦'],
  ['۱۲۳۴۵۶'],
  ['१२३४५६'],
  ['আপনার কোড ১২৩৪৫৬'],
  ['รหัส ๑๒๓-๔๕๖'],
  ['១២៣ ៤៥៦'],
  ['𝟏𝟐𝟑𝟒𝟓𝟔'],
  ['𞥑𞥒𞥓𞥔𞥕𞥖'],
  ['<#> 123-456 is your code'],
  ['(123456)'],
])('a code that is pasted as %j keeps its six digits', (text) => {
  expect(enteredCode(text)).toBe('123456')
})

const linesOf = (file: string) => readFileSync(`${import.meta.dirname}/cases/${file}`, 'utf8').split('\n')

test.each(linesOf('otp-paste.txt'))('otp-paste.txt: %j keeps its six digits', (text) => {
  expect(enteredCode(text)).toBe('123456')
})

test('of a text without six digits in a row all digits are kept', () => {
  expect(['', '1', '12a', '12345', '1234567'].map(enteredCode)).toEqual(['', '1', '12', '12345', '1234567'])
})

test.each([
  ['\u202aann@example.org\u202c'],
  ['ann@example.org\u200b'],
  ['\u00a0ann@example.org\u00a0'],
  ['ann\u00a0@example.org'],
  ['ann @ example.org'],
  ['ann@exam\u00adple.org'],
  ['mailto:ann@example.org'],
  ['MAILTO: Ann@Example.org'],
  ['<ann@example.org>'],
  ['ann@example.org.'],
  ['ann@example.org,'],
  ['\ufeffann@example.org\r\n'],
])('the address %j is ann@example.org', (text) => {
  expect(normalEmail(text)).toBe('ann@example.org')
})

const pasted = linesOf('invisible-input.txt')
test.each([
  [0, normalEmail, 'ann@example.org'],
  [1, normalEmail, 'ann@example.org'],
  [2, enteredPhone, '+1 916 555 0142'],
  [3, enteredLines, 'Soft return\nfrom PowerPoint'],
] as const)('invisible-input.txt: line %i', (at, read, expected) => {
  expect(read(pasted[at]!)).toBe(expected)
})

test.each([
  ['ann lee@example.org'],
  ['ann@example.org\nbob@example.org'],
  ['ann@example.org, bob@example.org'],
  ['ann'],
])('%j is no address: a text with two readings is not corrected', (text) => {
  expect(normalEmail(text)).toBeUndefined()
})

test.each([
  ['\u202a+1 916 555 0142\u202c', '+1 916 555 0142'],
  ['tel:+1-916-555-0142', '+1-916-555-0142'],
  ['(916)\u00a0555\u20110142', '(916) 555-0142'],
  ['916.555.0142.', '916.555.0142'],
  ['\u200b916\u202f555\u20130142 ', '916 555-0142'],
  ['＋１ ９１６ ５５５ ０１４２', '+1 916 555 0142'],
  ['916.555.0142 x12', '916.555.0142 x12'],
  ['916-555-0142, ext. 12', '916-555-0142 x12'],
  ['tel:+19165550142;ext=12', '+19165550142 x12'],
  ['Cell: 916-555-0142', '916-555-0142'],
  ['Phone number: 916-555-0142', '916-555-0142'],
  ['Ph# 916-555-0142', '916-555-0142'],
  ['M: 916-555-0142', '916-555-0142'],
  ['916-555-0142 (cell)', '916-555-0142'],
  ['916-555-0142 mobile', '916-555-0142'],
  ['whatsapp:+19165550142', '+19165550142'],
  ['916 – 555 – 0142', '916 - 555 - 0142'],
  ['916·555·0142', '916.555.0142'],
  ["'9165550142", '9165550142'],
  ['"916-555-0142"', '916-555-0142'],
  ['9165550142.0', '9165550142'],
  ['9.165550142E+09', '9165550142'],
  ['٩١٦-٥٥٥-٠١٤٢', '916-555-0142'],
  ['+۹۱ ९१६५५ ५०१४२', '+91 91655 50142'],
  ['๐๒ ๖๑๓ ๔๕๖๗', '02 613 4567'],
  ['+44 (0)20 7946 0958', '+44 (0)20 7946 0958'],
  ['916-555-0142\r\n', '916-555-0142'],
])('the phone number %j is %s', (text, expected) => {
  expect(enteredPhone(text)).toBe(expected)
})

test.each([
  ['Call mom after 5.'],
  ['916-555-0142 or 916-555-0199.'],
  ['9.17E+09'],
  ['Mom 916-555-0142'],
  ['1-800-ARCHERY'],
  ['x12'],
])('%j says more than a number, or less, and stays', (text) => {
  expect(enteredPhone(` ${text}\u200b`)).toBe(text)
})

test('a cleaned phone number stays as it is', () => {
  const signs = fc.constantFrom(...'0123456789+-.,() xX#:/\u00a0\u200b', 'ext', 'tel:', '(c)', 'cell', "'")
  const property = fc.property(fc.array(signs, { maxLength: 16 }), (given) => {
    const entered = enteredPhone(given.join(''))
    expect(enteredPhone(entered)).toBe(entered)
  })
  fc.assert(property, { seed: 44, numRuns: 2_000 })
})

test('a line loses invisible characters only at its ends, and a text of several lines none', () => {
  expect(enteredLine(' \u200bZoë \u00a0\ufeff\t')).toBe('Zoë')
  expect(enteredLine('नि\u200dता 👩\u200d🎯 ❤️')).toBe('नि\u200dता 👩\u200d🎯 ❤️')
  expect(enteredLine(' \u200b\u00a0')).toBe('')
  expect(enteredLines('Soft return\u000bfrom PowerPoint ')).toBe('Soft return\nfrom PowerPoint ')
})
