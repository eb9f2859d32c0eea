import { escapePattern } from '@app/mongo/escape-pattern'

/** Every server accepts this much; some refuse a pattern not much longer. */
const maxBytes = 1_000

/** The code points, large and small, of letters that are a plain one with something on it, by the plain one. */
const accented = new Map<string, number[]>([
  ['d', [0x110, 0x111]],
  ['i', [0x131]],
  ['l', [0x141, 0x142]],
  ['o', [0xd8, 0xf8]],
])
const marks = /\p{M}/gu
const bare = (text: string) => text.normalize('NFD').replace(marks, '').toLowerCase()

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

/**
 * A regular expression, for use without regard to case, that finds a text as it is written, accents aside: every sign
 * stands for itself, so nothing a person types can become an operator. Behind what fits, accents count.
 */
export function literalPattern(text: string): string {
  const signs = signsOf(text)
  let room = maxBytes - Buffer.byteLength(signs.map(escapePattern).join(''))
  let pattern = ''
  for (const sign of signs) {
    const wide = anyAccent.get(bare(sign)) ?? escapePattern(sign)
    const more = Buffer.byteLength(wide) - Buffer.byteLength(escapePattern(sign))
    const fits = more <= room
    if (fits) room -= more
    pattern += fits ? wide : escapePattern(sign)
  }
  return pattern
}
