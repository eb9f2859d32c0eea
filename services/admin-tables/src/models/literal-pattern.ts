/** Letters that are a plain one with something on it, by the plain one; only small letters, since case is ignored. */
const accented = new Map<string, string>([
  ['d', 'đ'],
  ['i', 'ı'],
  ['l', 'ł'],
  ['o', 'ø'],
])
const marks = /\p{M}/gu
const bare = (text: string) => text.normalize('NFD').replace(marks, '').toLowerCase()

for (const [first, last] of [
  [0xc0, 0x24f],
  [0x1e00, 0x1eff],
] as const) {
  for (let code = first; code <= last; code++) {
    const letter = String.fromCodePoint(code).toLowerCase()
    const plain = bare(letter)
    const known = accented.get(plain) ?? ''
    if (plain.length === 1 && plain !== letter && !known.includes(letter)) accented.set(plain, known + letter)
  }
}

const escaped = (sign: string) => sign.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')

function signPattern(sign: string): string {
  const plain = accented.has(bare(sign)) ? bare(sign) : sign
  const others = accented.get(plain)
  return others ? `[${plain}${others}][\u0300-\u036f]*` : escaped(sign)
}

/**
 * A regular expression, for use without regard to case, that finds a text as it is written, accents aside: every sign
 * stands for itself, so nothing a person types can become an operator.
 */
export const literalPattern = (text: string) =>
  Array.from(text.normalize('NFC').replace(/[\u0300-\u036f]/g, ''), signPattern).join('')
