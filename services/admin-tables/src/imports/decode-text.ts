import { decoderOf } from '@app/reader/code-pages'
import { encodingNamed, likelyEncodings } from '@app/reader/likely-encodings'
import { onceEncoded } from '@app/reader/once-encoded'

/** The bytes of a file, in pieces; each call reads it from the start. */
export type FileBytes = () => AsyncIterable<Uint8Array>

/** The number of bytes of a letter of UTF-8 that begins with this one; 0 where none does. */
const lengthFrom = (byte: number) =>
  byte < 0x80 ? 1 : byte < 0xc2 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0

/**
 * The length of the letter at a place: 0 where it is none, -1 where the piece ends within it. The second byte has bounds of its own:
 * no long forms, no halves of surrogate pairs.
 */
function letterAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!
  const length = lengthFrom(first)
  const lowest = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const highest = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  for (let next = 1; next < length; next++) {
    const byte = bytes[at + next]
    if (byte === undefined) return -1
    if (byte < (next === 1 ? lowest : 0x80) || byte > (next === 1 ? highest : 0xbf)) return 0
  }
  return length
}

/** Counts the letters beyond ASCII of a text in UTF-8, and the bytes that are none. */
function utf8Faults() {
  let rest = new Uint8Array()
  let wide = 0
  let odd = 0
  return {
    add(bytes: Uint8Array): void {
      const piece = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
      rest = new Uint8Array()
      for (let at = 0; at < piece.length; ) {
        const length = piece[at]! < 0x80 ? 1 : letterAt(piece, at)
        if (length < 0) {
          rest = piece.slice(at)
          return
        }
        if (length > 1) wide++
        if (length === 0) odd++
        at += length || 1
      }
    },
    end: () => ({ wide, odd: odd + rest.length }),
  }
}

/** UTF-8 in which single bytes are letters of Windows-1252, as when rows of two files were put together. */
async function* mixedUtf8(file: FileBytes): AsyncGenerator<string> {
  const [utf8, single] = [new TextDecoder('utf-8', { ignoreBOM: true }), decoderOf('windows-1252')]
  let rest: Uint8Array = new Uint8Array()
  let isFirst = true
  const read = (piece: Uint8Array, isLast: boolean): string => {
    let text = ''
    let from = 0
    for (let at = 0; at < piece.length; ) {
      const length = piece[at]! < 0x80 ? 1 : letterAt(piece, at)
      if (length < 0 && !isLast) {
        rest = piece.slice(at)
        return text + utf8.decode(piece.subarray(from, at))
      }
      if (length <= 0) {
        text += utf8.decode(piece.subarray(from, at)) + single.decode(piece.subarray(at, at + 1))
        from = at + 1
      }
      at += Math.max(length, 1)
    }
    return text + utf8.decode(piece.subarray(from))
  }
  for await (const bytes of file()) {
    const piece = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    rest = new Uint8Array()
    const text = read(piece, false)
    yield isFirst ? text.replace(/^\ufeff/, '') : text
    isFirst &&= text === ''
  }
  yield read(rest, true)
}

/** UTF-8 that was taken for Windows-1252 and stored as UTF-8 again. */
const utf8Twice = 'utf-8-twice'

const maxRun = 64

async function* twiceUtf8(file: FileBytes): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of mixedUtf8(file)) {
    const text = rest + piece
    // The next bytes may belong to the same letter.
    let end = text.length
    while (end > 0 && end > text.length - maxRun && text[end - 1]! > '\u007f') end--
    rest = text.slice(end)
    yield onceEncoded(text.slice(0, end))
  }
  yield onceEncoded(rest)
}

/** The text of a file, in pieces. */
export async function* decodedText(file: FileBytes, encoding: string): AsyncGenerator<string> {
  if (encoding === 'utf-8') return yield* mixedUtf8(file)
  if (encoding === utf8Twice) return yield* twiceUtf8(file)
  const decode = decoderOf(encoding)
  for await (const bytes of file()) yield decode.decode(bytes, { stream: true })
  yield decode.decode()
}

/** The encoding that a file is read in. `isSure` unless it was told by its letters alone. */
export type FileEncoding = { encoding: string; isSure: boolean; odd: number; choices: EncodingChoice[] }
/** An encoding that a file may have, with lines that show whether it is the right one. */
type EncodingChoice = { encoding: string; samples: string[] }

