/** Names of character sets in which every letter has two or four bytes, with their order. */
const wide = /^(?:utf-?(16|32)|ucs-?([24])|iso-10646-ucs-([24])|unicode)(?:-?(le|be))?$/
const marks: readonly [mark: readonly number[], width: 2 | 4, isLittle: boolean][] = [
  [[0xff, 0xfe, 0, 0], 4, true],
  [[0, 0, 0xfe, 0xff], 4, false],
  [[0xff, 0xfe], 2, true],
  [[0xfe, 0xff], 2, false],
]

export const isWideCharset = (label: string): boolean => wide.test(label.replaceAll('_', '-'))

const cr = 0x0d
const lf = 0x0a

type Units = { units: number[]; isMended: boolean }

function unitsOf(bytes: Uint8Array, width: number, isLittle: boolean): Units {
  const units: number[] = []
  let isMended = false
  let at = 0
  const unit = () => {
    let code = 0
    for (let n = 0; n < width; n++) code = code * 256 + bytes[at + (isLittle ? width - 1 - n : n)]!
    return code
  }
  for (; at + width <= bytes.length; at += width) {
    // A line break of one byte more than it had: CR LF, where LF alone was.
    const isBroken = isLittle ? bytes[at] === cr && bytes[at + 1] === lf : unit() === cr && bytes[at + width] === lf
    units.push(isBroken ? lf : unit())
    isMended ||= isBroken
    if (isBroken) at++
  }
  const isOver = bytes.subarray(at).every((byte) => byte === lf || byte === cr || byte === 0)
  return { units: isOver ? units : [...units, 0xfffd], isMended }
}

/** Letters of Europe, signs and line breaks. */
const familiar = ({ units }: Units) => units.filter((code) => code < 0x250).length

/**
 * A text in one of these. Programs that break lines without regard to it (Python's do) put a byte into the middle of a letter, which
 * would shift all that follows: it is left out there, and `isMended`.
 */
export function fromWideCharset(given: Uint8Array, label: string): { text: string; isMended: boolean } {
  const [, utf, ucs, iso, order] = wide.exec(label.replaceAll('_', '-')) ?? []
  const width = utf === '32' || ucs === '4' || iso === '4' ? 4 : 2
  const marked = marks.find(([mark, wideness]) => wideness === width && mark.every((byte, at) => given[at] === byte))
  const bytes = marked ? given.subarray(marked[0].length) : given
  const told = marked?.[2] ?? (order === undefined ? undefined : order === 'le')
  const readings = [true, false].filter((one) => one === (told ?? one)).map((one) => unitsOf(bytes, width, one))
  const { units, isMended } = readings.reduce((one, other) => (familiar(other) > familiar(one) ? other : one))
  const letters = units.map((code) => (code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)))
  return { text: Buffer.from(letters.join('')).toString(), isMended }
}
