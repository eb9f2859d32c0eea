import { decoderOf } from '@app/reader/likely-encodings'
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
export function utf8Faults() {
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
export const utf8Twice = 'utf-8-twice'

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
