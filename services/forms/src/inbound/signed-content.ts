import { inflateSync } from 'node:zlib'

const sequence = 0x30
const set = 0x31
const integer = 2
const identifier = 6
const octets = 4
const octetsInParts = 0x24
const explicit = 0xa0
/** `1.2.840.113549.1.7.2`, `…1.9.16.1.9`: signed, and packed. Everything else is encrypted. */
const signed = '2a864886f70d010702'
const packed = '2a864886f70d0109100109'
const anyCms = /^2a864886f70d01(?:07|091001)/
const maxUnpacked = 1024 * 1024

/** `end` is `undefined` where the element ends with a mark. */
type Element = { tag: number; start: number; end: number | undefined }

function elementAt(bytes: Buffer, at: number): Element | undefined {
  const tag = bytes[at]
  const length = bytes[at + 1]
  if (tag === undefined || length === undefined) return undefined
  if (length === 0x80) return { tag, start: at + 2, end: undefined }
  if (length < 0x80) return { tag, start: at + 2, end: at + 2 + length }
  const count = length & 0x7f
  if (count > 4 || at + 2 + count > bytes.length) return undefined
  const start = at + 2 + count
  return { tag, start, end: start + bytes.readUIntBE(at + 2, count) }
}

const isMark = (bytes: Buffer, at: number) => bytes[at] === 0 && bytes[at + 1] === 0

/** Octets that are written in one piece, or in many. Each byte is looked at once. */
function octetsAt(bytes: Buffer, at: number): Buffer | undefined {
  const first = elementAt(bytes, at)
  if (first?.tag === octets) return first.end === undefined ? undefined : bytes.subarray(first.start, first.end)
  if (first?.tag !== octetsInParts) return undefined
  const end = Math.min(first.end ?? bytes.length, bytes.length)
  const pieces: Buffer[] = []
  let open = first.end === undefined ? 1 : 0
  for (let next = first.start; next < end; ) {
    if (isMark(bytes, next)) {
      if (--open <= 0) break
      next += 2
      continue
    }
    const piece = elementAt(bytes, next)
    if (piece?.tag === octetsInParts) {
      if (piece.end === undefined) open++
      next = piece.start
    } else if (piece?.tag === octets && piece.end !== undefined) {
      pieces.push(bytes.subarray(piece.start, piece.end))
      next = piece.end
    } else break
  }
  return Buffer.concat(pieces)
}

/** `encrypted`, or `signed` with the mail inside; that of a signature next to its text is `undefined`. */
type Cms = { kind: 'encrypted' | 'signed'; content?: Buffer | undefined }

/** Bytes that may be in base64 still. */
function asBytes(given: Buffer): Buffer {
  if (given[0] === sequence) return given
  const text = given
    .toString('latin1')
    .split('\n')
    .filter((line) => !line.startsWith('-----'))
    .join('')
  return /^\s*MI/.test(text) ? Buffer.from(text, 'base64') : given
}

/** The content of a file of S/MIME (RFC 5652), or `undefined` for any other. Nothing is verified. */
export function readCms(given: Buffer): Cms | undefined {
  const bytes = asBytes(given)
  let at = 0
  /** Steps into an element, or over a short one. */
  const enter = (...tags: number[]) => {
    const found = elementAt(bytes, at)
    if (!found || !tags.includes(found.tag)) return undefined
    at = found.start
    return found
  }
  const over = (...tags: number[]) => {
    const found = enter(...tags)
    if (found?.end === undefined) return undefined
    at = found.end
    return bytes.toString('hex', found.start, found.end)
  }
  if (!enter(sequence)) return undefined
  const type = over(identifier) ?? ''
  if (!anyCms.test(type)) return undefined
  if (type !== signed && type !== packed) return { kind: 'encrypted' }
  const isInside =
    enter(explicit) &&
    enter(sequence) &&
    over(integer) !== undefined &&
    over(set, sequence) !== undefined &&
    enter(sequence) &&
    over(identifier) !== undefined &&
    enter(explicit)
  const content = isInside ? octetsAt(bytes, at) : undefined
  if (type === signed || !content) return { kind: 'signed', content }
  try {
    return { kind: 'signed', content: inflateSync(content, { maxOutputLength: maxUnpacked }) }
  } catch {
    return { kind: 'signed' }
  }
}
