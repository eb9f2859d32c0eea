import { cpuMs } from '@app/contracts/testing/cpu-ms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReadable, matchesOffered, patterns } from './pattern'
import { matchesPattern } from './validate'

const signs = ['a', 'b', 'ß', '1', ' ', '-', '\n', '😀']
const atoms = [
  ...['a', 'b', '-', '.', '^', '$', '\\b', '\\B', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\p{L}', '\\P{L}', '\\-'],
  ...['[ab]', '[^a]', '[a-b1]', '[\\d\\s]', '[\\]^-]', '\\u{1F600}', '\\uD83D\\uDE00', '\\u0061', '\\x62', '\\n', '😀'],
]
const repetitions = ['', '', '', '*', '+', '?', '{2}', '{0}', '{1,}', '{0,2}', '{1,3}', '*?', '+?', '??', '{1,2}?']
const { pattern } = fc.letrec<{ pattern: string; element: string; group: string }>((tie) => ({
  group: fc.tuple(fc.constantFrom('(?:', '(', '(?<n>'), tie('pattern')).map(([open, inner]) => `${open}${inner})`),
  element: fc.oneof({ maxDepth: 3 }, fc.constantFrom(...atoms), tie('group')),
  pattern: fc
    .array(
      fc.array(fc.tuple(tie('element'), fc.constantFrom(...repetitions)), { maxLength: 4 }).map((parts) =>
        // What only asserts must not repeat in a pattern with the flag `u`.
        parts.map(([part, how]) => (/^(\^|\$|\\b|\\B)$/.test(part) ? part : `${part}${how}`)).join(''),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((choices) => choices.join('|')),
}))
const text = fc.array(fc.constantFrom(...signs), { maxLength: 7 }).map((parts) => parts.join(''))

test('a pattern matches what the engine of the platform matches', () => {
  const seen = { yes: 0, no: 0 }
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 6 }), (pattern, texts) => {
      // A name twice is what re2js does not read.
      if (!isReadable(pattern) || pattern.split('(?<n>').length > 2) return
      const native = new RegExp(pattern, 'u')
      for (const text of texts) {
        expect([pattern, text, matchesPattern(pattern, text)]).toEqual([pattern, text, native.test(text)])
        seen[native.test(text) ? 'yes' : 'no'] += 1
      }
    }),
    { numRuns: 4_000, seed: 1 },
  )
  expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(100)
})

test.each([
  ['^[+(0-9][0-9 ()./-]{6,24}$', '(916) 555-0100', 'call me'],
  ['^[A-Z]{2}-[0-9]{3,5}$', 'AB-123', 'AB-12'],
  ['^(?:red|green)$', 'green', 'greens'],
  ['^(?<year>\\d{4})-\\d\\d$', '2026-01', '26-01'],
  ['\\bbow\\b', 'a bow!', 'elbows'],
  ['^[0-9]{5}(-[0-9]{4})?$', '95678-1234', '95678-'],
  ['^(ab)+$', 'abab', 'aba'],
  ['^\\p{Lu}\\p{Ll}+$', 'Émile', 'émile'],
])('%s matches %j and not %j', (pattern, yes, no) => {
  expect([matchesPattern(pattern, yes), matchesPattern(pattern, no)]).toEqual([true, false])
})

test('in a browser a pattern that is not offered refuses nothing, as one that no engine matches in time', () => {
  expect([matchesOffered(patterns.phone, 'call me'), matchesOffered('^(red|blue)$', 'green')]).toEqual([false, true])
  expect([matchesPattern('(a)\\1', 'b'), matchesPattern('[a-z]{1,5000}=', 'b')]).toEqual([true, true])
})

/** Each takes the engines of browsers seconds to hours, for texts of the length given here. */
test.each([
  ['^(?:[A-Za-z]?){28}x$', 'a'.repeat(28)],
  ['^(?:[A-Za-z]?){28}x$', 'a'.repeat(256 * 1024)],
  ['(a+)+$', `${'a'.repeat(256 * 1024)}!`],
  ['^(a|a|aa)*$', `${'a'.repeat(256 * 1024)}!`],
  ['^.*.*.*.*.*=$', 'x'.repeat(256 * 1024)],
  ['(?:a?){30}a{30}$', `${'a'.repeat(10_000)}!`],
  ['(?:(?:(?:x*)*)*)*y', 'x'.repeat(256 * 1024)],
])('%s answers a hostile text at once', (pattern, text) => {
  const startedAt = cpuMs()
  expect(matchesPattern(pattern, text)).toBe(false)
  expect(cpuMs() - startedAt).toBeLessThan(1_000)
})
