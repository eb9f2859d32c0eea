import { decoderOf } from '@app/reader/code-pages'
import { mostLikelyEncoding } from '@app/reader/likely-encodings'
import { encodedTwice, onceEncoded } from '@app/reader/once-encoded'

/** The text of a calendar, and a note for people on how it was read. */
type Decoded = { text: string; note: string | undefined }

const decoded = (bytes: Uint8Array, encoding: string, fatal = true): string | undefined => {
  try {
    return decoderOf(encoding, fatal ? { fatal } : undefined).decode(bytes)
  } catch {
    return undefined
  }
}

const cr = 0x0d
const lf = 0x0a
const tab = 0x09
const space = 0x20

/** The bytes with folded lines joined: some programs fold in the middle of a letter. */
function unfolded(bytes: Uint8Array): Uint8Array {
  const joined = new Uint8Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const isBreak = bytes[at] === cr || bytes[at] === lf
    const next = bytes[at] === cr && bytes[at + 1] === lf ? at + 2 : at + 1
    if (isBreak && (bytes[next] === space || bytes[next] === tab)) at = next
    else joined[length++] = bytes[at]!
  }
  return joined.subarray(0, length)
}

/** Bytes that are not UTF-8, so many that the text is in another encoding rather than damaged. */
const manyBroken = 0.2
const outside = (text: string) => [...text].filter((sign) => sign > '\u007f')

/**
 * The text of a calendar. UTF-8 as the format says, else what the server says, else what makes words of its
 * letters, else Windows-1252. One broken byte does not spoil the
 * letters that are UTF-8.
 *
 * @param charset what the server says
 */
export function decodeCalendar(bytes: Uint8Array, charset?: string): Decoded {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { text: decoded(bytes, first === 0xff ? 'utf-16le' : 'utf-16be', false) ?? '', note: undefined }
  if (first === 0 || second === 0)
    return { text: decoded(bytes, first === 0 ? 'utf-16be' : 'utf-16le', false) ?? '', note: undefined }
  const plain = decoded(bytes, 'utf-8')
  const joined = plain === undefined ? unfolded(bytes) : bytes
  const utf8 = plain ?? decoded(joined, 'utf-8')
  if (utf8 !== undefined) {
    const once = onceEncoded(utf8)
    return { text: once, note: once === utf8 ? undefined : `Its letters ${encodedTwice}` }
  }
  const lenient = decoded(joined, 'utf-8', false)!
  const foreign = outside(lenient)
  const broken = foreign.filter((sign) => sign === '\ufffd').length
  if (broken < foreign.length * manyBroken)
    return { text: lenient, note: `${broken} letters are damaged where the calendar comes from` }
  const named = charset?.trim().toLowerCase() ?? ''
  // Web servers say this of every text.
  const isOther = named !== '' && !/^(?:utf-?8|us-ascii|iso-?8859-1|windows-1252)$/.test(named)
  const byName = isOther ? decoded(bytes, named) : undefined
  const encoding = byName === undefined ? mostLikelyEncoding(telling(joined)) : named
  return {
    text: byName ?? decoded(bytes, encoding, false)!,
    note: `The calendar is not in UTF-8. It is read as ${encoding}`,
  }
}

const maxTelling = 8 * 1024

/** The values with letters beyond ASCII, by which encodings are told apart. */
function telling(bytes: Uint8Array): Uint8Array {
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split(/[\r\n]+/)
  const high = lines.filter((line) => /[\x80-\xff]/.test(line)).map((line) => line.slice(line.indexOf(':') + 1))
  return Buffer.from(high.join('\n').slice(0, maxTelling), 'latin1')
}
