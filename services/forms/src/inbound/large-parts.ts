import { randomBytes } from 'node:crypto'
import { fieldValues } from './mail-fields'
import { bodyStart } from './raw-mail'

/** A body beyond this is taken out of a mail before the parser sees it, which needs twenty times the memory of what it reads. */
const maxBodyBytes = 64 * 1024
/** Of a text this much stays, more than is shown of it. */
const maxTextBytes = 1024 * 1024
/** The beginning of a part that is searched for the boundaries it declares. */
const headBytes = 64 * 1024
const longestBoundary = 200
const longestDeclaration = longestBoundary + 100

type Taken = { mark: string; bytes: Buffer; encoding: string }

const base64Of = (text: string) => Buffer.from(text).toString('base64')

/** The value of a header at the top of a part. */
export const headerIn = (head: string, name: string): string => fieldValues(head, name)[0]?.toLowerCase() ?? ''

/** Where each part of a mail begins: at its top, and after each line that is a boundary the mail has declared before. */
export function partStarts(raw: Buffer): number[] {
  const starts = [0]
  const declared = new Set<string>()
  /** The beginnings of short parts overlap: what one search has read, the next does not read again. */
  let searchedTo = 0
  const declare = (from: number) => {
    const head = raw.toString('latin1', Math.max(from, searchedTo - longestDeclaration), from + headBytes)
    searchedTo = Math.max(searchedTo, from + headBytes)
    for (const [, quoted, plain] of head.matchAll(/boundary\s*=\s*(?:"([^"\r\n]+)"|([^\s;"]+))/gi))
      declared.add(quoted ?? plain!)
  }
  declare(0)
  for (let at = raw.indexOf('\n--'); at >= 0; at = raw.indexOf('\n--', at + 3)) {
    const end = raw.indexOf('\n', at + 1)
    const line = raw.toString('latin1', at + 3, Math.min(end < 0 ? raw.length : end, at + longestBoundary)).trimEnd()
    if (!declared.has(line) && !declared.has(line.replace(/--$/, ''))) continue
    // The line itself belongs to the part before, whose body ends where the line begins.
    starts.push(at + 1)
    declare(at + 1)
  }
  return starts
}

const tab = 9
const lineFeed = 10
const carriageReturn = 13
const blank = 32
const equals = 61

const hexDigit = (sign: number | undefined) => {
  const digit = sign === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(sign), 16)
  return Number.isNaN(digit) ? undefined : digit
}

/** Each byte is read once or twice, whatever the mail holds (RFC 2045, 6.7). */
export function fromQuotedPrintable(bytes: Buffer): Buffer {
  const found = Buffer.allocUnsafeSlow(bytes.length)
  let length = 0
  /** Where the blanks that end what was written so far begin: those at the end of a line are none of its content. */
  let blanks = 0
  for (let at = 0; at < bytes.length; at++) {
    const sign = bytes[at]!
    if (sign === equals) {
      let end = at + 1
      while (bytes[end] === blank || bytes[end] === tab) end++
      if (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed) end++
      const high = hexDigit(bytes[at + 1])
      const low = hexDigit(bytes[at + 2])
      if (bytes[end] === lineFeed || end === bytes.length) at = end
      else if (high === undefined || low === undefined) found[length++] = equals
      else {
        found[length++] = high * 16 + low
        at += 2
      }
      blanks = length
      continue
    }
    if (sign === lineFeed || (sign === carriageReturn && bytes[at + 1] === lineFeed)) length = blanks
    found[length++] = sign
    if (sign !== blank && sign !== tab) blanks = length
  }
  return found.subarray(0, length)
}

