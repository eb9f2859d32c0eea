import { anyText } from '@app/contracts/any-text.fixture'
import fc from 'fast-check'

/** Characters with a meaning to some parser, and their Unicode look-alikes. */
const signs = [
  ...'=+-@,;:&?#%$.{}[]()<>|\\/"\'` \t\r\n\0*^~!_',
  ...'＠．，；＝＜＞＂＇\u0085\u00a0\u200b\u200d\u202e\u2028\u2029\ufeff\ufffd\ud800\udfff\u212a\u017fßİ🏹é',
  'e\u0301',
]
const words = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'null',
  'undefined',
  'NaN',
  '1e400',
  '-0',
  '%00',
  '%2e',
]

/** Texts made of these words, of special characters, and of arbitrary ones. */
export const hostileText = (grammar: readonly string[], maxLength = 24) =>
  fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...grammar) },
        { weight: 3, arbitrary: fc.constantFrom(...signs) },
        { weight: 1, arbitrary: fc.constantFrom(...words) },
        { weight: 1, arbitrary: anyText(8) },
        { weight: 1, arbitrary: fc.integer().map(String) },
      ),
      { maxLength },
    )
    .map((parts) => parts.join(''))

/** A valid text with a few characters changed, which gets further into a parser than noise. */
export const mutatedText = (good: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...good),
      fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom('', ...signs, ...'aZ09')), { maxLength: 4 }),
    )
    .map(([text, changes]) => {
      const parts = Array.from(text)
      for (const [at, removed, sign] of changes) parts.splice(at % (parts.length + 1), removed, sign)
      return parts.join('')
    })

const key = fc.oneof(fc.constantFrom(...words, '$gt', '$where', 'a.b', 'a', 'title'), fc.string({ maxLength: 5 }))

/** Any JSON value, with dangerous key names. */
export const hostileValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, false, 0, -0, 1, -1, 1.5, 1e21, 2 ** 53, '', ' ', 'x'),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    hostileText(['a', '2026-07-31', '12', 'open', '<b>']),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value

/** True while no input has polluted Object.prototype. */
export const prototypesAreClean = () => Object.keys(Object.prototype).length === 0 && !('x' in {}) && !('a' in {})

/** Replaces lone surrogates, which no URL and no body can carry. */
export const wellFormed = (text: string) => Buffer.from(text).toString('utf8')
