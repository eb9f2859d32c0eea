import { westernDigits } from '@app/contracts/entered-line'
import { escapePattern } from '@app/mongo/escape-pattern'

/** Every server accepts this much; some refuse a pattern not much longer. */
const maxBytes = 1_000

/** The code points, large and small, of letters that are a plain one with something on it, by the plain one. */
const accented = new Map<string, number[]>([
  ['d', [0x110, 0x111]],
  ['i', [0x131]],
  ['l', [0x141, 0x142]],
  ['o', [0xd8, 0xf8]],
  ['\u0435', [0x401, 0x451]],
])
const marks = /\p{M}/gu
/** Of those that Unicode does not take apart, the plain one. */
const plainOf = new Map(
  [...accented].flatMap(([plain, codes]) => codes.map((code) => [String.fromCodePoint(code), plain])),
)
const bare = (text: string) => plainOf.get(text) ?? text.normalize('NFD').replace(marks, '').toLowerCase()

for (const [first, last] of [
  [0xc0, 0x24f],
  [0x1e00, 0x1eff],
] as const)
  for (let code = first; code <= last; code++) {
    const letter = String.fromCodePoint(code)
    const plain = bare(letter)
    if (plain.length === 1 && plain !== letter) accented.set(plain, [...(accented.get(plain) ?? []), code])
  }

/** Adjacent code points become a range, to keep the pattern short. */
function ranges(codes: readonly number[]): string {
  const spans: [number, number][] = []
  for (const code of codes.toSorted((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last?.[1] === code - 1) last[1] = code
    else spans.push([code, code])
  }
  return spans
    .map(([from, to]) => [from, to].map((code) => String.fromCodePoint(code)))
    .map(([from, to]) => (from === to ? from : `${from}-${to}`))
    .join('')
}

const anyAccent = new Map([...accented].map(([plain, codes]) => [plain, `[${plain}${ranges(codes)}][\u0300-\u036f]*`]))

/** The characters of a text in NFC; accents stay only on signs whose pattern does not allow for any. */
function signsOf(text: string): string[] {
  let base = ''
  return Array.from(text.normalize('NFC')).filter((sign) => {
    if (/[\u0300-\u036f]/.test(sign)) return !anyAccent.has(base)
    base = bare(sign)
    return true
  })
}

/** Signs that keyboards and programs write for each other. */
const alike: readonly string[] = [
  "'`\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032",
  '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033',
  '-\u2010-\u2015\u2212',
]
const classes = alike.map((signs) => new RegExp(`[${signs.replace(/^-/, '\\-')}]`, 'u'))
const anySign = (sign: string) => classes.find((signs) => signs.test(sign))?.source

/** Two letters that are one in some languages. */
const joined: Readonly<Record<string, string>> = { ss: '\u00df\u1e9e', ae: '\u00e6\u00c6', oe: '\u0153\u0152' }
const apart = new Map(
  Object.entries(joined).flatMap(([pair, signs]) => [...signs].map((sign) => [sign, pair] as const)),
)

/** Zero of the scripts whose digits are found by others. */
const zeros = [0x660, 0x6f0, 0xff10]
/** A digit, as any of these scripts writes it and as it was typed. */
function anyDigit(sign: string): string | undefined {
  if (!/\p{Nd}/u.test(sign)) return undefined
  const western = westernDigits(sign)
  const others = zeros.map((zero) => String.fromCodePoint(zero + Number(western)))
  return `[${[...new Set([western, ...others, sign])].join('')}]`
}

const wideOf = (sign: string) => anySign(sign) ?? anyAccent.get(bare(sign)) ?? anyDigit(sign) ?? escapePattern(sign)

/** The parts of a search: as they are written, and with all that they may stand for. */
function partsOf(signs: readonly string[]): { plain: string; wide: string }[] {
  const parts: { plain: string; wide: string }[] = []
  for (let at = 0; at < signs.length; at++) {
    const sign = signs[at]!
    const next = signs[at + 1]
    const own = apart.get(sign)
    const pair = own ?? (next === undefined ? undefined : bare(sign) + bare(next))
    const one = pair === undefined ? undefined : joined[pair]
    if (!pair || one === undefined) {
      parts.push({ plain: escapePattern(sign), wide: wideOf(sign) })
      continue
    }
    const plain = escapePattern(own ? sign : sign + next!)
    parts.push({ plain, wide: `(?:${[...pair].map(wideOf).join('')}|[${one}])` })
    if (!own) at++
  }
  return parts
}

/**
 * A regular expression, for use without regard to case, that finds a text as it is written, accents, typographic quotes and dashes
 * aside, ß for ss and æ for ae: every sign stands for itself, so nothing a person types can become an operator. Behind what
 * fits, accents count.
 */
export function literalPattern(text: string): string {
  const parts = partsOf(signsOf(text))
  let room = maxBytes - Buffer.byteLength(parts.map(({ plain }) => plain).join(''))
  let pattern = ''
  for (const { plain, wide } of parts) {
    const more = Buffer.byteLength(wide) - Buffer.byteLength(plain)
    const fits = more <= room
    if (fits) room -= more
    pattern += fits ? wide : plain
  }
  return pattern
}
