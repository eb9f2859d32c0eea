import fc from 'fast-check'
import { expect, test } from 'vitest'
import { literalPattern } from './literal-pattern'

const finds = (text: string, within: string) => new RegExp(literalPattern(text), 'iu').test(within)

test.each([
  ['zoe', 'Zoë Quinn'],
  ['ZOË', 'zoe'],
  ['Zoe\u0308', 'Zoë'],
  ['zoë', 'Zoe\u0308'],
  ['senor', 'Señor'],
  ['lodz', 'ŁÓDŹ'],
  ['smorrebrod', 'Smørrebrød'],
  ['50% (a+b) [x]', 'is 50% (a+b) [x]?'],
  ['🏹', 'a 🏹 b'],
  ['\u2adc ', 'x\u2add\u0338 y'],
])('%j finds %j', (text, within) => {
  expect(finds(text, within)).toBe(true)
})

test.each(['.*(', '^', '$', '\\d', 'a|b', '[a-z]', '(?=x)', 'a{2}', '\\', '#', 'x*+?'])(
  '%j is taken literally',
  (text) => {
    expect(finds(text, 'abc 123 aa')).toBe(false)
    expect(finds(text, `-${text}-`)).toBe(true)
  },
)

test('whatever is looked for is found where it stands, in no more room than every server allows', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
      expect(finds(text, `x${text.normalize('NFC')}y`)).toBe(true)
      expect(Buffer.byteLength(literalPattern(Array.from(text).slice(0, 200).join('')))).toBeLessThanOrEqual(1_000)
    }),
  )
  expect(Buffer.byteLength(literalPattern('a'.repeat(200)))).toBeLessThanOrEqual(1_000)
})