const sixBits = new Int8Array(256).fill(-1)
for (const [n, sign] of [...Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')].entries())
  sixBits[sign] = n

/** Byte by byte: the text of a large file would be as large as the file again. Signs of no digit are passed over. */
function fromBase64(bytes: Buffer): Buffer {
  const found = Buffer.allocUnsafeSlow(Math.ceil((bytes.length * 3) / 4))
  let length = 0
  let bits = 0
  let held = 0
  for (let at = 0; at < bytes.length; at++) {
    const digit = sixBits[bytes[at]!]!
    if (digit < 0) continue
    held = ((held << 6) | digit) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    found[length++] = held >> bits
  }
  return found.subarray(0, length)
}

export function decoded({ bytes, encoding }: Pick<Taken, 'bytes' | 'encoding'>): Buffer {
  if (encoding === 'base64') return fromBase64(bytes)
  return encoding === 'quoted-printable' ? fromQuotedPrintable(bytes) : bytes
}

const breakAt = (bytes: Buffer, at: number) => /^\r?\n/.exec(bytes.toString('latin1', at, at + 2))?.[0].length ?? 0
/** The line break before a boundary is no part of a body. */
const withoutLastBreak = (bytes: Buffer) =>
  bytes.subarray(0, bytes.length - (/\r?\n$/.exec(bytes.toString('latin1', bytes.length - 2))?.[0].length ?? 0))

/** The bytes of a body that the parser gets. A body that nothing reads is not cut: it comes from the raw mail as it was sent. */
function keptBytes(head: string, encoding: string): number {
  const type = headerIn(head, 'content-type')
  if (type.startsWith('message/')) return encoding === 'base64' ? 0 : maxBodyBytes
  const isShown =
    /^(?:$|text\/(?:plain|html))/.test(type) && !headerIn(head, 'content-disposition').startsWith('attach')
  return isShown ? maxTextBytes : 0
}

/**
 * Takes large bodies out of a raw mail, so that reading it takes little more memory than the mail itself. Each leaves a mark that no sender
 * can know.
 */
export function withoutLargeParts(raw: Buffer) {
  const secret = randomBytes(16).toString('hex')
  /** The beginning of each mark in base64: its last byte depends on what follows. */
  const encodedSecret = base64Of(secret).slice(0, 40)
  const taken: Taken[] = []
  const pieces: Buffer[] = []
  const starts = partStarts(raw)
  for (const [n, start] of starts.entries()) {
    const part = raw.subarray(start, starts[n + 1] ?? raw.length)
    const bodyAt = bodyStart(part)
    const head = part.toString('latin1', 0, Math.min(bodyAt, headBytes))
    const encoding = headerIn(head, 'content-transfer-encoding')
    const kept = keptBytes(head, encoding)
    if (part.length - bodyAt <= Math.max(kept, maxBodyBytes)) {
      pieces.push(part)
      continue
    }
    const lineEnd = part.lastIndexOf('\n', bodyAt + kept) + 1
    // A text of one long line is cut within it.
    const from = kept === 0 ? bodyAt : lineEnd > bodyAt ? lineEnd : bodyAt + kept
    const mark = `${secret}-${String(taken.length).padStart(6, '0')}`
    taken.push({ mark, bytes: part.subarray(from), encoding })
    const shown = encoding === 'base64' ? base64Of(mark) : mark
    pieces.push(part.subarray(0, from), Buffer.from(`${shown}\r\n`))
  }

  return {
    small: taken.length === 0 ? raw : Buffer.concat(pieces),
    /** True if a text is only the beginning of the mail's content. */
    isCut: (text: string) => text.includes(secret),
    /** A text without the mark at its end. */
    shown: (text: string) => (text.includes(secret) ? text.slice(0, text.indexOf(secret)) : text),
    /** The bytes of an attachment as they were; of a mail in the mail as they were sent. */
    complete(content: Uint8Array, isMail: boolean): Uint8Array {
      if (taken.length === 0 || content.length === 0) return content
      let bytes: Buffer = Buffer.from(content.buffer, content.byteOffset, content.length)
      if (!bytes.includes(secret) && !bytes.includes(encodedSecret)) return content
      for (const one of taken) {
        for (const [mark, insert] of [
          [one.mark, () => (isMail ? one.bytes : decoded(one))],
          [base64Of(one.mark), () => one.bytes],
        ] as const) {
          const at = bytes.indexOf(mark)
          if (at < 0) continue
          const end = at + mark.length
          const lineBreak = breakAt(bytes, end)
          const inserted = lineBreak > 0 ? insert() : withoutLastBreak(insert())
          const rest = bytes.subarray(end + lineBreak)
          bytes = at + rest.length === 0 ? inserted : Buffer.concat([bytes.subarray(0, at), inserted, rest])
        }
      }
      return bytes
    },
  }
}