/** The byte order marks of UTF-16, which "Unicode text" of spreadsheets begins with. */
const marks: [encoding: string, ...mark: number[]][] = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]
/** The bytes that are looked at to tell UTF-16, and the length of the lines with letters beyond ASCII to tell the others. */
const sampleLength = 4_096
const maxTelling = 32_768
/** A text in UTF-16 has so many signs of ASCII, such as commas and line breaks, that this part of its high bytes is zero. */
const zerosInUtf16 = 0.3
const shownLines = 3
const shownChoices = 5

/** UTF-16 without a mark: many bytes are zero, and only in the places of the high bytes. */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampleLength)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1
  const [even = 0, odd = 0] = zeros
  const many = (sample.length / 2) * zerosInUtf16
  if (even === 0 && odd > many) return 'utf-16le'
  return odd === 0 && even > many ? 'utf-16be' : undefined
}

/** The lines that hold bytes beyond ASCII: only these tell encodings apart. */
async function tellingLines(file: FileBytes): Promise<Uint8Array[]> {
  const lines: Uint8Array[] = []
  let rest = Buffer.alloc(0)
  let length = 0
  const take = (line: Uint8Array) => {
    if (length >= maxTelling || !line.some((byte) => byte > 0x7f)) return
    length += line.length
    lines.push(line)
  }
  for await (const bytes of file()) {
    const piece = Buffer.concat([rest, bytes])
    let from = 0
    for (let at = 0; at < piece.length; at++)
      if (piece[at] === 10 || piece[at] === 13) {
        take(piece.subarray(from, at))
        from = at + 1
      }
    rest = piece.subarray(from).length > maxTelling ? Buffer.alloc(0) : Buffer.from(piece.subarray(from))
    if (length >= maxTelling) return lines
  }
  take(rest)
  return lines
}

/** True if a person may choose it. */
export const isEncoding = (name: string): boolean =>
  name === 'utf-8' || name === utf8Twice || /^utf-16(le|be)$/.test(name) || encodingNamed(name) === name

const sampleOf = (encoding: string, lines: readonly Uint8Array[]): EncodingChoice => ({
  encoding,
  samples: lines.slice(0, shownLines).map((line) => lineIn(encoding, line).slice(0, 120)),
})

function lineIn(encoding: string, line: Uint8Array): string {
  return encoding === utf8Twice ? onceEncoded(decoderOf('utf-8').decode(line)) : decoderOf(encoding).decode(line)
}

async function isTwice(file: FileBytes): Promise<boolean> {
  let before = ''
  for await (const text of decodedText(file, 'utf-8')) {
    before = before.slice(-8) + text
    if (onceEncoded(before) !== before) return true
  }
  return false
}

/**
 * The encoding of a file: UTF-8 also where single bytes are not; UTF-16 with its mark or without; ISO-2022-JP by its escapes; else
 * the one whose letters make words.
 */
export async function fileEncoding(file: FileBytes): Promise<FileEncoding> {
  const sure = (encoding: string) => ({ encoding, isSure: true, odd: 0, choices: [] })
  let isFirst = true
  let hasEscapes = false
  let returns = 0
  let breaks = 0
  const faults = utf8Faults()
  for await (const bytes of file()) {
    const marked = isFirst && marks.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte))
    if (marked) return sure(marked[0])
    const unmarked = isFirst && unmarkedUtf16(bytes)
    if (unmarked) return sure(unmarked)
    isFirst = false
    faults.add(bytes)
    for (const byte of bytes) {
      if (byte === 0x0d) returns++
      else if (byte === 0x0a) breaks++
      else if (byte === 0x1b) hasEscapes = true
    }
  }
  const { wide: letters, odd } = faults.end()
  if (odd === 0 && letters > 0 && (await isTwice(file))) {
    const lines = (await tellingLines(file)).filter((line) => lineIn('utf-8', line) !== lineIn(utf8Twice, line))
    const choices = [utf8Twice, 'utf-8'].map((one) => sampleOf(one, lines))
    return { encoding: utf8Twice, isSure: false, odd: 0, choices }
  }
  if (odd === 0) return sure(hasEscapes && letters === 0 ? 'iso-2022-jp' : 'utf-8')
  // By chance, bytes of another encoding hardly ever are letters of UTF-8.
  if (letters >= odd) return { encoding: 'utf-8', isSure: false, odd, choices: [] }
  const lines = await tellingLines(file)
  const sample = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]))
  const all = likelyEncodings(sample, returns > 0 && breaks === 0).map(({ encoding }) => encoding)
  const choices = [...new Set([...all.slice(0, shownChoices), 'windows-1252'])].map((one) => sampleOf(one, lines))
  return { encoding: all[0]!, isSure: false, odd: 0, choices }
}
